import { existsSync } from 'node:fs';
import { csv } from '@shp/shared/sheets/write/csv';
import type { RowText } from '@shp/shared/sheets/write/layout';
import { wholeLines } from './journal.ts';

/** What became of one row; the rest of it is the run's own. */
export type Reported<R extends string = string> = { readonly row: number; readonly result: R };

/** How a report is written and read back: csv, or ndjson by its ending. A record is always one line. */
export type ReportForm<O extends Reported> = {
  start: string;
  line(outcome: O): string;
  read(line: string): [row: number, result: O['result']];
};

/** The form of a report with these fields: the row first, its name, its result, then anything. */
export function reportForm<O extends Reported>(
  path: string,
  keys: readonly ['row', keyof O & string, 'result', ...(keyof O & string)[]],
): ReportForm<O> {
  if (/\.(ndjson|jsonl)$/i.test(path)) {
    return {
      start: '',
      line: (outcome) => `${JSON.stringify(Object.fromEntries(keys.map((key) => [key, outcome[key]])))}\n`,
      read: (line) => {
        const { row, result } = JSON.parse(line) as O;
        return [row, result];
      },
    };
  }
  const columns = keys.map((heading) => ({ heading, type: heading === 'row' ? 'number' : 'text', width: 0 }) as const);
  const text: RowText = csv({ name: '', columns });
  return {
    start: text.start,
    line: (outcome) =>
      text.row(
        keys.map((key) => (key === 'row' ? outcome.row : oneLine(outcome[key]))),
        0,
      ),
    read: (line) => {
      const [, row, result] = /^(\d+),(?:"(?:[^"]|"")*"|[^",]*),(\w+)/.exec(line) ?? [];
      return [Number(row), result as O['result']];
    },
  };
}

function oneLine(value: unknown): string {
  const text = Array.isArray(value) ? value.join('、') : String(value);
  return text.replace(/[\r\n]+/g, ' ');
}

/** The rows that a report has already; a last line cut off by a crash is taken away. */
export function reportedRows<O extends Reported>(
  path: string,
  form: ReportForm<O>,
): [row: number, result: O['result']][] {
  if (!existsSync(path)) return [];
  const lines = wholeLines(path);
  return lines.slice(form.start === '' ? 0 : 1).map(form.read);
}
