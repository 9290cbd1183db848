import { createHash } from 'node:crypto';
import type { UserKind } from '@shp/shared/domain/accounts/roles';
import { IMPORT_COLUMNS } from '@shp/shared/sheets/importColumns';
import { faultText, isFault } from '@shp/shared/sheets/read/faults';
import { reasonLines } from '@shp/shared/sheets/read/rowReasons';
import { formatOfName, readTable } from '@shp/shared/sheets/read/table';
import type { Importer, UserImport, UserInput } from '@shp/shared/sheets/read/user';
import { readUsers } from '@shp/shared/sheets/read/users';
import { SHEETS_TEXT } from '@shp/shared/sheets/sheetTexts';
import { Failure, UsageError } from '../../lib/errors.ts';
import type { Texts } from '../../lib/texts.ts';
import { readUserFile } from '../../lib/userFile.ts';

/** A row of the file. A row with a reason is wrong and not sent. */
export type FileRow = {
  row: number;
  account: string;
  input: UserInput;
  reason: string;
  cells: UserImport['cells'];
};

/** Reads and checks all rows; also returns the file's SHA-256. @throws Failure if the file itself is wrong */
export async function readFileRows(
  kind: UserKind,
  file: string,
  importer: Importer,
  { lang, cli, common }: Texts,
): Promise<{ sha256: string; rows: FileRow[] }> {
  const format = formatOfName(file);
  if (format === null) throw new UsageError(cli.usage.importFormat(file));
  const bytes = new Uint8Array(readUserFile(file));
  const table = await readTable(bytes, format);
  const rows = isFault(table) ? table : readUsers(kind, table, importer);
  if (isFault(rows)) throw new Failure(`${file}: ${faultText(rows, SHEETS_TEXT[lang], lang)}`);
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    rows: rows.map(({ rowNumber, account, input, reasons, cells, found }) => ({
      row: rowNumber,
      account,
      input,
      reason: reasonLines(reasons, IMPORT_COLUMNS[kind], lang, found).join(common.marks.semicolon),
      cells,
    })),
  };
}
