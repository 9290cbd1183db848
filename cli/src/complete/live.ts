import { createApi } from '../api/client.ts';
import { configDir, readConfig } from '../config/config.ts';
import { serverFrom } from '../config/server.ts';
import { type AnyCommand, kebab, type Option } from '../core/command.ts';
import { findCommand } from '../core/find.ts';
import { optionsOf } from '../core/globals.ts';
import { peek } from '../core/locate.ts';
import { langFrom, loadTexts } from '../core/texts.ts';
import { harmless } from '../output/streams.ts';
import { cached } from './cache.ts';
import { type SourceName, sourceOfArg, sourceOfOption } from './sources.ts';
import { VALUES, type Value, type World } from './values.ts';

/** Nobody waits longer for a completion. */
const WITHIN_MS = 1500;
const AT_MOST = 100;
/** A shell reads what it is told once more: from elsewhere it gets no word that it would expand or run. */
const PLAIN = /^[\p{L}\p{M}\p{N}_.:/@%+=,-]+$/u;

/**
 * What may stand in the place of the last word, a line each, with what it is after a tab. Silent where nothing is
 * known: no session, no server, no such command.
 */
export async function complete(words: readonly string[]): Promise<string> {
  const said = words.slice(0, -1);
  const word = words.at(-1) ?? '';
  const texts = await loadTexts(langFrom(undefined, process.env));
  const found = await findCommand(said, texts);
  if (found === null) return '';
  const place = placeOf(found.command, found.rest);
  if (place === null) return '';
  // In a list separated by commas the last entry is being typed.
  const start = place.list ? word.lastIndexOf(',') + 1 : 0;
  const typed = word.slice(start);
  const values = place.source === null ? place.choices : await valuesOf(place.source, typed, said);
  const fitting = values.filter(
    ({ value, names }) => PLAIN.test(value) && [value, ...names].some((one) => one.startsWith(typed)),
  );
  return fitting
    .slice(0, AT_MOST)
    .map(({ value, about }) => `${word.slice(0, start)}${value}\t${harmless(about).replace(/\s+/g, ' ')}\n`)
    .join('');
}

type Place = { source: SourceName | null; choices: Value[]; list: boolean };

const choices = (of: readonly string[] = []): Value[] => of.map((value) => ({ value, names: [], about: '' }));

/** What the word after these is: the value of a flag, or an argument. */
function placeOf(command: AnyCommand, words: readonly string[]): Place | null {
  const options = new Map(
    Object.entries(optionsOf(command)).map(([key, option]) => [`--${kebab(key)}`, { key, option }]),
  );
  let args = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-') || word === '-') {
      args += 1;
      continue;
    }
    const flag = options.get(word) ?? short(options, word);
    if (!flag || flag.option.kind === 'flag' || flag.option.kind === 'maybe') continue;
    at += 1;
    if (at === words.length) return valuePlace(flag.key, flag.option);
  }
  const many = command.args.findIndex((arg) => arg.many);
  // Behind many words others may follow; which one is typed shows in the end only.
  const arg = command.args[many >= 0 && args > many ? many : args];
  if (!arg) return null;
  const last = many >= 0 && args > many ? command.args.at(-1) : arg;
  const source = sourceOfArg(command, arg);
  return { source: last?.choices ? null : source, choices: choices(last?.choices), list: false };
}

function short(options: ReadonlyMap<string, { key: string; option: Option }>, word: string) {
  return [...options.values()].find(({ option }) => 'short' in option && `-${option.short}` === word);
}

function valuePlace(key: string, option: Option): Place {
  const source = sourceOfOption(key);
  return { source, choices: 'choices' in option ? choices(option.choices) : [], list: option.kind === 'list' };
}

async function valuesOf(source: SourceName, typed: string, said: readonly string[]): Promise<Value[]> {
  const folder = configDir();
  const config = readConfig(folder);
  const lang = langFrom(undefined, process.env);
  const server = serverFrom(peek(said, '--server') ?? process.env.SHP_SERVER, () => config, await loadTexts(lang));
  const token = process.env.SHP_TOKEN || config.sessions[server]?.token || null;
  const world: World = {
    config,
    async api() {
      if (token === null) throw new Error('no session');
      const signal = AbortSignal.timeout(WITHIN_MS);
      return createApi({ server, token, lang, timeout: WITHIN_MS / 1000, signal, trace() {}, tokenEnds() {} });
    },
  };
  const ask = (text: string) => cached(folder, [server, token ?? '', source, text], () => VALUES[source](text, world));
  const found = await ask(typed);
  // The server finds names and accounts; an id that has been begun is among the newest, or unknown.
  return found.length > 0 || typed === '' ? found : ask('');
}
