import { ApiError } from '@shp/shared/api/errors';
import type { Input } from '@shp/shared/api/index';
import type { AssessmentRow, User } from '@shp/shared/api/objects';
import { kindOf, type UserKind } from '@shp/shared/domain/accounts/roles';
import type { Api } from '../api/client.ts';
import { allPages, type Paging, rowWith } from '../api/pages.ts';
import { KINDS, SEARCH } from '../api/userKinds.ts';
import type { AnyCommand } from './command.ts';
import type { CommandContext } from './context.ts';
import type { Parsed } from './parse.ts';
import { type SourceName, sourceOfArg, sourceOfOption } from './valueSources.ts';

/** The form of the server's ids. */
const ID = /^[0-9a-z]{25}$/;
const NUMBER = /^GXXSD-\d{4}-\d{6,}$/i;
/** The beginning of a number, or a number with too few digits. */
const NUMBER_START = /^GXXSD-[\d-]*$/i;
const NEAREST = 3;

/** A user found by a word; only the id if the caller may not read the account. */
export type Found = { readonly id: string; readonly user: User | null };

/**
 * Finds a user of this kind by account, id, or unique name. Searches the recycle bin last, or first with `bin`.
 * @throws ApiError 404 with the nearest matches, 409 if several match
 */
export async function findUser(
  context: CommandContext,
  api: Api,
  kind: UserKind,
  word: string,
  bin = false,
): Promise<Found> {
  const byId = async (): Promise<Found | null> => {
    const user = await readable(() => known(() => api.call('GET user', { id: word })));
    // If the caller may not read it (a write-only token, for example), the server decides.
    if (user === undefined) return { id: word, user: null };
    if (user === null) return null;
    const is = kindOf(user.role);
    if (is !== kind) throw otherKind(context, word, is);
    return { id: word, user };
  };
  const inList = async (deleted: boolean): Promise<User | null> => {
    const named: User[] = [];
    for await (const page of allPages((paging) => usersLike(api, kind, word, paging, deleted))) {
      const found = page.find(({ account }) => account.toLowerCase() === word.toLowerCase());
      if (found) return found;
      named.push(...page.filter(({ profile }) => profile.name === word));
    }
    const accounts = named.map(({ account }) => account);
    if (named.length > 1) throw ambiguous(context, word, accounts);
    return named[0] ?? null;
  };
  const byName = async (): Promise<Found | null> => {
    const user = await readable(async () => (await inList(bin)) ?? (await inList(!bin)));
    if (user === undefined) return { id: word, user: null };
    return user && { id: user.id, user };
  };
  const [first, second] = ID.test(word) ? [byId, byName] : [byName, byId];
  const found = await first();
  const better = found?.user ? found : ((await second()) ?? found);
  if (better) return better;
  throw notFound(context, word, await nearestUsers(api, kind, word));
}

/** Returns undefined if the caller may not make this call. */
async function readable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return undefined;
    throw error;
  }
}

/** Returns null if the object does not exist or the word is not an id. */
async function known<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.code === 'invalid')) return null;
    throw error;
  }
}

function usersLike(api: Api, kind: UserKind, text: string, paging: Paging, deleted = false) {
  const call = KINDS[kind].list as 'GET user/stations';
  const filter = text === '' ? {} : { [SEARCH[kind]]: text };
  return api.call(call, { ...filter, ...paging, ...(deleted ? { isDeleted: true } : {}) } as Input<typeof call>);
}

/** The accounts most similar to a word; searches by shorter and shorter prefixes. */
async function nearestUsers(api: Api, kind: UserKind, word: string): Promise<string[]> {
  const beginnings = [word.slice(0, -1), word.slice(0, Math.ceil(word.length / 2))].filter((text) => text !== '');
  for (const text of beginnings) {
    const page = await readable(() => usersLike(api, kind, text, { page: 1, size: 200 }));
    if (!page || page.items.length === 0) continue;
    const far = ({ account, profile }: User) => Math.min(distance(word, account), distance(word, profile.name));
    return page.items
      .toSorted((a, b) => far(a) - far(b))
      .slice(0, NEAREST)
      .map(({ account, profile }) => `${account} ${profile.name}`);
  }
  return [];
}

