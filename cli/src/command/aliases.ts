import { UsageError } from '../lib/errors.ts';
import type { Texts } from '../lib/texts.ts';
import { locate } from './router.ts';

/** Names of a user's own command lines (`shp alias`) with what they stand for. */
export type Aliases = Readonly<Record<string, string>>;

/**
 * The command line with an alias replaced by its words. `$1` to `$9` stand for the words after the alias; what no
 * placeholder takes follows at the end. @throws UsageError
 */
export function expandAlias(argv: readonly string[], aliases: Aliases, texts: Texts): readonly string[] {
  const { words, places } = locate(argv);
  const [name, place] = [words[0] ?? '', places[0] ?? 0];
  if (!Object.hasOwn(aliases, name)) return argv;
  const given = argv.slice(place + 1);
  const used = new Set<number>();
  const expanded = splitWords(aliases[name] ?? '', texts).map((word) =>
    word.replace(/\$([1-9])/g, (_, digit: string) => {
      const value = given[Number(digit) - 1];
      if (value === undefined) throw new UsageError(texts.cli.usage.missingArgument(`$${digit}`));
      used.add(Number(digit) - 1);
      return value;
    }),
  );
  return [...argv.slice(0, place), ...expanded, ...given.filter((_, index) => !used.has(index))];
}

/** Splits a line into words at blanks; single and double quotation marks keep blanks. @throws UsageError */
export function splitWords(line: string, { cli }: Texts): string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  if (/["']/.test(line.replace(/"[^"]*"|'[^']*'/g, ''))) throw new UsageError(cli.usage.aliasQuote(line));
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}
