import { LANGS } from '../../domain/lib/lang.ts';
import type { Heading } from '../column.ts';
import { columnLetters } from '../columnLetters.ts';
import type { FileFault } from './faults.ts';
import { type Found, ROW, type RowReasons } from './rowReasons.ts';
import type { Cell, Table } from './rows.ts';
import { isBlank } from './rows.ts';
import { normalized } from './values.ts';

/** A column that a file may have. An ignored column occurs in exports, but an import does not read it. */
export type InColumn = {
  readonly key: string;
  readonly heading: Heading;
  readonly also?: Heading;
  /** Whether a sheet without this column is refused as a whole. */
  readonly required?: boolean;
  readonly ignored?: boolean;
};

/**
 * A row's cells by column key, and reasons found before any cell is read. `places`: the column letters, only for
 * sheets.
 */
export type KeyedRow = {
  readonly number: number;
  readonly places: Record<string, string>;
  readonly cells: Record<string, unknown>;
  readonly reasons: RowReasons;
};

/** The invalid values of a row with their cells. Messages never repeat a password. */
export function foundValues({ number, places, cells }: KeyedRow, reasons: RowReasons): Record<string, Found> {
  const found: Record<string, Found> = {};
  for (const key of Object.keys(reasons)) {
    if (key === 'password' || isBlank(cells[key])) continue;
    const place = places[key];
    found[key] = { ...(place === undefined ? {} : { cell: `${place}${number}` }), value: shortened(cells[key]) };
  }
  return found;
}

/** A message repeats at most this many characters of a value. */
const MAX_SHOWN = 40;

function shortened(cell: unknown): string {
  const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell).trim();
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/**
 * Finds the columns by their headings: keys, either language, or both joined as in templates, with or without units. In
 * ndjson each object names its own keys, so a wrong key is reported on its row.
 */
export function keyedRows(table: Table, columns: readonly InColumn[]): KeyedRow[] | FileFault {
  const bySpelling = new Map(columns.flatMap((column) => spellings(column).map((one) => [one, column] as const)));
  const find = (heading: string) => bySpelling.get(normalized(heading));
  if (table.headings === null) return table.rows.map(({ number, object }) => keyedObject(number, object, find));
  const { headings, rows } = withoutTitles(table, find);
  const fault = headingFault(headings, columns, find);
  if (fault) return fault;
  const found = headings.map(find);
  return rows.map(({ number, cells }) => keyedCells(number, cells, found));
}

/** The maximum number of rows above the headings for a title, a unit or a date. */
const MAX_TITLE_ROWS = 10;

/**
 * Skips title rows: rows without a known heading, above a row in which at least half of the cells are known headings.
 */
function withoutTitles(
  table: Table & { headings: readonly string[] },
  find: Find,
): Table & { headings: readonly string[] } {
  if (table.headings.some((heading) => find(heading))) return table;
  const place = table.rows.slice(0, MAX_TITLE_ROWS).findIndex(({ cells }) => {
    const filled = cells.filter((cell) => !isBlank(cell));
    const known = filled.filter((cell) => find(String(cell)));
    return known.length > 0 && known.length * 2 >= filled.length;
  });
  const row = table.rows[place];
  if (!row) return table;
  return {
    headings: row.cells.map((cell) => (cell === null ? '' : String(cell).trim())),
    rows: table.rows.slice(place + 1),
  };
}

type Find = (heading: string) => InColumn | undefined;

function spellings({ key, heading, also = heading }: InColumn): string[] {
  const [zh, en] = LANGS.map((lang) =>
    [heading[lang], also[lang]].flatMap((one) => [one, one.replace(/ \(.*\)$/, '')]),
  ) as [string[], string[]];
  const both = zh.flatMap((one) => en.flatMap((other) => [`${one}/${other}`, `${other}/${one}`]));
  return [key, ...zh, ...en, ...both].map(normalized);
}

function headingFault(headings: readonly string[], columns: readonly InColumn[], find: Find): FileFault | null {
  const allowed = columns.filter(({ ignored }) => !ignored).map(({ heading }) => heading);
  const named = headings.filter((heading) => heading !== '');
  const unknown = named.filter((heading) => !find(heading));
  if (unknown.length > 0) return { code: 'unknownHeadings', headings: unknown, allowed };
  const found = named.map(find);
  const twice = columns.filter((column) => found.indexOf(column) !== found.lastIndexOf(column));
  if (twice.length > 0) return { code: 'duplicateHeadings', headings: twice.map(({ heading }) => heading) };
  const missing = columns.filter((column) => column.required && !found.includes(column));
  if (missing.length > 0) return { code: 'missingHeadings', headings: missing.map(({ heading }) => heading), allowed };
  return null;
}

function keyedCells(number: number, cells: readonly Cell[], columns: readonly (InColumn | undefined)[]): KeyedRow {
  const row: KeyedRow = { number, places: {}, cells: {}, reasons: {} };
  for (const [index, cell] of cells.entries()) {
    const column = columns[index];
    if (column) {
      row.cells[column.key] = cell;
      row.places[column.key] = columnLetters(index + 1);
    } else if (!isBlank(cell)) row.reasons[ROW] ??= { code: 'unheaded', column: columnLetters(index + 1) };
  }
  return row;
}

function keyedObject(number: number, object: Record<string, unknown> | null, find: Find): KeyedRow {
  const row: KeyedRow = { number, places: {}, cells: {}, reasons: object ? {} : { [ROW]: { code: 'notJson' } } };
  for (const [heading, cell] of Object.entries(object ?? {})) {
    const column = find(heading);
    if (column) row.cells[column.key] = cell;
    else row.reasons[heading] = { code: 'unknownKey' };
  }
  return row;
}
