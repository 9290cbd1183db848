import { NetworkError } from '@shp/shared/api/errors';
import type { Contract } from '../../tests/contract/harness.ts';

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

/** Works until the line breaks. @throws whatever is no broken line */
export async function workUntilCut(client: Client, server: Contract): Promise<void> {
  for (;;) {
    try {
      await client.act(server);
    } catch (error) {
      if (isCut(error)) return;
      throw error;
    }
  }
}

function isCut(error: unknown): boolean {
  // fetch tells a broken line by a TypeError, the typed client by its own error.
  return error instanceof NetworkError || error instanceof TypeError;
}
