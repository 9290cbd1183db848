import { ApiError, NetworkError } from '@shp/shared/api/errors';
import type { Contract } from '../../tests/support/contract.ts';

/** Somebody who works at the server, keeps book of what it answered, and holds it to that after each crash. */
export type Client = {
  readonly name: string;
  /** One act; throws where the line breaks. */
  act(server: Contract): Promise<void>;
  /** After a crash: whether all that was answered is there, and nothing half. Takes over what was done unanswered. */
  check(server: Contract): Promise<void>;
  /** How many acts were answered. */
  readonly answered: number;
};

/** What must hold does not. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

export function must(holds: boolean, told: () => string): asserts holds {
  if (!holds) throw new Broken(told());
}

/** An upload is told to come again: what its server needs is away. */
export class Away extends Error {
  override readonly name = 'Away';
}

/** Works until an act fails for a reason that is looked for. @throws whatever is another one */
export async function workUntil(failed: (error: unknown) => boolean, client: Client, server: Contract): Promise<void> {
  for (;;) {
    try {
      await client.act(server);
    } catch (error) {
      if (failed(error)) return;
      throw error;
    }
  }
}

/** Whether a call is told to come again, and when. */
export function isAway(error: unknown): boolean {
  if (error instanceof Away) return true;
  return error instanceof ApiError && error.code === 'overloaded' && (error.retryAfter ?? 0) > 0;
}

/** Whether the line broke. */
export function isCut(error: unknown): boolean {
  // fetch tells a broken line by a TypeError, the typed client by its own error.
  return error instanceof NetworkError || error instanceof TypeError;
}
