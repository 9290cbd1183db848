import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, ForeignAnswer, NetworkError } from '@shp/shared/api/errors';
import { ConnectError, markRetried, wasRetried } from '../lib/networkErrors.ts';

export const MAX_TRIES = 5;
const WITHIN = 15_000;
const FIRST_WAIT = 250;
const BUSY: readonly number[] = [429, 502, 503, 504];

/** Called before a retry: the last error, the wait in ms, the number of the next try. */
export type OnRetry = (error: unknown, wait: number, next: number) => void;

/** Whether a retry may succeed. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ForeignAnswer) return false;
  if (error instanceof ConnectError) return error.fault === null;
  return error instanceof NetworkError || (error instanceof ApiError && BUSY.includes(error.status));
}

/**
 * Retries idempotent work on temporary failures, at most 5 times within 15 seconds. undici's RetryAgent cannot do this:
 * it retries single requests, not a call with a truncated body, and does not know Idempotency-Key.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  signal: AbortSignal | undefined,
  onRetry: OnRetry,
): Promise<T> {
  const start = Date.now();
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error) || wasRetried(error)) throw error;
      if (tries === MAX_TRIES) throw markRetried(error, tries);
      const wait = waitBefore(tries, error);
      if (Date.now() - start + wait > WITHIN) throw markRetried(error, tries);
      onRetry(error, wait, tries + 1);
      await pause(wait, signal);
    }
  }
}

function waitBefore(tries: number, error: unknown): number {
  const asked = error instanceof ApiError && error.retryAfter !== null ? error.retryAfter * 1000 : 0;
  const doubled = FIRST_WAIT * 2 ** (tries - 1);
  return Math.max(asked, doubled * (0.75 + Math.random() / 2));
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(milliseconds, undefined, signal ? { signal } : {});
  } catch {
    throw signal?.reason;
  }
}
