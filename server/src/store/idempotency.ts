import type { Db, IdempotencyTable } from './schema.ts';

export const IDEMPOTENCY_HOURS = 24;

/** What a key made before, if it is still remembered. */
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

export async function keepKey(db: Db, row: IdempotencyTable): Promise<void> {
  await db
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['caller_id', 'key']).doUpdateSet({
        call: row.call,
        body_digest: row.body_digest,
        object_id: row.object_id,
        created_at: row.created_at,
      }),
    )
    .execute();
}
