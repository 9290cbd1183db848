import type { Level, Status } from '@shp/shared/domain/assessment/statuses';
import type { Db, PrintsTable } from '../schema/schema.ts';

type Print = Pick<PrintsTable, 'json' | 'digest'>;

export type PrintedConclusion = {
  id: string;
  number: string;
  print: string;
  digest: string;
  level: Level;
  status: Status;
  valid_until: string | null;
};

/** The stored conclusion of the assessment with this number, and its present state; undefined if none. */
export async function findPrinted(db: Db, number: string): Promise<PrintedConclusion | undefined> {
  return db
    .selectFrom('prints')
    .innerJoin('assessments', 'assessments.id', 'prints.assessment_id')
    .select(['assessments.id', 'number', 'prints.json as print', 'prints.digest', 'level', 'status', 'valid_until'])
    .where('number', '=', number)
    .executeTakeFirst();
}

/** The print of an assessment's conclusion; undefined before it is concluded. */
export async function findPrint(db: Db, { id }: { id: string }): Promise<Print | undefined> {
  return db.selectFrom('prints').select(['json', 'digest']).where('assessment_id', '=', id).executeTakeFirst();
}

/** Stores the print of an assessment's conclusion, replacing an earlier one. */
export async function storePrint(db: Db, { id }: { id: string }, print: Print): Promise<void> {
  await db
    .insertInto('prints')
    .values({ assessment_id: id, ...print, bundle: null })
    .onConflict((conflict) => conflict.column('assessment_id').doUpdateSet({ ...print, bundle: null }))
    .execute();
}

/** The signed bundle of an assessment's conclusion, as JSON; null until it is signed, undefined before the conclusion. */
export async function findBundle(db: Db, id: string): Promise<string | null | undefined> {
  const print = await db.selectFrom('prints').select('bundle').where('assessment_id', '=', id).executeTakeFirst();
  return print?.bundle;
}

/** Stores the signed bundle of an assessment's conclusion. */
export async function storeBundle(db: Db, id: string, bundle: string): Promise<void> {
  await db.updateTable('prints').set({ bundle }).where('assessment_id', '=', id).execute();
}
