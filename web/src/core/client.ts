import { type Client, createClient, type TransportInit } from '@shp/shared/api/client';
import { ApiError } from '@shp/shared/api/errors';
import type { Input, JsonKey, Output } from '@shp/shared/api/index';
import type { User } from '@shp/shared/api/objects';
import { isRole } from '@shp/shared/domain/accounts/roles';
import { askConfirmation } from './confirmation.ts';
import { readPreferences } from './preferences.ts';
import { beginSession, clearSession, readSession, requirePasswordChange, setUser } from './session.ts';

const plain = createClient<Response>({
  base: '',
  transport: (url: string, init: TransportInit) => fetch(url, init),
  token: () => readSession().token,
  lang: () => readPreferences().lang,
  confirm: askConfirmation,
});

/** Notes what an answer says about the session itself, then lets the error go on to whoever made the call. */
async function watched<T>(made: Promise<T>): Promise<T> {
  const { token } = readSession();
  try {
    return await made;
  } catch (error) {
    // An answer to a session that has ended meanwhile says nothing about the present one.
    if (error instanceof ApiError && token !== null && token === readSession().token) {
      if (error.status === 401) clearSession('invalid');
      if (error.code === 'password_change_required') requirePasswordChange();
    }
    throw error;
  }
}

/** How long an answer that was asked for early may be taken: longer, and it may no longer be so. */
const EARLY_MS = 30_000;
/** Answers asked for before the code that needs them has come. */
const early = new Map<string, Promise<unknown>>();
const nameOf = (key: JsonKey, input: object) => [readSession().token, key, JSON.stringify(input)].join(' ');

/** Makes a call whose answer the next such call takes, so that data come beside the code and not after it. */
export function callEarly<K extends JsonKey>(key: K, input: Input<K>): void {
  const name = nameOf(key, input);
  const made = plain.call(key, input);
  // Whoever takes it is told why it failed.
  made.catch(() => null);
  early.set(name, made);
  setTimeout(() => early.delete(name), EARLY_MS);
}

/** The answer that was asked for early, for one call. After anything that may have changed something there is none. */
function takeEarly<K extends JsonKey>(key: K, input: Input<K>): Promise<Output<K>> | undefined {
  if (!key.startsWith('GET ')) early.clear();
  const name = nameOf(key, input);
  const made = early.get(name) as Promise<Output<K>> | undefined;
  early.delete(name);
  return made;
}

/** The server's calls, typed by the call table. */
export const client: Client<Response> = {
  call: (key, input, options) => watched(takeEarly(key, input) ?? plain.call(key, input, options)),
  open: (key, input, options) => watched(plain.open(key, input, options)),
};

/** Logs out: the session is cleared even when the call fails, and the page loads itself anew. */
export async function logOut(): Promise<void> {
  await endAtServer(readSession().token);
  clearSession('loggedOut');
}

async function endAtServer(token: string | null): Promise<void> {
  try {
    await plain.call('POST session/logout', {}, token === null ? {} : { headers: { Token: token } });
  } catch {
    // Without its token this browser is logged out, whatever the answer.
  }
}

/** Begins the session that a login gave. False where the console does not know the user's role: then it is logged out again. */
export async function enter(token: string, user: User): Promise<boolean> {
  if (isRole(user.role)) beginSession(token, user);
  else await refuseRole(token);
  return isRole(user.role);
}

async function refuseRole(token: string | null): Promise<void> {
  await endAtServer(token);
  clearSession('invalidRole');
}

/**
 * Loads the user of a stored token. Answers why that failed, null where it did not; a 401 has cleared the session by then,
 * and the page goes on from /.
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
