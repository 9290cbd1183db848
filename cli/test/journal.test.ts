import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Outcome, REPORT_KEYS, type Result } from '../src/bulk/import/send.ts';
import {
  addKeys,
  createJournal,
  isFinished,
  readJournal,
  renameEarlierFile,
  type Start,
} from '../src/bulk/journal/journal.ts';
import { reportForm as formOf, reportedRows } from '../src/bulk/journal/report.ts';
import { ResultLog } from '../src/bulk/journal/resultLog.ts';

const reportForm = (path: string) => formOf<Outcome>(path, REPORT_KEYS);

let folder: string;
let journal: string;
let report: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shp-journal-'));
  journal = join(folder, 'in.journal.ndjson');
  report = join(folder, 'in.report.csv');
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = (rows: number): Start => ({
  journal: 1,
  kind: 'stations',
  sha256: 'x',
  server: 'http://s',
  account: 'a',
  rows,
  report,
  startedAt: '2026-11-21T00:00:00.000Z',
});
const keys = new Map([
  [2, 'key-2'],
  [4, 'key-4'],
]);
const outcome = (row: number, result: Result = 'created'): Outcome => ({
  row,
  account: `a${row}`,
  result,
  reason: '',
  password: 'p',
});

describe('a journal', () => {
  test('stores every key before the work starts, and reads back the results', async () => {
    createJournal(journal, start(3), keys);
    expect(readJournal(journal)?.keys).toEqual(keys);
    const ledger = await ResultLog.open(report, journal, reportForm(report));
    ledger.add(outcome(2));
    ledger.add(outcome(3, 'failed'));
    await ledger.close();
    const read = readJournal(journal);
    expect(read?.done).toEqual(
      new Map([
        [2, 'created'],
        [3, 'failed'],
      ]),
    );
    expect(read && isFinished(read)).toBe(false);
    for (const path of [journal, report]) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('drops a truncated last line, wherever it was cut', () => {
    createJournal(journal, start(3), keys);
    const whole = readFileSync(journal, 'utf8');
    const last = '{"row":2,"done":"created"}\n';
    for (let length = 0; length < last.length; length++) {
      writeFileSync(journal, whole + last.slice(0, length));
      expect(readJournal(journal)?.done.size).toBe(0);
      expect(readFileSync(journal, 'utf8')).toBe(whole);
    }
    writeFileSync(journal, whole + last);
    expect(readJournal(journal)?.done.size).toBe(1);
  });

  test('is completed from rows already in the report', async () => {
    createJournal(journal, start(2), keys);
    const form = reportForm(report);
    writeFileSync(report, form.start + form.line(outcome(2)) + form.line(outcome(4, 'skipped')));
    const ledger = await ResultLog.open(report, journal, form);
    await ledger.catchUp(reportedRows(report, form));
    await ledger.close();
    const read = readJournal(journal);
    expect(read?.done).toEqual(
      new Map([
        [2, 'created'],
        [4, 'skipped'],
      ]),
    );
    expect(read && isFinished(read)).toBe(true);
  });

  test('adds keys for rows without one', () => {
    createJournal(journal, start(3), keys);
    addKeys(journal, new Map([[5, 'key-5']]));
    expect(readJournal(journal)?.keys).toEqual(new Map([...keys, [5, 'key-5']]));
  });

  test('that does not exist reads as undefined', () => {
    expect(readJournal(journal)).toBeNull();
    expect(renameEarlierFile(journal)).toBeNull();
  });
});

describe('a report', () => {
  test.each(['in.report.csv', 'in.report.ndjson'])(
    '%s gives back row, result and reason of every line with any content',
    (name) => {
      const path = join(folder, name);
      const form = reportForm(path);
      const texts = fc.string({ unit: fc.constantFrom(...[...'a,"\'\n\r\t=张'], ',failed,') });
      fc.assert(
        fc.property(
          fc.array(
            fc.record({
              account: texts,
              reason: texts,
              password: texts,
              result: fc.constantFrom<Result>('created', 'failed', 'skipped'),
            }),
          ),
          (rows) => {
            const outcomes = rows.map((row, index) => ({ row: index + 2, ...row }));
            writeFileSync(path, form.start + outcomes.map(form.line).join(''));
            const cut = '999,cut-o';
            appendFileSync(path, cut);
            const kept = (text: string) => (name.endsWith('csv') ? text.replace(/[\r\n]+/g, ' ') : text);
            expect(reportedRows(path, form)).toEqual(
              outcomes.map(({ row, result, reason }) => [row, result, kept(reason)]),
            );
            expect(readFileSync(path, 'utf8').endsWith(cut)).toBe(false);
          },
        ),
      );
    },
  );

  test('of an earlier run is renamed', () => {
    writeFileSync(report, 'passwords');
    const aside = renameEarlierFile(report) ?? '';
    expect(aside).toMatch(/in\.report\.\d{8}T\d{6}\.csv$/);
    expect([existsSync(report), readFileSync(aside, 'utf8')]).toEqual([false, 'passwords']);
  });
});
