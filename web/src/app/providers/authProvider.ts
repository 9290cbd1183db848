import type { AuthProvider } from 'react-admin';
import { logOut } from '../../core/client.ts';
import { readSession } from '../../core/session.ts';

/**
 * What react-admin asks about the session. Logging in is the sign-in page's business, and an answer 401 ends the session
 * in client.ts, whoever made the call; so nothing is left for react-admin to judge.
 */
export const authProvider: AuthProvider = {
  login: () => Promise.reject(new Error('the sign-in page logs in')),
  logout: logOut,
  checkAuth: () => (readSession().token === null ? Promise.reject() : Promise.resolve()),
  checkError: () => Promise.resolve(),
};
