import { checkField, type FieldDef, isAbsent, type Reason, type TextFormat } from '../../domain/assessment/fields.ts';
import { dayOf, flagOf, keyOf, keysOf, numberOf } from './values.ts';

/** What a cell says: a value that is right, a reason why it is not, or neither where the cell is blank. */
export type Reading<T = unknown> = { readonly value?: T; readonly reason?: Reason };

/** Reads a cell as a field; {@link checkField} judges what comes out. `key` finds the names of an enum's keys. */
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

/** A workbook keeps 107.15 as 107.15000000000001 at times; the judge lets that pass, and nobody meant it. */
function rounded(reading: Reading, decimals: number): Reading {
  return typeof reading.value === 'number' ? { value: Number(reading.value.toFixed(decimals)) } : reading;
}

/** More digits than this a spreadsheet does not keep. */
const FIRST_UNSAFE = 1e15;

/** Reads a cell as text. A number is its digits, where none can be lost; a date or a flag was never meant as text. */
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

/** Codes are typed in full width, with spaces, or pasted with invisible marks; their characters are what counts. */
function tidied(text: string, format: TextFormat | undefined): string {
  if (format === undefined || format === 'url') return text;
  const code = text.normalize('NFKC').replace(/[\s\p{Cf}]/gu, '');
  return format === 'creditCode' ? code.toUpperCase() : code;
}
