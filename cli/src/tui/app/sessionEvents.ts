import { ApiError } from '@shp/shared/api/errors';
import type { Api } from '../../api/client.ts';
/** Connects the client's password confirmation with the screen that asks. */
export class Confirmation {
  private show: ((answer: (confirmed: boolean) => void) => void) | null = null;

  /** Whether the user confirmed; false if no screen can ask. */
  readonly ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      if (this.show === null) resolve(false);
      else this.show(resolve);
    });

  /** Registers the screen that asks; returns the function to unregister. */
  asking(show: (answer: (confirmed: boolean) => void) => void): () => void {
    this.show = show;
    return () => {
      this.show = null;
    };
  }
}

/** Whether the session is invalid. */
export function isSessionEnd(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** A client that calls `onEnd` when the session has ended, for all callers. */
export function withSessionEnd(api: Api, onEnd: (error: unknown) => void): Api {
  const watched = <T>(answer: Promise<T>) =>
    answer.catch((error: unknown) => {
      if (isSessionEnd(error)) onEnd(error);
      throw error;
    });
  return {
    ...api,
    call: (key, input, options) => watched(api.call(key, input, options)),
    open: (key, input, options) => watched(api.open(key, input, options)),
  };
}
