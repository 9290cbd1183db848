import { checkField, type FieldDef, isAbsent, type Reason, type TextFormat } from '../../domain/assessment/fields.ts';
import { dayOf, flagOf, keyOf, keysOf, numberOf } from './values.ts';

/** The result of reading a cell: a valid value, a reason why it is invalid, or neither if the cell is blank. */
export type Reading<T = unknown> = { readonly value?: T; readonly reason?: Reason };

/** Reads a cell as a field; {@link checkField} validates the result. `key` selects the display names of enum values. */
export function readField(key: string, def: FieldDef, cell: unknown): Reading {
  if (def.kind === 'text') {
    const { value, reason } = readText(cell);
    return reason ? { reason } : judged(def, value && tidied(value, def.format));
  }
  const plain = typeof cell === 'string' ? cell.normalize('NFKC').trim() : cell;
  if (isAbsent(plain)) return {};
  switch (def.kind) {
    case 'number':
      return rounded(judged(def, numberOf(plain)), def.decimals);
    case 'date':
      return judged(def, dayOf(plain));
    case 'flag':
      return judged(def, flagOf(plain));
    case 'enum':
      return judged(def, keyOf(plain, key, def.values));
    case 'enums':
      return judged(def, keysOf(plain, key, def.values));
  }
}

function judged(def: FieldDef, value: unknown): Reading {
  if (isAbsent(value)) return {};
  const reason = checkField(def, value);
  return reason ? { reason } : { value };
}

/** Removes floating-point noise: workbooks may store 107.15 as 107.15000000000001, which the validation accepts. */
function rounded(reading: Reading, decimals: number): Reading {
  return typeof reading.value === 'number' ? { value: Number(reading.value.toFixed(decimals)) } : reading;
}

/** Spreadsheets keep at most 15 significant digits. */
const FIRST_UNSAFE = 1e15;

/** Reads a cell as text. A number becomes its digits if none can be lost; dates and flags are refused. */
export function readText(cell: unknown): Reading<string> {
  if (typeof cell === 'number' && Number.isFinite(cell)) {
    return Math.abs(cell) < FIRST_UNSAFE ? { value: String(cell) } : { reason: { code: 'digits15' } };
  }
  if (cell !== undefined && cell !== null && typeof cell !== 'string') {
    return { reason: { code: 'type', expected: 'text' } };
  }
  const text = (cell ?? '').trim();
  return text === '' ? {} : { value: text };
}

/** Normalizes codes, which people type in full width, with spaces, or paste with invisible characters. */
function tidied(text: string, format: TextFormat | undefined): string {
  if (format === undefined || format === 'url') return text;
  const code = text.normalize('NFKC').replace(/[\s\p{Cf}]/gu, '');
  return format === 'creditCode' ? code.toUpperCase() : code;
}
