import { ApiError, NetworkError } from '@shp/shared/api/errors';
import { messageNow } from '../core/messages.ts';
import type { Entries, Same } from './entries.ts';

/**
 * Result of a batch: how the server judged it, or that something else is sent first, after which the outbox is flushed.
 * Any other failure, such as a lost connection, throws and is retried.
 */
export type Outcome =
  | { readonly kind: 'saved'; readonly answer: unknown; readonly version: number | null }
  | { readonly kind: 'outdated'; readonly current: ReadonlyMap<string, unknown>; readonly version: number | null }
  | { readonly kind: 'waits' }
  | { readonly kind: 'refused'; readonly messages: ReadonlyMap<string, string> };

/** Timeout of a request: a browser may not notice a dead connection. */
const ANSWER_MS = 45_000;

/** Makes a call that fails like a lost connection when it takes too long. */
export async function withTimeout<T>(make: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    return await make(signal);
  } catch (error) {
    if (signal.aborted) throw new NetworkError('timeout', { cause: error });
    throw error;
  }
}

/** How to compare and send one kind of object. */
export type Sender = {
  readonly same: Same;
  send(id: string, batch: Entries): Promise<Outcome>;
  /** The user has discarded a refused entry: what belongs to it goes too. */
  discard?(id: string): Promise<void>;
};

type Reading = { current?: (current: unknown) => Outcome; placeOf: (path: string) => string | undefined };

/** Error codes after which a retry of the same request can succeed. */
const PASSING: readonly string[] = [
  'unauthenticated',
  'password_change_required',
  'too_many_requests',
  'overloaded',
  'internal',
];

/** What an error of the server means for a batch. @throws what passes: the batch is sent again */
export function outcomeOf(error: unknown, batch: Entries, { current, placeOf }: Reading): Outcome {
  if (!(error instanceof ApiError) || PASSING.includes(error.code)) throw error;
  if (error.code === 'conflict' && error.body.current !== undefined && current) return current(error.body.current);
  const named = Object.entries(error.fields).flatMap(([path, message]) => {
    const place = placeOf(path);
    return batch.some((entry) => entry.place === place) ? [[place as string, message] as const] : [];
  });
  const messages = named.length > 0 ? named : batch.map(({ place }) => [place, messageNow(error)] as const);
  return { kind: 'refused', messages: new Map(messages) };
}
