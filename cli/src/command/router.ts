import { DEFAULT_VERBS, isNoun, NOUNS } from '../commands/index.ts';
import { UsageError } from '../lib/errors.ts';
import type { Texts } from '../lib/texts.ts';
import { type AnyCommand, kebab } from './command.ts';
import { GLOBALS, optionsOf } from './globalFlags.ts';
import { locate, unknownFlag } from './locate.ts';
import { suggest } from './suggest.ts';

export type Found = {
  readonly command: AnyCommand;
  /** The words after the command's name. */
  readonly rest: readonly string[];
};

/** The command that a command line names; null where it names none. @throws UsageError for an unknown one */
export async function findCommand(argv: readonly string[], { cli }: Texts): Promise<Found | null> {
  const { words, places } = locate(argv);
  const [noun, verb] = words;
  if (noun === undefined) {
    const flag = unknownFlag(argv, ['--version', '-V']);
    if (flag === undefined) return null;
    const known = [...Object.keys(GLOBALS).map((key) => `--${kebab(key)}`), '--version'];
    throw new UsageError(cli.usage.unknownOption(flag, await suggest(flag, known)), cli.hints.help(''));
  }
  if (!isNoun(noun)) {
    const like = await suggest(noun, Object.keys(NOUNS));
    throw new UsageError(cli.usage.unknownCommand(noun, like), cli.hints.help(''));
  }
  const commands = await NOUNS[noun]();
  const without = (count: number) => argv.filter((_, place) => !places.slice(0, count).includes(place));
  for (const count of [3, 2]) {
    const named = commands.find(({ name }) => words.length >= count && name === words.slice(0, count).join(' '));
    if (named) return { command: named, rest: without(count) };
  }
  const single = commands.find(({ name }) => name === noun);
  if (single) return { command: single, rest: without(1) };
  const usual = commands.find(({ name }) => name === `${noun} ${DEFAULT_VERBS[noun]}`);
  if (usual) return { command: usual, rest: without(1) };
  const verbs = commands.map(({ name }) => name.slice(noun.length + 1));
  const parts = verbs.filter((one) => one.startsWith(`${verb} `)).map((one) => one.slice(`${verb} `.length));
  if (parts.length > 0)
    throw new UsageError(cli.usage.missingVerb(`${noun} ${verb}`, parts.join(', ')), cli.hints.help(noun));
  const list = verbs.join(', ');
  const flags = commands.flatMap((one) => Object.keys(optionsOf(one)).map((key) => `--${kebab(key)}`));
  const flag = verb === undefined ? unknownFlag(argv, flags) : undefined;
  if (flag !== undefined) {
    const like = await suggest(flag, [...new Set(flags)]);
    throw new UsageError(cli.usage.unknownOption(flag, like), cli.hints.help(noun));
  }
  const message =
    verb === undefined
      ? cli.usage.missingVerb(noun, list)
      : cli.usage.unknownVerb(
          noun,
          verb,
          list,
          await suggest(
            verb,
            verbs.map((one) => one.split(' ')[0] ?? ''),
          ),
        );
  throw new UsageError(message, cli.hints.help(noun));
}
