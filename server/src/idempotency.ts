import { createHash } from 'node:crypto';
import { HOUR } from '@shp/shared/domain/lib/days';
import type { Context } from './context.ts';
import { conflict } from './httpError.ts';
import { findKey, IDEMPOTENCY_HOURS, storeKey } from './store/repositories/idempotency.ts';
import type { Caller, Write } from './types.ts';

/**
 * Creates once per `Idempotency-Key` (docs/spec/wire.md#conventions). Stores the key in the transaction that creates
 * the object. `replay` answers a repetition from the object's present state or from its replacement. @throws HttpError
 * `conflict` if the key came with another body before.
 */
export function createOnce<T>(
  context: Context<Caller>,
  input: object,
  create: (write: Write) => Promise<{ id: string; answer: T }>,
  replay: (write: Write, id: string) => Promise<{ id: string; answer: T }>,
): Promise<T> {
  const { idempotencyKey: key, caller, call } = context;
  return context.write(async (write) => {
    if (key === null) return (await create(write)).answer;
    const digest = digestOf(call, input);
    const since = new Date(Date.parse(context.now) - IDEMPOTENCY_HOURS * HOUR).toISOString();
    const known = await findKey(write.db, caller.id, key, since);
    if (known && known.body_digest !== digest) throw conflict((text) => text.refused.keyReused);
    const { id, answer } = known ? await replay(write, known.object_id) : await create(write);
    await storeKey(write.db, {
      caller_id: caller.id,
      key,
      call,
      body_digest: digest,
      object_id: id,
      created_at: known?.created_at ?? context.now,
    });
    return answer;
  });
}

/** Digest of a body, without the password: a fast digest of a password would be worth stealing. */
function digestOf(call: string, input: object): string {
  const compared = Object.entries(input).filter(([key]) => key !== 'password');
  return createHash('sha256')
    .update(JSON.stringify([call, compared]))
    .digest('hex');
}
