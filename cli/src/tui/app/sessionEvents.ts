import { ApiError } from '@shp/shared/api/errors';
import type { Api } from '../../api/client.ts';
/** Brings the client's question for the password to the screen that can ask it. */
export class Confirmation {
  private show: ((answer: (confirmed: boolean) => void) => void) | null = null;

  /** Whether the user confirmed the session; without a screen nobody can. */
  readonly ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      if (this.show === null) resolve(false);
      else this.show(resolve);
    });

  /** The screen that asks from now on; answers what takes it away again. */
  asking(show: (answer: (confirmed: boolean) => void) => void): () => void {
    this.show = show;
    return () => {
      this.show = null;
    };
  }
}

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
