import type { Db, IdempotencyTable } from '../schema/schema.ts';

export const IDEMPOTENCY_HOURS = 24;

/** The object that a key created, if the key has not expired. */
export async function findKey(
  db: Db,
  caller: string,
  key: string,
  since: string,
): Promise<IdempotencyTable | undefined> {
  return db
    .selectFrom('idempotency')
    .selectAll()
    .where('caller_id', '=', caller)
    .where('key', '=', key)
    .where('created_at', '>', since)
    .executeTakeFirst();
}

/** Stores the object that a key created, or its replacement after a repetition. */
export async function storeKey(db: Db, { caller_id, key, ...made }: IdempotencyTable): Promise<void> {
  await db
    .insertInto('idempotency')
    .values({ caller_id, key, ...made })
    .onConflict((conflict) => conflict.columns(['caller_id', 'key']).doUpdateSet(made))
    .execute();
}
