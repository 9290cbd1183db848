import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { plainText, type Value } from '@shp/shared/sheets/column';
import { IMPORT_COLUMNS } from '@shp/shared/sheets/importColumns';
import { REASON_COLUMN } from '@shp/shared/sheets/read/users';
import { csv } from '@shp/shared/sheets/write/csv';
import { atomicWrite } from '../../lib/atomicWrite.ts';
import { renameEarlierFile } from '../journal/journal.ts';
import type { FileRow } from './read.ts';

/**
 * Writes the failed rows to a file to correct and import again: template headings, original cells, the reason. Only the
 * user can read it, since rows may hold passwords. Renames an earlier file.
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
  renameEarlierFile(path);
  atomicWrite(path, text.start + lines.join(''), 0o600);
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : plainText(cell as Value);
}
