import { DEFAULT_VERBS, isNoun, NOUNS } from '../commands/index.ts';
import type { AnyCommand } from './command.ts';
import { UsageError } from './errors.ts';
import { locate } from './locate.ts';
import type { Texts } from './texts.ts';

export type Found = {
  readonly command: AnyCommand;
  /** The words after the command's name. */
  readonly rest: readonly string[];
};

/** The command that a command line names; null where it names none. @throws UsageError for an unknown one */
export async function findCommand(argv: readonly string[], { cli }: Texts): Promise<Found | null> {
  const { words, places } = locate(argv);
  const [noun, verb] = words;
  if (noun === undefined) return null;
  if (!isNoun(noun)) throw new UsageError(cli.usage.unknownCommand(noun), cli.hints.help(''));
  const commands = await NOUNS[noun]();
  const without = (count: number) => argv.filter((_, place) => !places.slice(0, count).includes(place));
  const single = commands.find(({ name }) => name === noun);
  if (single) return { command: single, rest: without(1) };
  for (const count of [3, 2]) {
    const named = commands.find(({ name }) => words.length >= count && name === words.slice(0, count).join(' '));
    if (named) return { command: named, rest: without(count) };
  }
  const usual = commands.find(({ name }) => name === `${noun} ${DEFAULT_VERBS[noun]}`);
  if (usual) return { command: usual, rest: without(1) };
  const verbs = commands.map(({ name }) => name.slice(noun.length + 1));
  const parts = verbs.filter((one) => one.startsWith(`${verb} `)).map((one) => one.slice(`${verb} `.length));
  if (parts.length > 0)
    throw new UsageError(cli.usage.missingVerb(`${noun} ${verb}`, parts.join(', ')), cli.hints.help(noun));
  const list = verbs.join(', ');
  const message = verb === undefined ? cli.usage.missingVerb(noun, list) : cli.usage.unknownVerb(noun, verb, list);
  throw new UsageError(message, cli.hints.help(noun));
}
