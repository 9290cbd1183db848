import type { Job, Outcome } from '../jobs/jobs.ts';
import type { CutOff } from '../session.ts';

/** A row of the list of jobs: a job of this session with the work by which it goes on, or such work alone. */
export type JobRow = {
  /** The latest run, with the results of all. */
  readonly job?: Job;
  /** The runs from which it went on, newest first. */
  readonly earlier?: readonly Job[];
  /** How far it is undone, if it is. */
  readonly undone?: 'done' | 'partly';
  readonly cut?: CutOff;
};

/** The runs of one job, newest first. */
type Runs = [latest: Job, ...earlier: Job[]];

/** The jobs and what was cut off, newest first; a job, all that went on from it and what is left of it are one row. */
export function jobRows(jobs: readonly Job[], unfinished: readonly CutOff[]): JobRow[] {
  const all = runsOf(jobs);
  const isLeftOf = ({ key }: CutOff, runs: Runs) => all.find(([{ resume }]) => resume === key) === runs;
  return [
    ...all.map((runs): JobRow => {
      // A second try beside a run ends at once.
      const latest = runs.find(({ state }) => state === 'running') ?? runs[0];
      const job = { ...latest, outcomes: outcomesOf(runs) };
      const cut = job.state === 'running' ? undefined : unfinished.find((one) => isLeftOf(one, runs));
      const undone = undoneBy(runs, jobs)?.state;
      return {
        job,
        earlier: runs.filter((run) => run !== latest),
        ...(cut === undefined ? {} : { cut }),
        ...(undone === 'done' || undone === 'partly' ? { undone } : {}),
      };
    }),
    ...unfinished.filter(({ key }) => jobs.every(({ resume }) => resume !== key)).map((cut) => ({ cut })),
  ];
}

/** Whether a row shows this job, or a later run of it. */
export function hasRun({ job, earlier = [] }: JobRow, id: number | null): boolean {
  return job?.id === id || earlier.some((run) => run.id === id);
}

/** The job that has undone another and stands: it is not undone itself. */
function undoneBy(runs: readonly Job[], jobs: readonly Job[]): Job | undefined {
  const undo = jobs.find(({ undoes }) => runs.some(({ id }) => id === undoes));
  return undo === undefined || undoneBy([undo], jobs) !== undefined ? undefined : undo;
}

/** An undo has the file of what it undoes, and is a job of its own. */
function runsOf(jobs: readonly Job[]): Runs[] {
  const all: Runs[] = [];
  for (const job of jobs.toReversed()) {
    const before = job.undoes === null && job.resume !== null && all.find(([{ resume }]) => resume === job.resume);
    if (before) before.unshift(job);
    else all.unshift([job]);
  }
  // A job stands where its latest run began.
  return all.toSorted(([one], [other]) => other.id - one.id);
}

/** What a later run did again replaces what an earlier one says of it. */
function outcomesOf(runs: Runs): readonly Outcome[] {
  const [only] = runs;
  if (runs.length === 1) return only.outcomes;
  return [...new Map(runs.toReversed().flatMap(({ outcomes }) => outcomes.map((one) => [one.label, one]))).values()];
}
