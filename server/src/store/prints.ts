import type { Level, Status } from '@shp/shared/domain/statuses';
import type { Db } from './schema.ts';

export type PrintedConclusion = {
  number: string;
  print: string;
  level: Level;
  status: Status;
  valid_until: string | null;
};

/** The assessment whose kept conclusion has this number and this digest, with its state now; undefined where none has. */
export async function findPrinted(db: Db, number: string, digest: string): Promise<PrintedConclusion | undefined> {
  return db
    .selectFrom('assessments')
    .select(['number', 'print', 'level', 'status', 'valid_until'])
    .where('number', '=', number)
    .where('print_digest', '=', digest)
    .where('print', 'is not', null)
    .$narrowType<{ print: string }>()
    .executeTakeFirst();
}
