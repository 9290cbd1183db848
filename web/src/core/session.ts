import type { User } from '@shp/shared/api/objects';
import { type MenuEntry, menuOf } from '@shp/shared/domain/menu';
import { useSyncExternalStore } from 'react';
import { clearStored } from './browserStorage.ts';
import { STORAGE_NAMES } from './storageNames.ts';

export type Session = {
  readonly token: string | null;
  /** Null while the user of a stored token is loading. */
  readonly user: User | null;
  readonly menu: readonly MenuEntry[];
  readonly loggedIn: boolean;
  /** The account must add a second factor before anything else. */
  readonly mustAddFactor: boolean;
  /**
   * Why the session ended: the server rejected the token, the account logged in elsewhere, the user logged out, or the
   * console does not know the user's role.
   */
  readonly ended: 'invalid' | 'elsewhere' | 'loggedOut' | 'invalidRole' | null;
};

const NOBODY: Session = { token: null, user: null, menu: [], loggedIn: false, mustAddFactor: false, ended: null };
const COOKIE = STORAGE_NAMES.cookie;
const listeners = new Set<() => void>();
/** User and address at the moment a session expired: the same account continues there after login. */
let left: { user: string; address: string } | null = null;
let session: Session = { ...NOBODY, token: readCookie() };

function readCookie(): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${COOKIE}=`));
  try {
    return found ? decodeURIComponent(found.slice(COOKIE.length + 1)) : null;
  } catch {
    // The cookie's value is not ours.
    return null;
  }
}

function writeCookie(value: string, age: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and over plain http
  document.cookie = `${COOKIE}=${encodeURIComponent(value)}; path=/; SameSite=Strict${secure}${age}`;
}

function become(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

export const readSession = (): Session => session;

/** After a login: stores the token and opens the home page, or the address at which this account's session expired. */
export function beginSession(token: string, user: User, mustAddFactor: boolean): void {
  writeCookie(token, '');
  history.replaceState(null, '', left?.user === user.id ? left.address : '/');
  left = null;
  become({ token, user, menu: menuOf(user.role), loggedIn: true, mustAddFactor, ended: null });
}

/** The token of a session that began offline: the server refuses it, and the user logs in again. */
const NO_TOKEN = 'without-a-line';

/** Opens the console offline, for the user of the offline copies on this device. */
export function beginOffline(user: User): void {
  become({
    token: session.token ?? NO_TOKEN,
    user,
    menu: menuOf(user.role),
    loggedIn: true,
    mustAddFactor: false,
    ended: null,
  });
}

/** Sets the user of the stored token, after loading or a change. */
export function setUser(user: User): void {
  become({ ...session, user, menu: menuOf(user.role), loggedIn: true });
}

/** Removes everything about the session from this browser. */
export function clearSession(ended: NonNullable<Session['ended']>): void {
  // Another tab may have logged in since.
  if (readCookie() === session.token) writeCookie('', '; Max-Age=0');
  clearStored('sessionStorage');
  const { pathname, search, hash } = location;
  const isExpired = ended === 'invalid' || ended === 'elsewhere';
  left = isExpired && session.user ? { user: session.user.id, address: pathname + search + hash } : null;
  become({ ...NOBODY, ended });
}

/** The server demands a new password before any other call. */
export function requirePasswordChange(): void {
  if (session.user && !session.user.mustChangePassword) setUser({ ...session.user, mustChangePassword: true });
}

/** The server demands a second factor before any other call. */
export function requireFactor(): void {
  if (session.user && !session.mustAddFactor) become({ ...session, mustAddFactor: true });
}

/** The account has the second factor that it must have. */
export function factorAdded(): void {
  become({ ...session, mustAddFactor: false });
}

/** Calls `listener` on every change of the session; returns the unsubscribe function. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, readSession);
}

/** The current user; screens render only when there is one. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('a screen without a user');
  return user;
}
