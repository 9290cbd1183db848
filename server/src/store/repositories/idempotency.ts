import { statement, type Value } from '../db/compiledQuery.ts';
import type { Db, IdempotencyTable } from '../schema/schema.ts';

export const IDEMPOTENCY_HOURS = 24;

const known = statement((db, value: Value<{ caller: string; key: string; since: string }>) =>
  db
    .selectFrom('idempotency')
    .selectAll()
    .where('caller_id', '=', value('caller'))
    .where('key', '=', value('key'))
    .where('created_at', '>', value('since')),
);

const keep = statement((db, value: Value<IdempotencyTable>) => {
  const made = {
    call: value('call'),
    body_digest: value('body_digest'),
    object_id: value('object_id'),
    created_at: value('created_at'),
  };
  return db
    .insertInto('idempotency')
    .values({ caller_id: value('caller_id'), key: value('key'), ...made })
    .onConflict((conflict) => conflict.columns(['caller_id', 'key']).doUpdateSet(made));
});

/** The object that a key created, if the key has not expired. */
export async function findKey(
  db: Db,
  caller: string,
  key: string,
  since: string,
): Promise<IdempotencyTable | undefined> {
  const [row] = await known(db, { caller, key, since });
  return row;
}

/** Stores the object that a key created, or its replacement after a repetition. */
export async function keepKey(db: Db, row: IdempotencyTable): Promise<void> {
  await keep(db, row);
}
