import type { Job } from '../jobs/jobs.ts';
import type { Texts } from '../texts.ts';

/** One job in a line: title, progress and failures. */
export function jobLine(job: Job, texts: Texts): string {
  const { tui } = texts;
  const failed = job.outcomes.filter(({ result }) => result === 'failed').length;
  const done = job.outcomes.length - failed;
  const state = job.state === 'running' ? shareText(job, texts) : tui.jobs.states[job.state];
  return [
    job.title(texts),
    state,
    ...(job.outcomes.length > 0 ? [tui.jobs.counts(done, failed)] : []),
    `${secondsOf(job)} s`,
  ].join('  ');
}

/** A running job's progress. */
export function shareText({ done, total }: Pick<Job, 'done' | 'total'>, { common }: Texts): string {
  return total > 0 ? common.marks.percent(String(Math.floor((done / total) * 100))) : '...';
}

function secondsOf({ startedAt, endedAt }: Job): number {
  return Math.round(((endedAt ?? Date.now()) - startedAt) / 1000);
}
