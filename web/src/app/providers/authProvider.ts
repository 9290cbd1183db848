import type { AuthProvider } from 'react-admin';
import { logOut } from '../../core/client.ts';
import { readSession } from '../../core/session.ts';

/**
 * react-admin's view of the session. The sign-in page logs in, and client.ts ends the session on any 401, so
 * react-admin has nothing to check.
 */
export const authProvider: AuthProvider = {
  login: () => Promise.reject(new Error('the sign-in page logs in')),
  logout: logOut,
  checkAuth: () => (readSession().token === null ? Promise.reject() : Promise.resolve()),
  checkError: () => Promise.resolve(),
};
