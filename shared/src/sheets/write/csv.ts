import { type ColumnType, plainText } from '../column.ts';
import { clockText } from '../days.ts';
import { guard } from '../formulaGuard.ts';
import type { Layout, OutCell, RowText } from './layout.ts';

/** UTF-8 with BOM and CRLF, as spreadsheets expect it. */
export function csv({ columns }: Layout): RowText {
  return {
    start: `\uFEFF${line(columns.map(({ heading }) => csvCell(heading, 'text')))}`,
    row: (cells) => line(columns.map(({ type }, place) => csvCell(cells[place] ?? null, type))),
  };
}

function csvCell(cell: OutCell, type: ColumnType): string {
  if (typeof cell === 'number') return String(cell);
  const plain = plainText(cell);
  const text = guard(type === 'time' ? (clockText(plain) ?? plain) : plain);
  return /[",\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`;
