import { ApiError, ForeignAnswer, NetworkError } from '@shp/shared/api/errors';
import type { Login } from '@shp/shared/text/en/login';
import { readSignInText } from './i18n/texts.ts';

/**
 * A failed call as text: the server's message, or why there was no response. Never the wording of a browser or proxy.
 */
export function messageOf(error: unknown, login: Login): string {
  if (error instanceof NetworkError) return login.networkError(detailOf(error, login));
  if (error instanceof ApiError) {
    if (error.code === 'forbidden') return login.requestDenied;
    return error.isBare ? bareText(error.status, login) : error.message;
  }
  return error instanceof Error && error.cause !== undefined ? messageOf(error.cause, login) : login.errorOccurred;
}

/** The same for code outside components, in the current language. */
export function messageNow(error: unknown): string {
  const text = readSignInText();
  return text ? messageOf(error, text.login) : '';
}

function detailOf(error: NetworkError, { network }: Login): string {
  if (error instanceof ForeignAnswer) return network.foreign;
  return navigator.onLine ? network.noAnswer : network.offline;
}

function bareText(status: number, login: Login): string {
  if (status === 403) return login.requestDenied;
  return status >= 500 ? login.serverFailed : login.errorOccurred;
}
