import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { plainText, type Value } from '@shp/shared/sheets/column';
import { IMPORT_COLUMNS } from '@shp/shared/sheets/importColumns';
import { REASON_COLUMN } from '@shp/shared/sheets/read/users';
import { csv } from '@shp/shared/sheets/write/csv';
import { atomicWrite } from '../../lib/atomicWrite.ts';
import { putAside } from '../journal/journal.ts';
import type { FileRow } from './read.ts';

/**
 * Writes the rows that failed as a file to mend and import: the headings of the template, the cells as they were, why
 * each failed. Readable by the user alone, since rows may hold passwords. An earlier file of the name is put aside.
 */
export function writeFailed(path: string, kind: UserKind, rows: readonly (FileRow & { why: string })[]): void {
  const columns = [...IMPORT_COLUMNS[kind], REASON_COLUMN].map(({ heading }) => ({
    heading: `${heading.zh} / ${heading.en}`,
    type: 'text' as const,
    width: 0,
  }));
  const text = csv({ name: '', columns });
  const lines = rows.map(({ row, cells, why }) =>
    text.row([...IMPORT_COLUMNS[kind].map(({ key }) => cellText(cells[key])), why], row),
  );
  putAside(path);
  atomicWrite(path, text.start + lines.join(''), 0o600);
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : plainText(cell as Value);
}
