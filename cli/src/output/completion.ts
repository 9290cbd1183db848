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

/** Nouns with their verbs; none for a noun that is a command itself. */
function verbsOf(commands: readonly AnyCommand[]): Map<string, string[]> {
  const verbs = new Map<string, string[]>();
  for (const { name } of commands) {
    const [noun = '', verb] = name.split(' ');
    verbs.set(noun, [...(verbs.get(noun) ?? []), ...(verb ? [verb] : [])]);
  }
  return verbs;
}

const choicesOf = (option: Option) => ('choices' in option ? (option.choices ?? []) : []);

function bashFunction(commands: readonly AnyCommand[]): string {
  const verbs = verbsOf(commands);
  const nounCases = [...verbs]
    .filter(([, all]) => all.length > 0)
    .map(([noun, all]) => `    '${noun}') words='${all.join(' ')}' ;;`);
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
  if ((\${#said[@]} == 0)); then words='${[...verbs.keys()].join(' ')}'; fi
  if ((\${#said[@]} == 1)); then case "\${said[0]}" in
${nounCases.join('\n')}
  esac; fi
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
  for (const [noun, verbs] of verbsOf(commands)) {
    const about = texts.cli.nouns[noun as keyof typeof texts.cli.nouns];
    lines.push(`complete -c shp -n __fish_use_subcommand -a ${noun} -d ${quoted(about)}`);
    if (verbs.length === 0) continue;
    const open = `__fish_seen_subcommand_from ${noun}; and not __fish_seen_subcommand_from ${verbs.join(' ')}`;
    for (const command of commands.filter(({ name }) => name.startsWith(`${noun} `))) {
      const verb = command.name.slice(noun.length + 1);
      lines.push(`complete -c shp -n ${quoted(open)} -a ${verb} -d ${quoted(command.summary(texts))}`);
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
