import { isAbsent, type Reason } from '../../domain/assessment/fields.ts';
import { checkScoreItem, type ScoreItem } from '../../domain/standard/scoreItems.ts';
import type { StandardItem } from '../../domain/standard/standard.ts';
import { SCORE_COLUMNS, type ScoreKey } from '../scores.ts';
import { type FileFault, isFault } from './faults.ts';
import { type Reading, readField, readText } from './field.ts';
import { foundValues, type KeyedRow, keyedRows } from './headings.ts';
import type { Found, RowReasons } from './rowReasons.ts';
import type { Table } from './rows.ts';
import { numberOf } from './values.ts';

/** One item of an imported score sheet. */
export type ScoreImport = {
  readonly rowNumber: number;
  readonly item: ScoreItem;
  readonly reasons: RowReasons;
  /** The invalid values with their cells. */
  readonly found: Readonly<Record<string, Found>>;
};

/** Required columns: without one of them, an import would clear values that the file does not contain. */
const REQUIRED: readonly string[] = ['serial', 'score', 'missing', 'reason'] satisfies ScoreKey[];

/**
 * Reads a score sheet against the items of the assessment's standard. Content and full points are for people and
 * ignored; a blank score means not scored yet.
 */
export function readScores(table: Table, items: ReadonlyMap<string, StandardItem>): ScoreImport[] | FileFault {
  const columns = SCORE_COLUMNS.map(({ key, heading }) => ({ key, heading, required: REQUIRED.includes(key) }));
  const rows = keyedRows(table, columns);
  if (isFault(rows)) return rows;
  const seen = new Map<string, number>();
  return rows.map((cells) => {
    const row = readScore(cells, items);
    const earlier = seen.get(row.item.serial);
    if (earlier !== undefined) row.reasons.serial ??= { code: 'repeated', row: earlier };
    else seen.set(row.item.serial, row.rowNumber);
    return { ...row, found: foundValues(cells, row.reasons) };
  });
}

const FLAG = { kind: 'flag' } as const;

/** Reads one row, or what a form has for one item. */
export function readScore(
  { number, cells, reasons: before }: KeyedRow,
  items: ReadonlyMap<string, StandardItem>,
): Omit<ScoreImport, 'found'> {
  const serial = readText(cells.serial);
  const score = readScoreCell(cells.score);
  const missing = readField('missing', FLAG, cells.missing) as Reading<boolean>;
  const reason = readText(cells.reason);
  const reasons: RowReasons = { ...before };
  for (const [key, reading] of Object.entries({ serial, score, missing, reason })) {
    if (reading.reason) reasons[key] = reading.reason;
  }
  if (Object.keys(serial).length === 0) reasons.serial = { code: 'required' };
  const item: ScoreItem = {
    serial: serial.value ?? '',
    score: score.value ?? null,
    missing: missing.value ?? false,
    reason: reason.value ?? '',
  };
  const wrong = Object.keys(reasons).length === 0 ? checkScoreItem(item, items.get(item.serial)) : null;
  if (wrong) reasons[KEY_OF[wrong.code] ?? 'score'] = wrong;
  return { rowNumber: number, item, reasons };
}

/** The column for a reason of {@link checkScoreItem}; by default the score. */
const KEY_OF: Partial<Record<Reason['code'], ScoreKey>> = {
  unknownSerial: 'serial',
  tooLong: 'reason',
  missingNotAllowed: 'missing',
  missingHasScore: 'missing',
};

function readScoreCell(cell: unknown): Reading<number> {
  const value = numberOf(typeof cell === 'string' ? cell.normalize('NFKC').trim() : cell);
  if (isAbsent(value)) return {};
  return typeof value === 'number' && Number.isFinite(value)
    ? { value }
    : { reason: { code: 'type', expected: 'number' } };
}
