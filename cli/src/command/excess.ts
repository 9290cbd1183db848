import { UsageError } from '../lib/errors.ts';
import type { Texts } from '../lib/texts.ts';
import { type AnyCommand, kebab } from './command.ts';
import { optionsOf } from './globalFlags.ts';

/** The flags that a word without one is most likely meant for, and those of a file's name. */
const LIKELY = ['account', 'name', 'search'];
const LIKELY_FILE = ['input', 'output'];
const FILE = /\.\w{2,6}$/;

/** The error for words that a command does not take; one word gets the flag that does. */
export async function excessError(command: AnyCommand, excess: readonly string[], texts: Texts): Promise<UsageError> {
  const [word = '', ...more] = excess;
  const flag = more.length > 0 ? undefined : flagFor(command, word);
  const message = texts.cli.usage.excess(excess.join(' '));
  if (flag === undefined) return new UsageError(message, texts.cli.hints.help(command.name));
  const { didYouMean } = await (texts.lang === 'zh'
    ? import('@shp/shared/text/zh/cli/excess')
    : import('@shp/shared/text/en/cli/excess'));
  return new UsageError(message, didYouMean(`shp ${command.name} --${kebab(flag)} ${quoted(word)}`));
}

function flagFor(command: AnyCommand, word: string): string | undefined {
  const options = Object.entries(optionsOf(command)).filter(([, { kind, aliasOf }]) => kind !== 'flag' && !aliasOf);
  const byChoice = options.find(([, option]) => 'choices' in option && option.choices?.includes(word));
  const likely = FILE.test(word) ? [...LIKELY_FILE, ...LIKELY] : LIKELY;
  return byChoice?.[0] ?? likely.find((key) => options.some(([name]) => name === key));
}

/** A word as a shell takes it. */
function quoted(word: string): string {
  return /^[\p{L}\p{N}@%+=:,./_-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
