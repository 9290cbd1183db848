import { type ColumnType, plainText } from '../column.ts';
import { clockText } from '../days.ts';
import { guard } from '../formulaGuard.ts';
import type { Layout, OutCell, RowText } from './layout.ts';
import { numeral } from './numeral.ts';

/** UTF-8 with BOM and CRLF, as spreadsheets expect. */
export function csv({ columns }: Layout): RowText {
  const types = columns.map(({ type }) => type);
  return {
    start: `\uFEFF${line(columns.map(({ heading }) => csvCell(heading, 'text')))}`,
    row: (cells) => line(types.map((type, index) => csvCell(cells[index] ?? null, type))),
  };
}

/** Fast path: nearly all texts need neither quotes nor a formula guard. */
const PLAIN = /^[^\s"',=+\-@＝＋－＠](?:[^",\t\r\n]*[^\s",])?$/;

function csvCell(cell: OutCell, type: ColumnType): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return numeral(cell);
  const plain = plainText(cell);
  const text = type === 'time' ? (clockText(plain) ?? plain) : plain;
  if (PLAIN.test(text)) return text;
  const guarded = guard(text);
  return /[",\t\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`;
