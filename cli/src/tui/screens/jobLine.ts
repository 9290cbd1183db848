import { existsSync } from 'node:fs';
import { clockText } from '@shp/shared/sheets/days';
import { PartlyDone } from '../../lib/errors.ts';
import { displayWidth, pad } from '../../lib/width.ts';
import { errorText, formatCount } from '../format.ts';
import type { Job, JobState, Outcome } from '../jobs/jobs.ts';
import { type Look, MARK } from '../look/look.ts';
import type { ColourName } from '../look/skins.ts';
import type { Texts } from '../texts.ts';
import { GAP, tableLines } from '../widgets/tableLines.ts';
import type { JobRow } from './jobRows.ts';

const DAY_WIDTH = '2026-11-27 '.length;
/** Of a day without its year, and of a time without seconds. */
const [YEAR_WIDTH, MINUTES_WIDTH] = ['2026-'.length, '10:00'.length];
/** The first share of its work tells too little of how long a job still takes. */
const SURE_MS = 2_000;

const MINUTE_S = 60;
/** A usual job takes less than an hour. */
const USUAL_S = 60 * MINUTE_S - 1;
/** What is left of a job's name, at least. */
const NAME_LEAST = 12;

const BAR = 10;
/** The colour of each state of a job. */
export const COLOUR_OF_JOB: Record<JobState, ColourName> = {
  running: 'brand',
  done: 'green',
  partly: 'amber',
  failed: 'red',
  stopped: 'amber',
};

/** The jobs as a table over all columns, headings first. */
export function jobTable(
  rows: readonly JobRow[],
  texts: Texts,
  look: Look,
  columns: number,
): [head: string, ...lines: string[]] {
  const { job, state, result, started, time } = texts.tui.jobs.columns;
  const heads = [job, state, result, started, time];
  const cells = rows.map((row) => cellsOf(row, texts));
  // Columns whose texts change while a job runs are as wide from the first second on.
  const least = leastWidths(texts);
  const [jobs = 0, ...used] = heads.map((head, at) =>
    Math.max(displayWidth(head), least[at] ?? 0, ...cells.map((row) => displayWidth(row[at] ?? ''))),
  );
  const [states = 0, results = 0, starts = 0, times = 0] = used;
  // A job's name is cut before its result.
  const room = columns - states - starts - times - GAP * (heads.length - 1);
  const names = Math.min(jobs, Math.max(NAME_LEAST, room - results));
  const widths = [names, states, room - names, starts, times];
  const fitted = (row: readonly string[]) => row.map((cell, at) => pad(cell, widths[at] ?? 0, false));
  const [head = '', ...lines] = tableLines(fitted(heads), cells.map(fitted), columns, [], [], (text, at, column) => {
    const hue = COLOUR_OF_JOB[rows[at]?.job?.state ?? 'stopped'];
    return column === 1 ? text.replace(MARK, look.mark(hue)) : text;
  });
  return [head, ...lines];
}

/** The least width of each column: that of its longest usual text. */
function leastWidths({ tui, acts }: Texts): readonly number[] {
  const { states, seconds } = tui.jobs;
  const longest = (all: readonly string[]) => Math.max(...all.map(displayWidth));
  const state = longest([...Object.values(states), acts.resumable.lead].map((text) => `${MARK} ${text}`));
  return [0, state, 0, 0, longest([seconds(USUAL_S), leftText(USUAL_S, tui)])];
}

function cellsOf(row: JobRow, texts: Texts): string[] {
  const { job, cut } = row;
  if (job === undefined) {
    const counts = cut?.counts ? countText(cut.counts.done, cut.counts.rows) : '';
    const started = cut === undefined ? '' : cutStartText(cut.startedAt);
    return [cut?.title(texts) ?? '', `${MARK} ${texts.acts.resumable.lead}`, counts, started, ''];
  }
  const state = `${MARK} ${stateText(job, texts, row.undone)}`;
  return [job.title(texts), state, resultText(job, texts), startText(job), timeText(job, texts)];
}

/** What is done only in part does not count. */
const countText = (done: number, total: number) => `${formatCount(Math.floor(done))}/${formatCount(total)}`;

/** A job's state, and how far it is undone. */
export function stateText({ state }: Job, { tui, common }: Texts, undone?: JobRow['undone']): string {
  const { states, undone: words } = tui.jobs;
  return states[state] + (undone === undefined ? '' : common.marks.comma + words[undone]);
}

