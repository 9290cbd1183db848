import type { Unit } from '@shp/shared/domain/assessment/stepUnits';
import { sql } from 'kysely';
import { oneOf } from '../db/dialect.ts';
import type { Db } from '../schema/schema.ts';

/** The account that created another account or last reset its password. */
export type Maker = Unit & { id: string; name: string };

/** The last maker of each account; null if none, as for the first administrator. */
export async function lastMakers(db: Db, accounts: readonly string[]): Promise<ReadonlyMap<string, Maker | null>> {
  const found = new Map<string, Maker | null>(accounts.map((id) => [id, null]));
  if (accounts.length === 0) return found;
  const links = await db
    .selectFrom('account_hands')
    .leftJoin('users', 'users.id', 'account_hands.by_id')
    .select(['account_hands.user_id', 'account_hands.by_id', 'users.role', 'users.division', 'users.name'])
    .where(oneOf(db, sql.ref('account_hands.user_id'), accounts))
    .orderBy('account_hands.at')
    .execute();
  const last = new Map(links.map((link) => [link.user_id, link]));
  for (const [account, { by_id: id, role, division, name }] of last) {
    found.set(account, role === null ? await removedAccount(db, id) : { id, role, division, name: name ?? '' });
  }
  return found;
}

/** A permanently removed account, as recorded in the audit. */
async function removedAccount(db: Db, id: string): Promise<Maker | null> {
  const rows = await db
    .selectFrom('audit')
    .select(['object_kind', 'object_name', 'changes'])
    .where('object_id', '=', id)
    .orderBy('seq')
    .execute();
  let division: string | null = null;
  for (const { changes } of rows) {
    const { division: moved } = JSON.parse(changes) as { division?: [unknown, string | null] };
    if (moved !== undefined) division = moved[1];
  }
  const last = rows.at(-1);
  return last ? { id, role: last.object_kind as Unit['role'], division, name: last.object_name } : null;
}
