import { createApi } from '../api/client.ts';
import { expandAlias } from '../command/aliases.ts';
import { type AnyCommand, kebab, type Option, type Options } from '../command/command.ts';
import { GLOBALS, optionsOf, shownOptions } from '../command/globalFlags.ts';
import { commandsOf, type Registry } from '../command/registry.ts';
import { findCommand, locate, peek } from '../command/router.ts';
import { type SourceName, sourceOfArg, sourceOfOption } from '../command/valueSources.ts';
import { cached } from '../config/completionCache.ts';
import { readConfig } from '../config/config.ts';
import { configDir } from '../config/dirs.ts';
import { serverFrom } from '../config/server.ts';
import { langFrom } from '../lib/lang.ts';
import { sanitized } from '../lib/streams.ts';
import { loadTexts, type Texts } from '../lib/texts.ts';
import { type CompletionContext, VALUES, type Value } from './values.ts';

/** Users do not wait longer for a completion. */
const WITHIN_MS = 1500;
const AT_MOST = 100;
/** The shell parses completions again: words from the server must not be expanded or run. */
const PLAIN = /^[\p{L}\p{M}\p{N}_.:/@%+=,（）·、-]+$/u;

/** Completes the last word: one candidate per line, its description after a tab. Prints nothing on any error. */
export async function complete(registry: Registry, words: readonly string[]): Promise<string> {
  const typedBefore = words.slice(0, -1);
  const word = words.at(-1) ?? '';
  const texts = await loadTexts(langFrom(peek(typedBefore, '--lang'), process.env));
  const before = unaliased(registry, typedBefore, texts);
  const place = await placeAfter(registry, before, word, texts);
  if (place === null) return '';
  // In a comma-separated list, complete the last entry.
  const start = place.list ? word.lastIndexOf(',') + 1 : 0;
  const typed = word.slice(start);
  const values = place.source === null ? place.choices : await valuesOf(registry, place.source, typed, before);
  return values
    .flatMap((one) => offered(one, typed, values))
    .slice(0, AT_MOST)
    .map(({ value, about }) => `${word.slice(0, start)}${value}\t${sanitized(about).replace(/\s+/g, ' ')}\n`)
    .join('');
}

/** The words with an alias replaced, so that what it stands for is completed. */
function unaliased(registry: Registry, words: readonly string[], texts: Texts): readonly string[] {
  const [noun] = locate(words).words;
  if (noun === undefined || Object.hasOwn(registry, noun)) return words;
  return expandAlias(words, readConfig(configDir()).aliases ?? {}, texts);
}

/** The names of the user's aliases; none if the configuration is damaged. */
function aliasValues(): Value[] {
  try {
    const { aliases = {} } = readConfig(configDir());
    return Object.entries(aliases).map(([value, expansion]) => ({ value, names: [], about: expansion }));
  } catch {
    return [];
  }
}

type Offer = { value: string; about: string };

/**
 * Shells drop candidates that do not begin with the typed text, so offer the value itself, or the unique name that
 * matches.
 */
function offered({ value, names, about }: Value, typed: string, all: readonly Value[]): Offer[] {
  const offer = (word: string, beside: string) => (PLAIN.test(word) ? [{ value: word, about: beside }] : []);
  if (value.startsWith(typed)) return offer(value, about);
  const name = names.find((one) => one.startsWith(typed));
  if (name === undefined || all.filter(({ names: others }) => others.includes(name)).length > 1) return [];
  return offer(name, value);
}

/** What can follow these words: a flag's value, flags, words of a command, or arguments. */
async function placeAfter(
  registry: Registry,
  before: readonly string[],
  word: string,
  texts: Texts,
): Promise<Place | null> {
  const global = flagBefore(GLOBALS, before);
  if (global) return valuePlace(global.key, global.option);
  const { words } = locate(before);
  const next = await wordsAfter(registry, words, texts);
  const found = await findCommand(registry, before, texts).catch(() => null);
  const value = found && flagBefore(optionsOf(found.command), found.rest);
  if (value) return valuePlace(value.key, value.option);
  if (word.startsWith('-')) return { source: null, choices: flagsOf(found?.command ?? null, texts), list: false };
  if (next.length > 0) return { source: null, choices: next, list: false };
  return found && argPlace(found.command, found.rest);
}