/** How far a running job is, in a text that keeps its width. */
export function progressText({ done, total }: Job): string {
  if (total === 0) return '...';
  const full = Math.floor((Math.min(done, total) / total) * BAR);
  const count = pad(countText(done, total), displayWidth(countText(total, total)), true);
  return `${'▰'.repeat(full)}${'▱'.repeat(BAR - full)} ${count}`;
}

/** How many objects are done, have failed and are left, and what ended the job; or where its file is; or how far it is. */
function resultText(job: Job, texts: Texts): string {
  const { outcomes, notes, state } = job;
  if (state === 'running') return progressText(job);
  if (outcomes.length === 0) return notes.at(-1) ?? '';
  const why = whyEnded(job, texts);
  return countsText(job, texts) + (why === '' ? '' : `${texts.common.marks.colon}${why}`);
}

/** The error that ended a job early; '' if there was none, or its counts say it. */
function whyEnded({ failure, state }: Job, texts: Texts): string {
  return failure === null || state === 'stopped' || failure instanceof PartlyDone ? '' : errorText(failure, texts);
}

/** An earlier run of a job in one line: when it began, how it ended, what it had done, how long it took. */
export function runText(job: Job, texts: Texts): string {
  const counts = job.total > 0 ? countsText(job, texts) : '';
  const parts = [stateText(job, texts), counts, whyEnded(job, texts), timeText(job, texts)];
  return `${startText(job)}  ${parts.filter(Boolean).join(texts.common.marks.semicolon)}`;
}

/** How many objects are done, have failed and, where the job has ended early, are left. */
export function countsText({ outcomes, done, total, state, counts }: Job, texts: Texts): string {
  const { tui } = texts;
  const of = (wanted: Outcome['result']) => outcomes.filter(({ result }) => result === wanted).length;
  const [failed, same] = [of('failed'), of('same')];
  // A job that goes on counts what an earlier run has done.
  const all = Math.max(outcomes.length, done);
  const left = state === 'running' || state === 'done' ? 0 : Math.max(0, total - Math.floor(all));
  const changed = Math.floor(all) - failed;
  const texted = { same: formatCount(same), failed: formatCount(failed), left: formatCount(left) };
  if (counts) return counts({ ...texted, done: formatCount(changed - same) }, texts);
  return tui.jobs.counts(formatCount(changed), texted.failed, texted.left);
}

/** When a job began. */
export function startText({ startedAt }: Job): string {
  return (clockText(new Date(startedAt).toISOString()) ?? '').slice(DAY_WIDTH);
}

/** When work began that was cut off, on an earlier day with that day. */
function cutStartText(startedAt: number): string {
  const [day = '', time = ''] = (clockText(new Date(startedAt).toISOString()) ?? '').split(' ');
  const [today] = (clockText(new Date().toISOString()) ?? '').split(' ');
  return day === today ? time : `${day.slice(YEAR_WIDTH)} ${time.slice(0, MINUTES_WIDTH)}`;
}

/** How long a job took, or still takes by what is done. */
export function timeText({ startedAt, endedAt, done, total }: Job, { tui }: Texts): string {
  const { seconds } = tui.jobs;
  const passed = (endedAt ?? Date.now()) - startedAt;
  const whole = (ms: number) => Math.round(ms / 1000);
  if (endedAt !== null || done === 0 || passed < SURE_MS) return seconds(whole(passed));
  return leftText(whole((passed / done) * Math.max(0, total - done)), tui);
}

/** The time that a job still takes: an estimate, from a minute on without its seconds. */
function leftText(seconds: number, { jobs }: Texts['tui']): string {
  return jobs.left(seconds < MINUTE_S ? jobs.seconds(seconds) : jobs.minutes(Math.round(seconds / MINUTE_S)));
}

/** The file that a job has written; null if there is none. */
export function fileOf({ file, state }: Job): string | null {
  return file !== null && state !== 'running' && existsSync(file) ? file : null;
}

/** A running job's progress. */
export function shareText({ done, total }: Pick<Job, 'done' | 'total'>, { common }: Texts): string {
  return total > 0 ? common.marks.percent(String(Math.floor((done / total) * 100))) : '...';
}