/** The numbers most similar to one that no assessment has; only those with the same beginning. */
async function nearestNumbers(api: Api, word: string): Promise<string[]> {
  for (const length of [2, 4, 6]) {
    const search = word.slice(0, -length);
    if (search === '') break;
    const { items } = await api.call('GET assessment/query', { search, page: 1, size: 200 });
    if (items.length > 0) return nearestOf(word, items.map(({ number }) => number).sort());
  }
  return [];
}

/** The assessments of stations whose name has the word, or its beginning, in it: number and name. */
async function nearestStations(api: Api, word: string): Promise<string[]> {
  for (const search of beginningsOf(word)) {
    const { items } = await api.call('GET assessment/query', { search, page: 1, size: 200 });
    const far = ({ station }: AssessmentRow) => distance(word, station.name);
    if (items.length > 0)
      return items
        .toSorted((a, b) => far(a) - far(b))
        .slice(0, NEAREST)
        .map(({ number, station }) => `${number} ${station.name}`);
  }
  return [];
}

/** The word and shorter and shorter beginnings of it. */
const beginningsOf = (word: string) => [
  ...new Set([word, word.slice(0, -1), word.slice(0, Math.ceil(word.length / 2))].filter((text) => text !== '')),
];

/** The most similar of some names, unless all differ in most letters. */
export function nearestOf(word: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, far: distance(word, name) }))
    .filter(({ name, far }) => far <= Math.max(2, name.length / 2))
    .sort((a, b) => a.far - b.far)
    .slice(0, NEAREST)
    .map(({ name }) => name);
}

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  const [from, to] = [[...one.toLowerCase()], [...other.toLowerCase()]];
  let row = to.map((_, at) => at + 1);
  from.forEach((letter, index) => {
    const next: number[] = [];
    for (const [at, wanted] of to.entries()) {
      const before = at === 0 ? index : (row[at - 1] ?? 0);
      const left = at === 0 ? index + 1 : (next[at - 1] ?? 0);
      next.push(Math.min(before + (letter === wanted ? 0 : 1), (row[at] ?? 0) + 1, left + 1));
    }
    row = next;
  });
  return row.at(-1) ?? from.length;
}

/**
 * Finds an assessment by id, number, or by account or name of a station with only one.
 * @throws ApiError 404, or 409 if several match
 */
export async function findAssessment(context: CommandContext, api: Api, word: string): Promise<string> {
  if (NUMBER.test(word)) {
    const id = await byNumber(api, word.toUpperCase());
    if (id === null) throw notFound(context, word, await nearestNumbers(api, word.toUpperCase()));
    return id;
  }
  if (ID.test(word)) return word;
  if (NUMBER_START.test(word)) throw notFound(context, word, await nearestNumbers(api, word.toUpperCase()));
  const station = await stationOf(context, api, word);
  const rows: AssessmentRow[] = [];
  for await (const page of allPages((paging) => api.call('GET assessment/query', { station, ...paging }))) {
    rows.push(...page.filter((row) => row.station.id === station || row.station.name === station));
  }
  const [first] = rows;
  const numbers = rows.map(({ number }) => number);
  if (rows.length > 1) throw ambiguous(context, word, numbers);
  if (first) return first.id;
  if ((await known(() => api.call('GET assessment', { id: word }))) !== null) return word;
  throw notFound(context, word, await nearestStations(api, word));
}

/** The search term for assessments: the station's id, or the word itself if the caller may not list stations. */
async function stationOf(context: CommandContext, api: Api, word: string): Promise<string> {
  try {
    return (await findUser(context, api, 'stations', word)).id;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return word;
    throw error;
  }
}

