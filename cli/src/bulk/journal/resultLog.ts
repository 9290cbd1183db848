import { chmodSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { doneLine } from './journal.ts';
import type { Reported, ReportForm } from './report.ts';

/**
 * Writes outcomes first to the report, then to the journal, so a row that the journal calls done is on disk in the
 * report. Outcomes that arrive during an fsync share the next one.
 */
export class ResultLog<O extends Reported> {
  private waiting: O[] = [];
  private writing: Promise<void> | null = null;
  private failure: unknown = null;
  private logged = 0;

  private constructor(
    private readonly report: FileHandle,
    private readonly journal: FileHandle,
    private readonly form: ReportForm<O>,
  ) {}

  static async open<O extends Reported>(
    reportPath: string,
    journalPath: string,
    form: ReportForm<O>,
  ): Promise<ResultLog<O>> {
    const report = await open(reportPath, 'a', 0o600);
    try {
      chmodSync(reportPath, 0o600);
      if (statSync(reportPath).size === 0) await report.appendFile(form.start);
      const journal = await open(journalPath, 'a', 0o600);
      return new ResultLog(report, journal, form);
    } catch (error) {
      await report.close();
      throw error;
    }
  }

  /** Adds rows to the journal that only the report has, after a crash between the two writes. */
  async catchUp(rows: readonly (readonly [row: number, result: string, ...rest: unknown[]])[]): Promise<void> {
    await this.journal.appendFile(rows.map(([row, result]) => doneLine(row, result)).join(''));
  }

  /** Queues an outcome. @throws the error of an earlier write */
  add(outcome: O): void {
    if (this.failure !== null) throw this.failure;
    this.waiting.push(outcome);
    this.writing ??= this.drain();
  }

  /** How many outcomes are in both files. */
  get written(): number {
    return this.logged;
  }

  private async drain(): Promise<void> {
    try {
      while (this.waiting.length > 0) {
        const batch = this.waiting.splice(0);
        await this.report.appendFile(batch.map(this.form.line).join(''));
        await this.report.datasync();
        await this.journal.appendFile(batch.map(({ row, result }) => doneLine(row, result)).join(''));
        this.logged += batch.length;
      }
    } catch (error) {
      this.failure = error;
    } finally {
      this.writing = null;
    }
  }

  /** Waits for all writes. */
  async close(): Promise<void> {
    await this.writing;
    if (this.failure === null) await this.journal.datasync();
    await this.report.close();
    await this.journal.close();
    if (this.failure !== null) throw this.failure;
  }
}
