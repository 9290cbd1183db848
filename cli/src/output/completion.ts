import { hasLiveArgs, sourceOfOption } from '../complete/sources.ts';
import { type AnyCommand, kebab, type Option } from '../core/command.ts';
import { optionsOf } from '../core/globals.ts';
import type { Texts } from '../core/texts.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** The completion script of a shell, from the table of commands. */
export function script(shell: (typeof SHELLS)[number], commands: readonly AnyCommand[], texts: Texts): string {
  if (shell === 'fish') return fish(commands, texts);
  if (shell === 'bash') return `${bashFunction(commands)}complete -o default -F _shp shp\n`;
  return `#compdef shp\nautoload -U +X bashcompinit && bashcompinit\n${bashFunction(commands)}${ZSH}`;
}

/** What _shp found is right as it is, also where an id is found by its name: zsh would ask for the same beginning. */
const ZSH = `_shp_zsh() {
  local -a COMP_WORDS COMPREPLY
  local COMP_CWORD=$((CURRENT - 1))
  COMP_WORDS=("\${words[@]}")
  () { setopt localoptions ksharrays shwordsplit; _shp }
  case \${#COMPREPLY[@]} in
    0) _files ;;
    1) compadd -U -- "\${COMPREPLY[@]}" ;;
    *) compadd -- "\${COMPREPLY[@]}" ;;
  esac
}
compdef _shp_zsh shp
`;

/** The words that may follow each beginning of a command's name; the nouns follow ''. */
function wordsOf(commands: readonly AnyCommand[]): Map<string, string[]> {
  const next = new Map<string, string[]>();
  for (const { name } of commands) {
    const words = name.split(' ');
    for (const [place, word] of words.entries()) {
      const before = words.slice(0, place).join(' ');
      next.set(before, [...new Set([...(next.get(before) ?? []), word])]);
    }
  }
  return next;
}

const choicesOf = (option: Option) => ('choices' in option ? (option.choices ?? []) : []);

/** A pattern of the flags whose values are asked for, the short ones included. */
function liveFlags(command: AnyCommand): string {
  const live = Object.entries(optionsOf(command)).filter(([key]) => sourceOfOption(key) !== null);
  return live.map(([key]) => `--${kebab(key)}`).join('|');
}

/** Names, flags and fixed values stand in the script; what a server knows is asked of `shp __complete`. */
function bashFunction(commands: readonly AnyCommand[]): string {
  const wordCases = [...wordsOf(commands)].map(([before, next]) => `    '${before}') words='${next.join(' ')}' ;;`);
  const flagCases = commands.map((command) => {
    const options = Object.entries(optionsOf(command));
    const flags = options.map(([key]) => `--${kebab(key)}`).join(' ');
    const values = options
      .filter(([, option]) => choicesOf(option).length > 0)
      .map(([key, option]) => `--${kebab(key)}) values='${choicesOf(option).join(' ')}' ;;`);
    const live = liveFlags(command);
    if (live !== '') values.push(`${live}) live=1 ;;`);
    if (hasLiveArgs(command)) values.push('*) live=1 ;;');
    const inner = values.length > 0 ? `\n      case "$prev" in ${values.join(' ')} esac ;;` : ' ;;';
    return `    '${command.name}'|'${command.name} '*) flags='${flags}'${inner}`;
  });
  return `_shp() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" place word said=() words='' flags='' values='' live=''
  for ((place = 1; place < COMP_CWORD; place++)); do
    word="\${COMP_WORDS[place]}"
    [[ "$word" == -* ]] || said+=("$word")
  done
  case "\${said[*]}" in
${wordCases.join('\n')}
  esac
  case "\${said[*]}" in
${flagCases.join('\n')}
  esac
  if [[ -n "$values" ]]; then COMPREPLY=($(compgen -W "$values" -- "$cur"))
  elif [[ "$cur" == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$cur"))
  elif [[ -z "$words" && -n "$live" ]]; then
    local IFS=$'\\n'
    COMPREPLY=($(shp __complete "\${COMP_WORDS[@]:1:$COMP_CWORD}" 2>/dev/null | cut -f1))
    # One that is found by its name takes the place of what was typed; several must begin with it.
    [[ \${#COMPREPLY[@]} -lt 2 ]] || COMPREPLY=($(compgen -W "\${COMPREPLY[*]}" -- "$cur"))
  else COMPREPLY=($(compgen -W "$words" -- "$cur")); fi
}
`;
}

const FISH_LIVE = '(shp __complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)';

function fish(commands: readonly AnyCommand[], texts: Texts): string {
  const lines = ['complete -c shp -f'];
  for (const [before, next] of wordsOf(commands)) {
    const seen = before.split(' ').filter((word) => word !== '');
    const open = seen.map((word) => `__fish_seen_subcommand_from ${word}`);
    const when =
      seen.length === 0
        ? '__fish_use_subcommand'
        : [...open, `not __fish_seen_subcommand_from ${next.join(' ')}`].join('; and ');
    for (const word of next) {
      const about =
        before === ''
          ? texts.cli.nouns[word as keyof typeof texts.cli.nouns]
          : commands.find(({ name }) => name === `${before} ${word}`)?.summary(texts);
      lines.push(`complete -c shp -n ${quoted(when)} -a ${word}${about === undefined ? '' : ` -d ${quoted(about)}`}`);
    }
  }
  for (const command of commands) {
    const seen = command.name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
    if (hasLiveArgs(command)) lines.push(`complete -c shp -n ${quoted(seen.join('; and '))} -a ${quoted(FISH_LIVE)}`);
    if (command.args.some(({ name }) => name === 'FILE'))
      lines.push(`complete -c shp -n ${quoted(seen.join('; and '))} -F`);
    for (const [key, option] of Object.entries(optionsOf(command))) {
      const choices = choicesOf(option);
      const need = option.kind === 'flag' || option.kind === 'maybe' ? '' : ' -r';
      const live = sourceOfOption(key) !== null;
      const values = live
        ? ` -a ${quoted(FISH_LIVE)}`
        : choices.length > 0
          ? ` -a ${quoted(choices.join(' '))}`
          : need && ' -F';
      lines.push(
        `complete -c shp -n ${quoted(seen.join('; and '))} -l ${kebab(key)}${need}${values} -d ${quoted(option.help(texts))}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
