import { checkStandard, type StandardFault } from '../../domain/standard/checkStandard.ts';
import type { Standard } from '../../domain/standard/standard.ts';
import { STANDARD_COLUMNS, type StandardKey } from '../standard.ts';
import { type FileFault, isFault } from './faults.ts';
import { type KeyedRow, keyedRows } from './headings.ts';
import type { RowReason } from './rowReasons.ts';
import type { Table } from './rows.ts';
import { isBlank } from './rows.ts';
import { flagOf, numberOf } from './values.ts';

/** A fault in the sheet of a standard, with its row in the spreadsheet. */
export type StandardSheetFault = {
  readonly row: number;
  readonly key: string;
  readonly serial: string | null;
  readonly reason: RowReason;
};
export type StandardImport =
  | { readonly ok: true; readonly standard: Standard }
  | { readonly ok: false; readonly faults: readonly StandardSheetFault[] };

type Node = Record<string, unknown>;
type Branch = { readonly node: Node; readonly path: string };
type Place = { readonly row: KeyedRow; readonly depth: number };

/** For each depth: the columns with their API names, and the key of the child list. */
const LEVELS: readonly { readonly keys: Partial<Record<StandardKey, string>>; readonly children?: string }[] = [
  {
    keys: {
      version: 'version',
      title: 'title',
      titleEn: 'titleEn',
      content: 'note',
      contentEn: 'noteEn',
      score: 'full',
    },
    children: 'sections',
  },
  { keys: { serial: 'serial', title: 'title', titleEn: 'titleEn', score: 'score' }, children: 'children' },
  { keys: { serial: 'serial', title: 'title', titleEn: 'titleEn', score: 'score' }, children: 'items' },
  {
    keys: {
      serial: 'serial',
      content: 'content',
      contentEn: 'contentEn',
      method: 'method',
      methodEn: 'methodEn',
      score: 'score',
      mayBeMissing: 'mayBeMissing',
    },
  },
];

/**
 * Reads the sheet of a standard into the object that {@link checkStandard} validates. A row becomes a child of the
 * nearest row above that is one level up. Every fault names its row.
 */
export function readStandard(table: Table): StandardImport | FileFault {
  const rows = keyedRows(
    table,
    STANDARD_COLUMNS.map(({ key, heading }) => ({ key, heading, required: REQUIRED.includes(key) })),
  );
  if (isFault(rows)) return rows;
  const faults: StandardSheetFault[] = [];
  const places = new Map<string, Place>();
  const root: Branch = { node: { sections: [] }, path: '' };
  /** The last row seen at each depth. */
  const latest = [root];

  for (const row of rows) {
    const serial = isBlank(row.cells.serial) ? null : String(row.cells.serial).trim();
    const tell = (key: string, reason: RowReason) => faults.push({ row: row.number, key, serial, reason });
    for (const [key, reason] of Object.entries(row.reasons)) tell(key, reason);
    const depth = serial === null ? 0 : Math.min(serial.split('.').length, LEVELS.length - 1);
    const { values, misplaced } = valuesOf(row, depth);
    for (const key of misplaced) tell(key, { code: 'misplaced' });
    const parent = latest[depth - 1];
    if (serial === null && !places.has('')) {
      Object.assign(root.node, values);
      places.set('', { row, depth });
    } else if (serial === null) {
      tell('serial', { code: 'required' });
    } else if (parent === undefined) {
      tell('serial', { code: 'serial', like: serial.split('.').slice(0, latest.length).join('.') });
    } else {
      const branch = append(parent, depth, values);
      latest.splice(depth, Number.POSITIVE_INFINITY, branch);
      places.set(branch.path, { row, depth });
    }
  }

  const check = checkStandard(root.node);
  if (check.ok && faults.length === 0) return check;
  if (!check.ok) faults.push(...check.faults.map((fault) => placed(fault, places, rows[0]?.number ?? 1)));
  return { ok: false, faults: faults.sort((a, b) => a.row - b.row) };
}

/** The columns that every standard sheet must have. */
const REQUIRED: readonly string[] = ['version', 'serial', 'title', 'content', 'method', 'score', 'mayBeMissing'];

/** The values of a row under their API names, and the filled columns that rows of this depth do not have. */
function valuesOf({ cells }: KeyedRow, depth: number): { values: Node; misplaced: string[] } {
  const keys = LEVELS[depth]?.keys ?? {};
  const values: Node = {};
  const misplaced: string[] = [];
  for (const [key, cell] of Object.entries(cells)) {
    if (isBlank(cell)) continue;
    const name = keys[key as StandardKey];
    if (name === undefined) misplaced.push(key);
    else values[name] = readCell(key, cell);
  }
  return { values, misplaced };
}

/** Keeps texts unchanged, so that an exported standard imports as the same standard. */
function readCell(key: string, cell: unknown): unknown {
  if (key === 'score') return numberOf(typeof cell === 'string' ? cell.normalize('NFKC').trim() : cell);
  if (key === 'mayBeMissing') return flagOf(cell);
  if (key === 'serial') return String(cell).trim();
  return typeof cell === 'number' && Number.isFinite(cell) ? String(cell) : cell;
}

/** Appends a row to the children of its parent. */
function append(parent: Branch, depth: number, values: Node): Branch {
  const children = LEVELS[depth - 1]?.children ?? '';
  const below = LEVELS[depth]?.children;
  const node = below === undefined ? values : { ...values, [below]: [] };
  const list = parent.node[children] as Node[];
  list.push(node);
  return { node, path: `${parent.path === '' ? '' : `${parent.path}.`}${children}.${list.length - 1}` };
}

/** Converts a fault of the object into a fault of the sheet row and column that it came from. */
function placed(
  { path, serial, reason }: StandardFault,
  places: ReadonlyMap<string, Place>,
  first: number,
): StandardSheetFault {
  const cut = path.lastIndexOf('.');
  const [owner, name] = [path.slice(0, Math.max(cut, 0)), path.slice(cut + 1)];
  const place = places.get(owner);
  const keys = Object.entries(LEVELS[place?.depth ?? 0]?.keys ?? {});
  const key = keys.find(([, wire]) => wire === name)?.[0] ?? 'serial';
  return { row: place?.row.number ?? first, key, serial, reason };
}
