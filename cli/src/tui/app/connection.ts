import { ApiError, NetworkError } from '@shp/shared/api/errors';
import type { Api } from '../../api/client.ts';
import { isTransient } from '../../api/retry.ts';

/** Answers that are kept for screens that are opened while the server does not answer. */
const KEPT = 100;

/** Whether the server answers, and its last answers. */
export class Connection {
  private readonly answers = new Map<string, unknown>();
  private readonly listeners = new Set<() => void>();
  private answeredAt: number | null = null;
  /** The time of the last answer while the server does not answer; null while it does. */
  lostSince: number | null = null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): number | null => this.lostSince;

  /** A client whose calls tell whether the server answers. */
  watching(api: Api): Api {
    const watched = <T>(answer: Promise<T>) =>
      answer.then(
        (data) => {
          this.answered();
          return data;
        },
        (error: unknown) => {
          if (isTransient(error)) this.failed(error);
          else if (error instanceof ApiError) this.answered();
          throw error;
        },
      );
    return {
      ...api,
      call: (key, input, options) => watched(api.call(key, input, options)),
      open: (key, input, options) => watched(api.open(key, input, options)),
    };
  }

  /** A call had no answer; it may be tried again. */
  readonly failed = (error: unknown): void => {
    // A server that is busy does answer.
    if (!(error instanceof NetworkError) || this.lostSince !== null) return;
    this.tell(this.answeredAt ?? Date.now());
  };

  keep(key: string, data: unknown): void {
    this.answers.delete(key);
    this.answers.set(key, data);
    for (const oldest of this.answers.keys()) {
      if (this.answers.size <= KEPT) return;
      this.answers.delete(oldest);
    }
  }

  /** The last answer to a call, while the server does not answer. */
  last(key: string): unknown {
    return this.lostSince === null ? undefined : this.answers.get(key);
  }

  /** Another account may see other things. */
  forget(): void {
    this.answers.clear();
  }

  /** Another server is not known to answer or not. */
  restart(): void {
    this.forget();
    this.answeredAt = null;
    if (this.lostSince !== null) this.tell(null);
  }

  private answered(): void {
    this.answeredAt = Date.now();
    if (this.lostSince !== null) this.tell(null);
  }

  private tell(lostSince: number | null): void {
    this.lostSince = lostSince;
    for (const listener of this.listeners) listener();
  }
}
