import { ApiError } from '@shp/shared/api/errors';
import type { Api } from '../../api/client.ts';

/** Whether an error says that nobody is logged in any more. */
export function isSessionEnd(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** A client that tells when its session has ended, whichever part of the UI made the call. */
export function tellingEnd(api: Api, onEnd: () => void): Api {
  const watched = <T>(answer: Promise<T>) =>
    answer.catch((error: unknown) => {
      if (isSessionEnd(error)) onEnd();
      throw error;
    });
  return {
    ...api,
    call: (key, input, options) => watched(api.call(key, input, options)),
    open: (key, input, options) => watched(api.open(key, input, options)),
  };
}
