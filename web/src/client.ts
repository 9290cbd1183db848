import { type Client, createClient, type TransportInit } from '@shp/shared/api/client';
import { ApiError } from '@shp/shared/api/errors';
import { readPreferences } from './preferences.ts';
import { clearSession, readSession, requirePasswordChange, setUser } from './session.ts';

const plain = createClient<Response>({
  base: '',
  transport: (url: string, init: TransportInit) => fetch(url, init),
  token: () => readSession().token,
  lang: () => readPreferences().lang,
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

/** The server's calls, typed by the call table. */
export const client: Client<Response> = {
  call: (key, input, options) => watched(plain.call(key, input, options)),
  open: (key, input, options) => watched(plain.open(key, input, options)),
};

/** Logs out: the session is cleared and the page loaded anew at / even when the call fails. */
export async function logOut(): Promise<void> {
  try {
    await plain.call('POST session/logout', {});
  } catch {
    // Nothing depends on the answer: without its token this browser is logged out.
  }
  clearSession();
  location.assign('/');
}

/**
 * Loads the user of a stored token. Answers why that failed, null where it did not; a 401 has cleared the session by then,
 * and the page goes on from / (SPEC.md section 8).
 */
export async function loadUser(): Promise<unknown> {
  try {
    setUser(await client.call('GET user', {}));
    return null;
  } catch (error) {
    if (readSession().token === null) history.replaceState(null, '', '/');
    return error;
  }
}
