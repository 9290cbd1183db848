import { basename } from 'node:path';
import type { SheetFormat } from '@shp/shared/domain/lib/sheetFormats';
import { assessmentExportColumns, chaptersIn } from '@shp/shared/sheets/assessments';
import type { Heading } from '@shp/shared/sheets/column';
import { faultText, isFault } from '@shp/shared/sheets/read/faults';
import { formatOfName, readTable } from '@shp/shared/sheets/read/table';
import { SHEETS_TEXT } from '@shp/shared/sheets/sheetTexts';
import { USER_COLUMNS } from '@shp/shared/sheets/users';
import { atomicWrite } from '../lib/atomicWrite.ts';
import { Failure } from '../lib/errors.ts';
import type { Texts } from '../lib/texts.ts';
import { readUserFile } from '../lib/userFile.ts';
import type { Source } from './receive.ts';

type Row = Record<string, unknown>;
type Table = { readonly headings: readonly string[]; readonly rows: readonly Row[] };
export type Counts = { added: number; changed: number; removed: number };

/**
 * Compares two exports by number or account and writes one line per difference: rows added, rows changed with their
 * fields before and after, rows removed. Both need the same format.
 * @throws Failure
 */
export async function writeDiff(
  files: { old: string; new: string; to: string },
  source: Source,
  texts: Texts,
): Promise<Counts> {
  const { format } = source.input as { format: SheetFormat };
  const before = await readExport(files.old, formatOfName(files.old) ?? format, source, texts);
  const after = await readExport(files.new, format, source, texts);
  const same = before.rows.length === 0 || after.rows.length === 0 || formOf(before) === formOf(after);
  if ((formatOfName(files.old) ?? format) !== format || !same) {
    throw new Failure(texts.cli.errors.otherForm(basename(files.old)));
  }
  const lines = [...compare(byKey(before, source), byKey(after, source))];
  atomicWrite(files.to, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), 0o644);
  const count = (change: string) => lines.filter((line) => line.change === change).length;
  return { added: count('added'), changed: count('changed'), removed: count('removed') };
}

/** The number of rows in an export. @throws Failure */
export async function countRows(file: string, source: Source, texts: Texts): Promise<number> {
  const { format } = source.input as { format: SheetFormat };
  return (await readExport(file, formatOfName(file) ?? format, source, texts)).rows.length;
}

/** Maps a column's key, or its heading in either language, to the key. */
function keyed({ key, input }: Source, names: readonly string[]): (name: string) => string {
  const columns: readonly { key: string; heading: Heading }[] =
    key === 'GET user/export'
      ? USER_COLUMNS[(input as { kind: keyof typeof USER_COLUMNS }).kind]
      : assessmentExportColumns(chaptersIn(names));
  const keys = new Map(columns.flatMap(({ key, heading: { zh, en } }) => [key, zh, en].map((name) => [name, key])));
  return (name) => keys.get(name) ?? name;
}

/** The headings that identify an export's form, without chapters: a new version of the standard may add some. */
function formOf({ headings }: Table): string {
  return `${headings.filter((heading) => chaptersIn([heading]).length === 0)}`;
}

async function readExport(file: string, format: SheetFormat, source: Source, texts: Texts): Promise<Table> {
  const bytes = new Uint8Array(readUserFile(file));
  // An empty ndjson export.
  if (bytes.length === 0) return { headings: [], rows: [] };
  const table = await readTable(bytes, format);
  if (isFault(table)) throw new Failure(`${file}: ${faultText(table, SHEETS_TEXT[texts.lang], texts.lang)}`);
  if (table.headings === null) {
    const objects = table.rows.map(({ object }) => object ?? {});
    const headings = Object.keys(objects[0] ?? {});
    const keyOf = keyed(source, headings);
    const rows = objects.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [keyOf(name), cell])),
    );
    return { headings, rows };
  }
  const { headings } = table;
  const keys = headings.map(keyed(source, headings));
  return {
    headings,
    rows: table.rows.map(({ cells }) => Object.fromEntries(keys.map((key, index) => [key, cells[index] ?? null]))),
  };
}

type Keyed = { name: string; rows: Map<string, Row> };

/** The rows by assessment number or account. */
function byKey({ rows }: Table, { key }: Source): Keyed {
  const name = key === 'GET user/export' ? 'account' : 'number';
  return { name, rows: new Map(rows.map((row) => [String(row[name]), row])) };
}

type Line = { change: 'added' | 'changed' | 'removed' } & Row;

function* compare(before: Keyed, after: Keyed): Generator<Line> {
  const { name } = after;
  const keys = [...new Set([...before.rows.keys(), ...after.rows.keys()])].sort();
  for (const key of keys) {
    const [old, now] = [before.rows.get(key), after.rows.get(key)];
    if (!old) yield { change: 'added', [name]: key, row: now };
    else if (!now) yield { change: 'removed', [name]: key, row: old };
    else {
      const fields = changedFields(old, now);
      if (Object.keys(fields).length > 0) yield { change: 'changed', [name]: key, fields };
    }
  }
}

function changedFields(old: Row, now: Row): Record<string, { before: unknown; after: unknown }> {
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changed = names.filter((name) => JSON.stringify(old[name] ?? null) !== JSON.stringify(now[name] ?? null));
  return Object.fromEntries(changed.map((name) => [name, { before: old[name] ?? null, after: now[name] ?? null }]));
}
