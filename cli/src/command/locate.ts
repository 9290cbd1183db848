import { kebab } from './command.ts';
import { GLOBALS, PRINTING } from './globalFlags.ts';

/** The flags that may stand before and between the words of a command; true where a value follows. */
const BETWEEN = new Map(
  Object.entries({ ...GLOBALS, ...PRINTING }).map(([key, { kind }]) => [`--${kebab(key)}`, kind !== 'flag']),
);

/** The words of the longest names of commands. */
const MOST_WORDS = 3;

/** Finds the words that name a command wherever global flags stand, so that only that command's file is loaded. */
export function locate(argv: readonly string[]): { words: string[]; places: number[] } {
  const words: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') break;
    if (word.startsWith('-') && word !== '-') {
      const takesValue = BETWEEN.get(word.split('=')[0] ?? '');
      // After any other flag nothing can be told from its value.
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

/** The first flag that is neither one of every command nor among the known ones. */
export function unknownFlag(argv: readonly string[], known: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end))
    .filter((word) => word.startsWith('-') && word !== '-')
    .map((word) => word.split('=')[0] ?? '')
    .find((flag) => !BETWEEN.has(flag) && !known.includes(flag));
}

/** Whether a command line without a command asks for the version. */
export function asksVersion(argv: readonly string[]): boolean {
  return locate(argv).words.length === 0 && argv.some((word) => word === '--version' || word === '-V');
}

/** The value of a global flag before the command is known, for the language and the form of an early error. */
export function peek(argv: readonly string[], flag: string): string | undefined {
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '--') return undefined;
    if (word === flag) return argv[at + 1];
    if (word.startsWith(`${flag}=`)) return word.slice(flag.length + 1);
  }
  return undefined;
}

/** Whether a command line asks for help, wherever in it. */
export function asksHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).some((word) => word === '--help' || word === '-h');
}
