import type { SignedHead } from '@shp/shared/trust/history';
import type { Db } from '../../store/schema/schema.ts';

/** The newest signed head; null if there has been none. */
export async function lastHead(db: Db): Promise<SignedHead | null> {
  const row = await db.selectFrom('audit_heads').selectAll().executeTakeFirst();
  if (!row) return null;
  const { size, root, at, key_id, signature } = row;
  return { head: { size, root, at }, key: key_id, signature };
}

/** Stores a head in place of the last one. */
export async function storeHead(db: Db, { head, key, signature }: SignedHead): Promise<void> {
  const row = { ...head, key_id: key, signature };
  await db
    .insertInto('audit_heads')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
