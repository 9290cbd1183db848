import type { Level, Status } from '@shp/shared/domain/assessment/statuses';
import type { Db, PrintsTable } from '../schema/schema.ts';

type Print = Pick<PrintsTable, 'json' | 'digest'>;

export type PrintedConclusion = {
  number: string;
  print: string;
  level: Level;
  status: Status;
  valid_until: string | null;
};

/**
 * The assessment with this number and this digest of its stored conclusion, and its present state; undefined if none.
 */
export async function findPrinted(db: Db, number: string, digest: string): Promise<PrintedConclusion | undefined> {
  return db
    .selectFrom('prints')
    .innerJoin('assessments', 'assessments.id', 'prints.assessment_id')
    .select(['number', 'prints.json as print', 'level', 'status', 'valid_until'])
    .where('number', '=', number)
    .where('prints.digest', '=', digest)
    .executeTakeFirst();
}

/** The print of an assessment's conclusion; undefined before it is concluded. */
export async function findPrint(db: Db, { id }: { id: string }): Promise<Print | undefined> {
  return db.selectFrom('prints').select(['json', 'digest']).where('assessment_id', '=', id).executeTakeFirst();
}

/** Stores the print of an assessment's conclusion, replacing an earlier one. */
export async function keepPrint(db: Db, { id }: { id: string }, print: Print): Promise<void> {
  await db
    .insertInto('prints')
    .values({ assessment_id: id, ...print })
    .onConflict((conflict) => conflict.column('assessment_id').doUpdateSet(print))
    .execute();
}
