import { invisibleIn, isAbsent, type Reason } from '../assessment/fields.ts';
import { isTenths, toTenths } from '../lib/rational.ts';
import { compareSerials, type Standard } from './standard.ts';

/** A fault in an imported standard: its dotted path, the serial of its row if known, and the reason. */
export type StandardFault = { path: string; serial: string | null; reason: Reason };
export type StandardCheck = { ok: true; standard: Standard } | { ok: false; faults: StandardFault[] };

type Kind =
  | { readonly text: number; readonly optional?: true; readonly name?: true }
  | 'serial'
  | 'score'
  | 'flag'
  | 'list';
type Shape = { readonly [key: string]: Kind };
type Row = Record<string, unknown>;

const SCORE_MIN = 0.1;
const SCORE_MAX = 100_000;
const title = { text: 200, name: true } as const;
const long = { text: 5000 } as const;
const optional = <T extends object>(kind: T) => ({ ...kind, optional: true }) as const;

const STANDARD: Shape = {
  version: { text: 64, name: true },
  title,
  titleEn: optional(title),
  note: optional(long),
  noteEn: optional(long),
  full: 'score',
  sections: 'list',
};
const CHAPTER: Shape = { serial: 'serial', title, titleEn: optional(title), score: 'score', children: 'list' };
const ELEMENT: Shape = { serial: 'serial', title, titleEn: optional(title), score: 'score', items: 'list' };
const ITEM: Shape = {
  serial: 'serial',
  content: long,
  contentEn: optional(long),
  method: long,
  methodEn: optional(long),
  score: 'score',
  mayBeMissing: 'flag',
};

/**
 * Validates an imported standard and returns every fault (docs/spec/domain.md#standard-and-scores): types and unknown
 * keys, no empty text, positive scores with at most one decimal, serials well formed, under their parent, unique and
 * ascending, and the points of items, elements and chapters adding up to those of element, chapter and standard.
 */
export function checkStandard(value: unknown): StandardCheck {
  const faults: StandardFault[] = [];
  const seen = new Set<string>();

  function checkRow(row: unknown, path: string, shape: Shape): Row | null {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      faults.push({ path: path || 'body', serial: null, reason: { code: 'type', expected: 'object' } });
      return null;
    }
    const fields = row as Row;
    const serial = typeof fields.serial === 'string' ? fields.serial : null;
    for (const key of Object.keys(fields)) {
      if (!Object.hasOwn(shape, key)) faults.push({ path: join(path, key), serial, reason: { code: 'unknownKey' } });
    }
    for (const [key, kind] of Object.entries(shape)) {
      const reason = checkValue(kind, Object.hasOwn(fields, key) ? fields[key] : undefined);
      if (reason) faults.push({ path: join(path, key), serial, reason });
    }
    return fields;
  }

  /** Checks the rows below a row and their sum; `shapes` are those of the remaining levels. */
  function checkRows(parent: Row, path: string, own: 'full' | 'score', shapes: readonly (readonly [string, Shape])[]) {
    const [[key, shape] = [undefined, undefined], ...below] = shapes;
    if (key === undefined || !Array.isArray(parent[key])) return;
    const prefix = typeof parent.serial === 'string' ? `${parent.serial}.` : '';
    let previous: string | null = null;
    let sum: number | null = 0;
    for (const [index, value] of (parent[key] as unknown[]).entries()) {
      const at = join(path, `${key}.${index}`);
      const row = checkRow(value, at, shape);
      if (!row) {
        sum = null;
        continue;
      }
      sum = sum === null || checkValue('score', row.score) ? null : sum + toTenths(row.score as number);
      if (typeof row.serial === 'string') {
        const reason = serialReason(row.serial, prefix, previous);
        if (reason) faults.push({ path: join(at, 'serial'), serial: row.serial, reason });
        if (reason?.code !== 'serial') {
          seen.add(row.serial);
          previous = row.serial;
        }
      }
      checkRows(row, at, 'score', below);
    }
    const stated = parent[own];
    if (sum === null || checkValue('score', stated) || sum === toTenths(stated as number)) return;
    const serial = typeof parent.serial === 'string' ? parent.serial : null;
    faults.push({ path: join(path, own), serial, reason: { code: 'sum', sum: sum / 10, stated: stated as number } });
  }

  function serialReason(serial: string, prefix: string, previous: string | null): Reason | null {
    if (!serial.startsWith(prefix) || !/^[1-9]\d{0,3}$/.test(serial.slice(prefix.length))) {
      return { code: 'serial', like: `${prefix}1` };
    }
    if (seen.has(serial)) return { code: 'serialTwice' };
    return previous !== null && compareSerials(previous, serial) > 0 ? { code: 'serialOrder', previous } : null;
  }

  const standard = checkRow(value, '', STANDARD);
  if (standard) {
    checkRows(standard, '', 'full', [
      ['sections', CHAPTER],
      ['children', ELEMENT],
      ['items', ITEM],
    ]);
  }
  return faults.length === 0 ? { ok: true, standard: value as Standard } : { ok: false, faults };
}

function join(path: string, key: string): string {
  return path ? `${path}.${key}` : key;
}

function checkValue(kind: Kind, value: unknown): Reason | null {
  if (typeof kind === 'object') {
    if (value === undefined) return kind.optional ? null : { code: 'required' };
    if (typeof value !== 'string') return { code: 'type', expected: 'text' };
    if (isAbsent(value)) return { code: 'required' };
    if ([...value].length > kind.text) return { code: 'tooLong', max: kind.text };
    return kind.name ? invisibleIn(value) : null;
  }
  if (value === undefined) return { code: 'required' };
  switch (kind) {
    case 'serial':
      return typeof value === 'string' ? null : { code: 'type', expected: 'text' };
    case 'flag':
      return typeof value === 'boolean' ? null : { code: 'type', expected: 'flag' };
    case 'list':
      if (!Array.isArray(value)) return { code: 'type', expected: 'list' };
      return value.length === 0 ? { code: 'tooFew', min: 1 } : null;
    case 'score':
      if (typeof value !== 'number' || !Number.isFinite(value)) return { code: 'type', expected: 'number' };
      if (!isTenths(value)) return { code: 'decimals', max: 1 };
      if (value < SCORE_MIN) return { code: 'tooSmall', min: SCORE_MIN };
      return value > SCORE_MAX ? { code: 'tooLarge', max: SCORE_MAX } : null;
  }
}
