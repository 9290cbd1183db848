import { existsSync } from 'node:fs';
import { csv } from '@shp/shared/sheets/write/csv';
import type { RowText } from '@shp/shared/sheets/write/layout';
import { type Result, wholeLines } from './journal.ts';

/** What became of one row. */
export type Outcome = { row: number; account: string; result: Result; reason: string; password: string };

/** How a report is written and read back: csv, or ndjson by its ending. A record is always one line. */
export type ReportForm = {
  start: string;
  line(outcome: Outcome): string;
  read(line: string): [row: number, result: Result];
};

const KEYS = ['row', 'account', 'result', 'reason', 'password'] as const;

export function reportForm(path: string): ReportForm {
  if (/\.(ndjson|jsonl)$/i.test(path)) {
    return {
      start: '',
      line: ({ row, account, result, reason, password }) =>
        `${JSON.stringify({ row, account, result, reason, password })}\n`,
      read: (line) => {
        const { row, result } = JSON.parse(line) as Outcome;
        return [row, result];
      },
    };
  }
  const columns = KEYS.map((heading) => ({ heading, type: heading === 'row' ? 'number' : 'text', width: 0 }) as const);
  const text: RowText = csv({ name: '', columns });
  return {
    start: text.start,
    line: (outcome) =>
      text.row(
        KEYS.map((key) => (key === 'row' ? outcome.row : outcome[key].replace(/[\r\n]+/g, ' '))),
        0,
      ),
    read: (line) => {
      const [, row, result] = /^(\d+),(?:"(?:[^"]|"")*"|[^",]*),(\w+)/.exec(line) ?? [];
      return [Number(row), result as Result];
    },
  };
}

/** The rows that a report has already; a last line cut off by a crash is taken away. */
export function reportedRows(path: string, form: ReportForm): [row: number, result: Result][] {
  if (!existsSync(path)) return [];
  const lines = wholeLines(path);
  return lines.slice(form.start === '' ? 0 : 1).map(form.read);
}
