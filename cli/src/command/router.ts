import { UsageError } from '../lib/errors.ts';
import type { Texts } from '../lib/texts.ts';
import { type AnyCommand, kebab, type Option, type Options } from './command.ts';
import { GLOBALS, optionsOf, PRINTING, shownOptions } from './globalFlags.ts';
import { commandsOf, type Registry } from './registry.ts';
import { suggest } from './suggest.ts';

export type Found = {
  readonly command: AnyCommand;
  /** The words after the command's name. */
  readonly rest: readonly string[];
};

/** Finds the command of a command line; null if it has no words. @throws UsageError if it is unknown */
export async function findCommand(registry: Registry, argv: readonly string[], { cli }: Texts): Promise<Found | null> {
  const { words, places } = locate(argv);
  const [noun, verb] = words;
  if (noun === undefined) {
    const flag = unknownFlag(argv, ['--version', '-V']);
    if (flag === undefined) return null;
    const known = [...flagsOf(GLOBALS), '--version'];
    throw new UsageError(cli.usage.unknownOption(flag, await suggest(flag, known)), cli.hints.help(''));
  }
  const commands = await commandsOf(registry, noun);
  if (commands === null) {
    const like = await suggest(noun, Object.keys(registry));
    throw new UsageError(cli.usage.unknownCommand(noun, like), cli.hints.help(''));
  }
  const without = (count: number) => argv.filter((_, index) => !places.slice(0, count).includes(index));
  for (const count of [3, 2]) {
    const named = commands.find(({ name }) => words.length >= count && name === words.slice(0, count).join(' '));
    if (named) return { command: named, rest: without(count) };
  }
  const single = commands.find(({ name }) => name === noun);
  if (single) return { command: single, rest: without(1) };
  const verbs = commands.map(({ name }) => name.slice(noun.length + 1));
  const likeVerb = verb === undefined ? null : await suggest(verb, verbs.map(firstWord));
  const usual = commands.find(({ isDefault }) => isDefault);
  if (usual && likeVerb === null) return { command: usual, rest: without(1) };
  const hint = cli.hints.help(noun);
  if (verb === undefined) {
    const options = commands.map(optionsOf);
    const flag = unknownFlag(argv, options.flatMap(flagsOf));
    if (flag === undefined) throw new UsageError(cli.usage.missingVerb(noun, verbs.join(', ')), hint);
    const like = await suggest(flag, options.map(shownOptions).flatMap(flagsOf));
    throw new UsageError(cli.usage.unknownOption(flag, like), hint);
  }
  const parts = verbs.filter((one) => one.startsWith(`${verb} `)).map((one) => one.slice(`${verb} `.length));
  if (parts.length === 0) throw new UsageError(cli.usage.unknownVerb(noun, verb, verbs.join(', '), likeVerb), hint);
  const [, , part] = words;
  const likePart = part === undefined ? null : await suggest(part, parts);
  const list = parts.join(', ');
  if (part === undefined || likePart === null)
    throw new UsageError(cli.usage.missingVerb(`${noun} ${verb}`, list), hint);
  throw new UsageError(cli.usage.unknownVerb(`${noun} ${verb}`, part, list, likePart), hint);
}

const firstWord = (name: string) => name.split(' ')[0] ?? '';
const flagsOf = (options: Options) => Object.keys(options).map((key) => `--${kebab(key)}`);

/** The flags allowed before and between the words of a command; true if a value follows. */
const BETWEEN = new Map(
  Object.entries<Option>({ ...GLOBALS, ...PRINTING }).flatMap(([key, { kind, short }]) =>
    [`--${kebab(key)}`, ...(short ? [`-${short}`] : [])].map((flag) => [flag, kind !== 'flag'] as const),
  ),
);

/** The longest command name has this many words. */
const MOST_WORDS = 3;

/** Finds the words of the command between global flags, so that only its file is loaded. */
export function locate(argv: readonly string[]): { words: string[]; places: number[] } {
  const words: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') break;
    if (word.startsWith('-') && word !== '-') {
      const takesValue = BETWEEN.get(word.split('=')[0] ?? '');
      // Any other flag may or may not take a value, so stop here.
      if (takesValue === undefined && words.length > 0) break;
      if (takesValue && !word.includes('=')) at++;
      continue;
    }
    words.push(word);
    places.push(at);
    if (words.length === MOST_WORDS) break;
  }
  return { words, places };
}

/** The first flag that is neither global nor in `known`. */
function unknownFlag(argv: readonly string[], known: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end))
    .filter((word) => word.startsWith('-') && word !== '-')
    .map((word) => word.split('=')[0] ?? '')
    .find((flag) => !BETWEEN.has(flag) && !known.includes(flag));
}

/** Whether the command line is only `--version`. */
export function asksVersion(argv: readonly string[]): boolean {
  return locate(argv).words.length === 0 && argv.some((word) => word === '--version' || word === '-V');
}

/** Reads a global flag before the command is known: the language and format of early errors. */
export function peek(argv: readonly string[], flag: string): string | undefined {
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') return undefined;
    if (word === flag) return argv[at + 1];
    if (word.startsWith(`${flag}=`)) return word.slice(flag.length + 1);
  }
  return undefined;
}

/** Whether the command line contains `--help`. */
export function asksHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).some((word) => word === '--help' || word === '-h');
}
