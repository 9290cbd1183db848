import { type CallOptions, type Client, createClient, type TransportInit } from '@shp/shared/api/client';
import { ApiError, isElsewhere, NetworkError } from '@shp/shared/api/errors';
import type { Begun } from '@shp/shared/api/factors/factorObjects';
import type { Input, JsonKey, Output } from '@shp/shared/api/index';
import { isRole } from '@shp/shared/domain/accounts/roles';
import { askConfirmation } from './confirmation.ts';
import { deviceAnswer, forgetOnDevice, hasTaken, nextOrder, storeAnswer } from './device.ts';
import { readPreferences } from './preferences.ts';
import { beginSession, clearSession, readSession, requireFactor, requirePasswordChange, setUser } from './session.ts';

const page = globalThis as { firstCalls?: Map<string, Promise<Response>> };
/**
 * Answers of calls that the page made before its code came (`fetchFirst` in vite.config.ts), by address; each serves once.
 * If that script comes later than this code, it finds the map and makes no calls.
 */
page.firstCalls ??= new Map();
const { firstCalls } = page;

/** A response requested earlier than this is not used: the data may have changed since. */
const EARLY_MS = 30_000;
setTimeout(() => firstCalls.clear(), EARLY_MS);

function send(url: string, init: TransportInit): Promise<Response> {
  if (init.method !== 'GET') firstCalls.clear();
  const made = firstCalls.get(url);
  firstCalls.delete(url);
  return made ?? fetch(url, init);
}

const plain = createClient<Response>({
  base: '',
  transport: send,
  token: () => readSession().token,
  lang: () => readPreferences().lang,
  confirm: askConfirmation,
});

/** Updates the session from an error response, then throws the error on to the caller. */
async function watched<T>(made: Promise<T>): Promise<T> {
  const { token } = readSession();
  try {
    return await made;
  } catch (error) {
    // The response to a request of an earlier session says nothing about the present one.
    if (error instanceof ApiError && token !== null && token === readSession().token) {
      if (error.status === 401) clearSession(isElsewhere(error) ? 'elsewhere' : 'invalid');
      if (error.code === 'password_change_required') requirePasswordChange();
      if (error.code === 'factor_required') requireFactor();
    }
    throw error;
  }
}

/** Responses requested before the code that needs them has loaded. */
const early = new Map<string, Promise<unknown>>();
const nameOf = (key: JsonKey, input: object) => [readSession().token, key, JSON.stringify(input)].join(' ');

/** Prefetch: the next identical `call()` uses this response, or what this device answers in its place. */
export function callEarly<K extends JsonKey>(key: K, input: Input<K>): void {
  const name = nameOf(key, input);
  const made = callOrStored(key, input);
  // That `call()` reports the failure.
  made.catch(() => null);
  early.set(name, made);
  setTimeout(() => early.delete(name), EARLY_MS);
}

/** Takes a prefetched response; it serves one call. Any call other than GET discards all of them. */
function takeEarly<K extends JsonKey>(key: K, input: Input<K>): Promise<Output<K>> | undefined {
  if (!key.startsWith('GET ')) early.clear();
  const name = nameOf(key, input);
  const made = early.get(name) as Promise<Output<K>> | undefined;
  early.delete(name);
  return made;
}

/** A call; offline, the copies on this device answer it. */
async function callOrStored<K extends JsonKey>(key: K, input: Input<K>, options?: CallOptions): Promise<Output<K>> {
  const began = hasTaken() ? nextOrder() : 0;
  try {
    const answer = await watched(plain.call(key, input, options));
    storeAnswer(key, input, answer, began);
    return answer;
  } catch (error) {
    const stored = isNoAnswer(error) ? await deviceAnswer(key, input) : undefined;
    if (!stored) throw error;
    return stored.answer as Output<K>;
  }
}

/** A call that only the server answers. */
export function callServer<K extends JsonKey>(key: K, input: Input<K>, options?: CallOptions): Promise<Output<K>> {
  return watched(plain.call(key, input, options));
}

/** Whether the server was not reached; a proxy may say so in its place. */
export const isNoAnswer = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiError && error.isBare && error.status >= 502);

/** The server's calls, typed by the call table. */
export const client: Client<Response> = {
  call: (key, input, options) => takeEarly(key, input) ?? callOrStored(key, input, options),
  open: (key, input, options) => watched(plain.open(key, input, options)),
};

/** Logs out: clears the session and the offline copies even if the call fails, and reloads the page. */
export async function logOut(): Promise<void> {
  const { user } = readSession();
  if (user) await forgetOnDevice(user.id).catch(() => undefined);
  await endAtServer(readSession().token);
  clearSession('loggedOut');
}

async function endAtServer(token: string | null): Promise<void> {
  try {
    await plain.call('POST session/logout', {}, token === null ? {} : { headers: { Token: token } });
  } catch {
    // Without its token this browser is logged out, even if the call failed.
  }
}

/**
 * Starts a session with the token of a login. Logs out again and returns false if the console does not know the user's
 * role.
 */
export async function enter({ token, user, mustAddFactor }: Begun): Promise<boolean> {
  if (isRole(user.role)) beginSession(token, user, mustAddFactor === true);
  else await refuseRole(token);
  return isRole(user.role);
}

async function refuseRole(token: string | null): Promise<void> {
  await endAtServer(token);
  clearSession('invalidRole');
}

/**
 * Loads the user of the stored token. Returns the error, or null. A 401 has already cleared the session, and the page
 * continues at /.
 */
export async function loadUser(): Promise<unknown> {
  try {
    const user = await client.call('GET user', {});
    if (isRole(user.role)) setUser(user);
    else await refuseRole(readSession().token);
    return null;
  } catch (error) {
    if (readSession().token === null) history.replaceState(null, '', '/');
    return error;
  }
}