async function byNumber(api: Api, number: string): Promise<string | null> {
  const row = await rowWith(
    number,
    (one: AssessmentRow) => one.number,
    (paging) => api.call('GET assessment/query', { sortby: 'number', desc: false, ...paging }),
  );
  return row?.id ?? null;
}

function otherKind({ texts }: CommandContext, word: string, is: UserKind): ApiError {
  const message = `${word}${texts.common.marks.colon}${texts.cli.users.otherKind(is)}`;
  return new ApiError(404, { code: 'not_found', message });
}

/** The word matches no object. */
class UnknownWord extends ApiError {}

/**
 * Finds a user and changes it. An unknown word goes to the server as an id, so that a caller without permission gets
 * 403 instead of learning what exists.
 * @throws ApiError
 */
export async function onUser<T>(
  context: CommandContext,
  api: Api,
  kind: UserKind,
  word: string,
  change: (found: Found) => Promise<T>,
  bin = false,
): Promise<T> {
  const found = await findUser(context, api, kind, word, bin).catch((error: unknown) => {
    if (error instanceof UnknownWord) return error;
    throw error;
  });
  if (!(found instanceof UnknownWord)) return change(found);
  const result = await known(() => change({ id: word, user: null }));
  if (result === null) throw found;
  return result;
}

/** Runs `work`; a 404 becomes an error that names the word. @throws ApiError */
export async function withWordInNotFound<T>(context: CommandContext, word: string, work: Promise<T>): Promise<T> {
  const result = await known(() => work);
  if (result === null) throw notFound(context, word, []);
  return result;
}

export function notFound({ texts }: CommandContext, word: string, nearest: readonly string[]): ApiError {
  const { list } = texts.common.marks;
  const message = texts.cli.lookup.notFound(word, nearest.length === 0 ? null : nearest.join(list));
  return new UnknownWord(404, { code: 'not_found', message });
}

export function ambiguous({ texts }: CommandContext, word: string, keys: readonly string[]): ApiError {
  const shown = keys.slice(0, 10).join(texts.common.marks.list) + (keys.length > 10 ? ' …' : '');
  return new ApiError(409, { code: 'conflict', message: texts.cli.lookup.ambiguous(word, keys.length, shown) });
}

/** Replaces words by ids where an argument names an assessment, or a user that the call takes by id. */
export async function withIds(
  command: AnyCommand,
  args: Parsed['args'],
  context: CommandContext,
): Promise<Parsed['args']> {
  const read: Parsed['args'] = [];
  for (const [index, given] of args.entries()) {
    const arg = command.args[index];
    const source = arg ? sourceOfArg(command, arg) : null;
    if (typeof given !== 'string') read.push(given);
    else if (source === 'assessments') read.push(await findAssessment(context, await context.api(), given));
    // User commands look up their own accounts, because they show what they find.
    else if (isKind(source) && arg?.name !== 'ID')
      read.push((await findUser(context, await context.api(), source, given)).id);
    else read.push(given);
  }
  return read;
}

/** Replaces words by ids in the flags that name one account. */
export async function withFlagIds(
  command: AnyCommand,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<Readonly<Record<string, unknown>>> {
  const read: Record<string, unknown> = { ...options };
  for (const [key, { kind }] of Object.entries(command.options)) {
    const [source, word] = [sourceOfOption(key), options[key]];
    if (kind !== 'text' || typeof word !== 'string' || !isKind(source)) continue;
    read[key] = (await findUser(context, await context.api(), source, word)).id;
  }
  return read;
}

/** The id of a user of any kind by account or name; an unknown word goes to the server unchanged. */
export async function findAnyUser(context: CommandContext, api: Api, word: string): Promise<string> {
  if (ID.test(word)) return word;
  for (const kind of Object.keys(KINDS) as UserKind[]) {
    const found = await findUser(context, api, kind, word).catch((error: unknown) => {
      if (error instanceof UnknownWord) return null;
      throw error;
    });
    if (found !== null) return found.id;
  }
  return word;
}

const isKind = (source: SourceName | null): source is UserKind => source !== null && Object.hasOwn(KINDS, source);
