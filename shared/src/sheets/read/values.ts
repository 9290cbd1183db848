import { LANGS } from '../../domain/lib/lang.ts';
import { texts } from '../../text/common.ts';
import { clockDay, serialDay } from '../days.ts';
import { hasNames, namesText } from '../sheetTexts.ts';

/**
 * Each function converts a cell that is not blank, in half-width text, to one kind of value. A cell that cannot be
 * converted is returned unchanged, and {@link checkField} refuses it.
 */

/** The number in a cell, in the spellings that people use. */
export function numberOf(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell;
  const digits = cell.replace(/\s/g, '').replace('\u2212', '-');
  const plain = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits) ? digits.replaceAll(',', '') : digits;
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(plain) ? Number(plain) : cell;
}

/** Serials between 1927 and 2119 are accepted as days; others are years or mistakes. */
const [FIRST_SERIAL, LAST_SERIAL] = [10_000, 80_000];

/** The day in a cell, in the spellings that people and spreadsheets use. */
export function dayOf(cell: unknown): unknown {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? cell : clockDay(cell);
  if (typeof cell === 'number') {
    if (cell >= FIRST_SERIAL && cell < LAST_SERIAL) return serialDay(cell);
    return /^\d{8}$/.test(String(cell)) ? dayOf(String(cell)) : cell;
  }
  if (typeof cell !== 'string') return cell;
  const parts =
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[T\s].*)?$/.exec(cell) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(cell);
  if (!parts) return cell;
  const [, year, month = '', day = ''] = parts;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const FLAGS = new Map<string, boolean>([
  ...LANGS.flatMap((lang): [string, boolean][] => [
    [normalized(texts[lang].yes), true],
    [normalized(texts[lang].no), false],
  ]),
  ...['true', '1', 'y', '√', '✓'].map((word): [string, boolean] => [word, true]),
  ...['false', '0', 'n', '×'].map((word): [string, boolean] => [word, false]),
]);

/** Yes or no, in either language. */
export function flagOf(cell: unknown): unknown {
  return FLAGS.get(normalized(String(cell))) ?? cell;
}

/** The key named by a cell: the key itself or its name in either language. */
export function keyOf(cell: unknown, columnKey: string, keys: readonly string[]): unknown {
  const word = normalized(String(cell));
  return keys.find((key) => spellings(columnKey, key).includes(word)) ?? cell;
}

function spellings(columnKey: string, key: string): string[] {
  return [
    normalized(key),
    ...(hasNames(columnKey) ? LANGS.map((lang) => normalized(namesText(columnKey, key, lang))) : []),
  ];
}

/** The keys named by a list, without duplicates. */
export function keysOf(cell: unknown, columnKey: string, keys: readonly string[]): unknown {
  const entries = Array.isArray(cell) ? cell : String(cell).split(/[、,;\n]/);
  const words = entries.filter((entry) => String(entry).trim() !== '');
  return [...new Set(words.map((entry) => keyOf(entry, columnKey, keys)))];
}

/** Normalizes a word: ignores character width, case and spaces. */
export function normalized(text: string): string {
  return text.normalize('NFKC').replace(/\s/g, '').toLowerCase();
}
