import type { GivenFinding } from '@shp/shared/domain/findings/finding';
import type { Db } from '../schema/schema.ts';

type Of = { readonly id: string };

/** Stores how the final manager worded the findings of a proposed decision. */
export async function storeProposal(db: Db, of: Of, findings: readonly GivenFinding[]): Promise<void> {
  await db
    .insertInto('proposals')
    .values({ assessment_id: of.id, findings: JSON.stringify(findings) })
    .execute();
}

/** Removes a proposal and returns its wording. */
export async function takeProposal(db: Db, of: Of): Promise<GivenFinding[]> {
  const row = await db
    .deleteFrom('proposals')
    .where('assessment_id', '=', of.id)
    .returning('findings')
    .executeTakeFirst();
  return row ? (JSON.parse(row.findings) as GivenFinding[]) : [];
}

/** Some assessments with a proposal that ended before a day, the oldest first. */
export async function proposalsOver(db: Db, today: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('assessments')
    .select('id')
    .where('proposed_until', '<', today)
    .orderBy('proposed_until')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The assessments that are proposed now; none of them waits for an account. */
export async function proposedNow(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('assessments').select('id').where('proposed_until', 'is not', null).execute();
  return rows.map(({ id }) => id);
}
