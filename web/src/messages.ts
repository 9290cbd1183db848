import { ApiError, NetworkError } from '@shp/shared/api/errors';
import type { Login } from '@shp/shared/text/en/login';

/** What a person is told of a call that failed: the server's own message, or that there was no answer. */
export function messageOf(error: unknown, login: Login): string {
  if (error instanceof NetworkError) return login.networkError(error.detail);
  if (error instanceof ApiError) return error.message;
  return error instanceof Error && error.cause !== undefined ? messageOf(error.cause, login) : login.errorOccurred;
}
