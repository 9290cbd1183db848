import { existsSync } from 'node:fs';
import { clockText } from '@shp/shared/sheets/days';
import type { Job } from '../jobs/jobs.ts';
import type { Texts } from '../texts.ts';
import { tableLines } from '../widgets/tableLines.ts';

const DAY_WIDTH = '2026-11-27 '.length;
/** The first share of its work tells too little of how long a job still takes. */
const SURE_MS = 2_000;

/** The jobs as a table, headings first. */
export function jobTable(jobs: readonly Job[], texts: Texts, columns: number): [head: string, ...lines: string[]] {
  const { job, state, result, started, time } = texts.tui.jobs.columns;
  const [head = '', ...lines] = tableLines(
    [job, state, result, started, time],
    jobs.map((one) => [
      one.title(texts),
      stateText(one, texts),
      resultText(one, texts),
      startText(one),
      timeText(one, texts),
    ]),
    columns,
  );
  return [head, ...lines];
}

/** A job's state, or how far it is. */
export function stateText(job: Job, texts: Texts): string {
  return job.state === 'running' ? shareText(job, texts) : texts.tui.jobs.states[job.state];
}

/** How many objects are done and have failed, or what the job says at its end: where its file is. */
export function resultText({ outcomes, notes }: Job, { tui }: Texts): string {
  const failed = outcomes.filter(({ result }) => result === 'failed').length;
  return outcomes.length > 0 ? tui.jobs.counts(outcomes.length - failed, failed) : (notes.at(-1) ?? '');
}

/** When a job began. */
export function startText({ startedAt }: Job): string {
  return (clockText(new Date(startedAt).toISOString()) ?? '').slice(DAY_WIDTH);
}

/** How long a job took, or still takes by what is done. */
export function timeText({ startedAt, endedAt, done, total }: Job, { tui }: Texts): string {
  const { seconds, left } = tui.jobs;
  const passed = (endedAt ?? Date.now()) - startedAt;
  const whole = (ms: number) => Math.round(ms / 1000);
  if (endedAt !== null || done === 0 || passed < SURE_MS) return seconds(whole(passed));
  return left(seconds(whole((passed / done) * Math.max(0, total - done))));
}

/** The file that a job has written; null if there is none. */
export function fileOf({ file, state }: Job): string | null {
  return file !== null && state !== 'running' && existsSync(file) ? file : null;
}

/** A running job's progress. */
export function shareText({ done, total }: Pick<Job, 'done' | 'total'>, { common }: Texts): string {
  return total > 0 ? common.marks.percent(String(Math.floor((done / total) * 100))) : '...';
}
