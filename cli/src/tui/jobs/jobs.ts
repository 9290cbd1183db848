import { csv } from '@shp/shared/sheets/write/csv';
import type { Api } from '../../api/client.ts';
import { Interrupted, PartlyDone } from '../../lib/errors.ts';
import type { Texts } from '../texts.ts';

/** The result for one object. `secret` is shown only once: an initial password. */
export type Outcome = {
  readonly label: string;
  readonly result: 'done' | 'same' | 'failed';
  readonly text: string;
  readonly secret?: string;
};
export type JobState = 'running' | 'done' | 'partly' | 'failed' | 'stopped';

/** What a job gets. */
export type JobTools = {
  readonly api: Api;
  readonly signal: AbortSignal;
  /** How many objects are done, a part of one being a fraction; without outcomes it may be bytes. */
  at(done: number, total: number): void;
  outcome(outcome: Outcome): void;
  note(line: string): void;
  /** Sets the undo for the work so far. */
  undo(spec: UndoSpec | null): void;
  /** Says why the work cannot be undone. */
  noUndo(reason: (texts: Texts) => string): void;
};
/** How many objects have which result, as texts. */
type Counts = Readonly<Record<Outcome['result'] | 'left', string>>;
/** A job's title in any language, and its work. */
export type JobSpec = {
  title(texts: Texts): string;
  /** The command that does the same; absent or null if there is none. */
  readonly command?: string | null;
  /** Where its result will be. */
  readonly file?: string;
  /** The file by which it goes on if it is cut off. */
  readonly resume?: string;
  /** Its results in numbers, if not as usual. */
  counts?(counts: Counts, texts: Texts): string;
  run(tools: JobTools): Promise<void>;
};
/** An undo, with the question to ask before it. */
export type UndoSpec = JobSpec & {
  question(texts: Texts): string;
  /** What of the job stays. */
  stays?(texts: Texts): string;
};

export type Job = {
  readonly id: number;
  title(texts: Texts): string;
  readonly command: string | null;
  readonly file: string | null;
  readonly resume: string | null;
  readonly counts: JobSpec['counts'] | null;
  /** The job that this one undoes. */
  readonly undoes: number | null;
  readonly state: JobState;
  readonly done: number;
  readonly total: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly outcomes: readonly Outcome[];
  readonly notes: readonly string[];
  readonly undo: UndoSpec | null;
  /** Why the job cannot be undone, if it says so. */
  readonly noUndo: ((texts: Texts) => string) | null;
  /** The error that ended the job. */
  readonly failure: unknown;
  /** Whether its passwords are saved to a file. */
  readonly saved: boolean;
};

const TELL_MS = 100;