/** The next words of a command's name, with descriptions. */
async function wordsAfter(registry: Registry, words: readonly string[], texts: Texts): Promise<Value[]> {
  const [noun] = words;
  if (noun === undefined) {
    const { nouns } = texts.cli;
    const own = Object.keys(registry).map((one) => ({
      value: one,
      names: [],
      about: nouns[one as keyof typeof nouns] ?? '',
    }));
    return [...own, ...aliasValues()];
  }
  const commands = (await commandsOf(registry, noun)) ?? [];
  const before = `${words.join(' ')} `;
  const next = new Map<string, string>();
  for (const { name, summary } of commands) {
    if (!name.startsWith(before)) continue;
    const [word = '', ...more] = name.slice(before.length).split(' ');
    if (!next.has(word)) next.set(word, more.length === 0 ? summary(texts) : '');
  }
  return [...next].map(([value, about]) => ({ value, names: [], about }));
}

function flagsOf(command: AnyCommand | null, texts: Texts): Value[] {
  return Object.entries(shownOptions(command ? optionsOf(command) : GLOBALS)).map(([key, option]) => ({
    value: `--${kebab(key)}`,
    names: [],
    about: option.help(texts),
  }));
}

type Place = { source: SourceName | null; choices: Value[]; list: boolean };

const choices = (of: readonly string[] = []): Value[] => of.map((value) => ({ value, names: [], about: '' }));

const takesValue = ({ kind }: Option) => kind !== 'flag' && kind !== 'maybe';

/** The flag before the cursor that needs a value. */
function flagBefore(options: Options, words: readonly string[]): Flag | null {
  const last = words.at(-1) ?? '';
  const flag = flagNamed(options, last);
  return flag && takesValue(flag.option) ? flag : null;
}

type Flag = { key: string; option: Option };

function flagNamed(options: Options, word: string): Flag | null {
  for (const [key, option] of Object.entries(options)) {
    if (word === `--${kebab(key)}` || (option.short !== undefined && word === `-${option.short}`))
      return { key, option };
  }
  return null;
}

/** The argument at the cursor. */
function argPlace(command: AnyCommand, words: readonly string[]): Place | null {
  const options = optionsOf(command);
  let args = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const flag = flagNamed(options, word);
    if (flag && takesValue(flag.option)) at += 1;
    else if (!word.startsWith('-') || word === '-') args += 1;
  }
  const many = command.args.findIndex((arg) => arg.many);
  // After a variadic argument, the next one is not known yet; complete the last.
  const arg = command.args[many >= 0 && args > many ? many : args];
  if (!arg) return null;
  const last = many >= 0 && args > many ? command.args.at(-1) : arg;
  const source = sourceOfArg(command, arg);
  return { source: last?.choices ? null : source, choices: choices(last?.choices), list: false };
}

function valuePlace(key: string, option: Option): Place {
  const source = sourceOfOption(key);
  return { source, choices: 'choices' in option ? choices(option.choices) : [], list: option.kind === 'list' };
}

async function valuesOf(
  registry: Registry,
  source: SourceName,
  typed: string,
  before: readonly string[],
): Promise<Value[]> {
  const folder = configDir();
  const config = readConfig(folder);
  const lang = langFrom(undefined, process.env);
  const server = serverFrom(peek(before, '--server') ?? process.env.SHP_SERVER, () => config, await loadTexts(lang));
  const token = process.env.SHP_TOKEN || config.sessions[server]?.token || null;
  const world: CompletionContext = {
    registry,
    config,
    async api() {
      if (token === null) throw new Error('no session');
      const signal = AbortSignal.timeout(WITHIN_MS);
      return createApi({ server, token, lang, timeout: WITHIN_MS / 1000, signal, trace() {}, tokenEnds() {} });
    },
  };
  const ask = (text: string) => cached(folder, [server, token ?? '', source, text], () => VALUES[source](text, world));
  const found = await ask(typed);
  // The server searches names and accounts; a partial id is looked up among the newest.
  return found.length > 0 || typed === '' ? found : ask('');
}
