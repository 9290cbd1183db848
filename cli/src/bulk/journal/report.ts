import { existsSync } from 'node:fs';
import { unguard } from '@shp/shared/sheets/formulaGuard';
import { csv } from '@shp/shared/sheets/write/csv';
import type { RowText } from '@shp/shared/sheets/write/layout';
import { atomicWrite } from '../../lib/atomicWrite.ts';
import { wholeLines } from './journal.ts';

/** Sorts a finished report by row; rows are written in the order in which they end. */
export function sortReport<O extends Reported>(path: string, form: ReportForm<O>): void {
  const lines = wholeLines(path);
  const head = form.start === '' ? [] : lines.splice(0, 1);
  const row = new Map(lines.map((line) => [line, form.read(line)[0]]));
  lines.sort((one, other) => (row.get(one) ?? 0) - (row.get(other) ?? 0));
  atomicWrite(path, [...head, ...lines].map((line) => `${line}\n`).join(''), 0o600);
}

/** The outcome of one row; each kind of run adds its own fields. */
export type Reported<R extends string = string> = {
  readonly row: number;
  readonly result: R;
  readonly reason: string;
};

/** Writes and reads report lines: csv, or ndjson by the file's extension. A record is always one line. */
export type ReportForm<O extends Reported> = {
  start: string;
  line(outcome: O): string;
  read(line: string): [row: number, result: O['result'], reason: string];
};

/** The report format for these fields. */
export function reportForm<O extends Reported>(path: string, keys: readonly (keyof O & string)[]): ReportForm<O> {
  if (/\.(ndjson|jsonl)$/i.test(path)) {
    return {
      start: '',
      line: (outcome) => `${JSON.stringify(Object.fromEntries(keys.map((key) => [key, outcome[key]])))}\n`,
      read: (line) => {
        const record = JSON.parse(line) as O;
        return [record.row, record.result, record.reason];
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
      const cells = [...line.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|\r?$)/g)].map(
        ([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare,
      );
      const cell = (key: keyof O & string) => cells[keys.indexOf(key)] ?? '';
      return [Number(cell('row')), cell('result') as O['result'], unguard(cell('reason'))];
    },
  };
}

function oneLine(value: unknown): string {
  const text = Array.isArray(value) ? value.join('、') : String(value);
  return text.replace(/[\r\n]+/g, ' ');
}

/** The rows already in a report. Drops a line that a crash cut off. */
export function reportedRows<O extends Reported>(
  path: string,
  form: ReportForm<O>,
): [row: number, result: O['result'], reason: string][] {
  if (!existsSync(path)) return [];
  const lines = wholeLines(path);
  return lines.slice(form.start === '' ? 0 : 1).map(form.read);
}
