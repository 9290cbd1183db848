import type { UserKind } from '../../domain/accounts/roles.ts';
import { IMPORT_COLUMNS } from '../importColumns.ts';
import { SHEETS_TEXT } from '../sheetTexts.ts';
import { LINKED_COLUMN, LINKS_COLUMN, LOAD_COLUMN, USER_COLUMNS } from '../users.ts';
import { type FileFault, isFault } from './faults.ts';
import { foundValues, keyedRows } from './headings.ts';
import type { Table } from './rows.ts';
import { type Importer, readUser, type UserImport } from './user.ts';

/** The last column of a file of failed rows; imports ignore it. */
export const REASON_COLUMN = {
  key: 'importReason',
  heading: { zh: SHEETS_TEXT.zh.importReason, en: SHEETS_TEXT.en.importReason },
  ignored: true,
};

/**
 * Reads the rows of a user sheet and validates each one as the server would. Columns that only exports have are
 * allowed, so that an edited export can be imported.
 */
export function readUsers(kind: UserKind, table: Table, importer: Importer): UserImport[] | FileFault {
  const columns = IMPORT_COLUMNS[kind];
  const ignored = [...USER_COLUMNS[kind], LOAD_COLUMN, LINKED_COLUMN, LINKS_COLUMN]
    .filter(({ key }) => !columns.some((column) => column.key === key))
    .map(({ key, heading }) => ({ key, heading, ignored: true }));
  const rows = keyedRows(table, [...columns, ...ignored, REASON_COLUMN]);
  if (isFault(rows)) return rows;
  const seen = new Map<string, number>();
  return rows.map((cells) => {
    const row = readUser(kind, cells, importer);
    const account = row.account.toLowerCase();
    const earlier = seen.get(account);
    if (earlier !== undefined) row.reasons.account ??= { code: 'repeated', row: earlier };
    else if (account !== '') seen.set(account, row.rowNumber);
    return { ...row, found: foundValues(cells, row.reasons) };
  });
}