/** Runs jobs in the background and keeps their results. */
export class Jobs {
  private readonly jobs = new Map<number, Job>();
  private readonly stops = new Map<number, AbortController>();
  private readonly ends = new Map<number, Promise<void>>();
  private readonly listeners = new Set<() => void>();
  private version = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly api: () => Api,
    private readonly ended: (job: Job) => void,
    /** Called with each job that starts. */
    private readonly started: (job: Job) => void = () => {},
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): number => this.version;
  readonly countEnded = (): number => this.list().filter(({ state }) => state !== 'running').length;

  /** Newest first. */
  list(): Job[] {
    return [...this.jobs.values()].reverse();
  }
  get(id: number): Job | undefined {
    return this.jobs.get(id);
  }
  running(): Job[] {
    return this.list().filter(({ state }) => state === 'running');
  }
  /** Jobs with passwords that are not saved yet. */
  unsaved(): Job[] {
    return this.list().filter(({ saved, outcomes }) => !saved && outcomes.some(({ secret }) => secret !== undefined));
  }
  /** The latest job that can be undone, or says why it cannot. */
  undoable(): Job | undefined {
    return this.list().find(({ state, undo, noUndo }) => state !== 'running' && (undo ?? noUndo) !== null);
  }

  start(spec: JobSpec, undoes: number | null = null): Job {
    const id = this.jobs.size + 1;
    const stop = new AbortController();
    const job: Job = {
      id,
      title: spec.title,
      command: spec.command ?? null,
      file: spec.file ?? null,
      resume: spec.resume ?? null,
      counts: spec.counts ?? null,
      undoes,
      state: 'running',
      done: 0,
      total: 0,
      startedAt: Date.now(),
      endedAt: null,
      outcomes: [],
      notes: [],
      undo: null,
      noUndo: null,
      failure: null,
      saved: false,
    };
    this.jobs.set(id, job);
    this.stops.set(id, stop);
    this.started(job);
    this.ends.set(id, this.run(id, spec, stop.signal));
    this.tell();
    return job;
  }

  /** Stops a job in good order. */
  stop(id: number): void {
    this.stops.get(id)?.abort(new Interrupted());
  }

  /** Undoes a job with another job. */
  undo(id: number): void {
    const spec = this.jobs.get(id)?.undo;
    if (!spec) return;
    this.change(id, { undo: null });
    this.start(spec, id);
  }

  /** The job when it has ended. */
  async whenEnded(id: number): Promise<Job | undefined> {
    await this.ends.get(id);
    return this.get(id);
  }

  saved(id: number): void {
    this.change(id, { saved: true });
    this.tell();
  }

  /** Stops all jobs and waits for them. */
  async end(): Promise<void> {
    for (const { id } of this.running()) this.stop(id);
    await Promise.all(this.ends.values());
  }

  private async run(id: number, spec: JobSpec, signal: AbortSignal): Promise<void> {
    const outcomes: Outcome[] = [];
    const notes: string[] = [];
    const tools: JobTools = {
      api: this.api(),
      signal,
      at: (done, total) => this.later(id, { done, total }),
      outcome: (outcome) => outcomes.push(outcome),
      note: (line) => notes.push(line),
      undo: (undo) => this.change(id, { undo }),
      noUndo: (noUndo) => this.change(id, { noUndo }),
    };
    let failure: unknown = null;
    try {
      await spec.run(tools);
    } catch (error) {
      failure = error;
    }
    this.change(id, { outcomes, notes, failure, state: stateOf(outcomes, failure, signal), endedAt: Date.now() });
    this.tell();
    const job = this.jobs.get(id);
    if (job) this.ended(job);
  }

  private change(id: number, change: Partial<Job>): void {
    const job = this.jobs.get(id);
    if (job) this.jobs.set(id, { ...job, ...change });
  }

  /** Limits progress updates to a few per second. */
  private later(id: number, change: Partial<Job>): void {
    this.change(id, change);
    this.timer ??= setTimeout(() => this.tell(), TELL_MS);
  }

  private tell(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.version += 1;
    for (const listener of this.listeners) listener();
  }
}

function stateOf(outcomes: readonly Outcome[], failure: unknown, signal: AbortSignal): JobState {
  const failed = outcomes.some(({ result }) => result === 'failed');
  const done = outcomes.some(({ result }) => result !== 'failed');
  if (signal.aborted && failure !== null) return 'stopped';
  if (failure instanceof PartlyDone) return 'partly';
  if (failure !== null) return done ? 'partly' : 'failed';
  if (failed) return done ? 'partly' : 'failed';
  return 'done';
}

/** The results of a job as csv. */
export function reportText(job: Job, { tui, common }: Texts): string {
  const headings = [tui.jobs.object, tui.jobs.result, tui.jobs.detail, common.fields.initialPassword];
  const text = csv({ name: '', columns: headings.map((heading) => ({ heading, type: 'text', width: 0 })) });
  const rows = job.outcomes.map(({ label, result, text: detail, secret }, index) =>
    text.row([label, tui.jobs.results[result], detail, secret ?? null], index),
  );
  return [text.start, ...rows].join('');
}
