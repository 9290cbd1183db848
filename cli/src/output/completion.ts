import { type AnyCommand, kebab, type Option } from '../core/command.ts';
import { optionsOf } from '../core/parse.ts';
import type { Texts } from '../core/texts.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** The completion script of a shell, from the table of commands. */
export function script(shell: (typeof SHELLS)[number], commands: readonly AnyCommand[], texts: Texts): string {
  if (shell === 'fish') return fish(commands, texts);
  if (shell === 'bash') return `${bashFunction(commands)}complete -o default -F _shp shp\n`;
  return `#compdef shp\nautoload -U +X bashcompinit && bashcompinit\n${bashFunction(commands)}complete -o default -F _shp shp\n`;
}

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

function bashFunction(commands: readonly AnyCommand[]): string {
  const wordCases = [...wordsOf(commands)].map(([before, next]) => `    '${before}') words='${next.join(' ')}' ;;`);
  const flagCases = commands.map((command) => {
    const options = Object.entries(optionsOf(command));
    const flags = options.map(([key]) => `--${kebab(key)}`).join(' ');
    const values = options
      .filter(([, option]) => choicesOf(option).length > 0)
      .map(([key, option]) => `--${kebab(key)}) values='${choicesOf(option).join(' ')}' ;;`);
    const inner = values.length > 0 ? ` case "$prev" in ${values.join(' ')} esac ;;` : ' ;;';
    return `    '${command.name}'|'${command.name} '*) flags='${flags}'${inner.startsWith(' case') ? `\n     ${inner}` : inner}`;
  });
  return `_shp() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" place word said=() words='' flags='' values=''
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
  else COMPREPLY=($(compgen -W "$words" -- "$cur")); fi
}
`;
}

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
    for (const [key, option] of Object.entries(optionsOf(command))) {
      const choices = choicesOf(option);
      const need = option.kind === 'flag' || option.kind === 'maybe' ? '' : ' -r';
      const values = choices.length > 0 ? ` -a ${quoted(choices.join(' '))}` : need && ' -F';
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
