import type { Shp } from '../../command/context.ts';
import { own } from '../../output/columns.ts';
import { printRows } from '../../output/print.ts';
import type { FileRow } from './read.ts';

type Wrong = Pick<FileRow, 'row' | 'account' | 'reason'>;

/** Prints the rows of a file that would not be sent, with why. */
export function tellRows(shp: Shp, rows: readonly FileRow[]): Promise<void> {
  const { row, reason } = shp.texts.cli.imports.columns;
  const columns = [
    own<Wrong>('row', row, (one) => one.row, 'number'),
    own<Wrong>('account', shp.texts.common.fields.account, ({ account }) => account),
    own<Wrong>('reason', reason, (one) => one.reason),
  ];
  const shown = rows.map(({ row, account, reason }) => ({ row, account, reason }));
  return printRows(shp, { columns, sentences: true, paths: ['row', 'account', 'reason'] }, [shown]);
}
