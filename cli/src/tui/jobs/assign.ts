import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { User } from '@shp/shared/api/objects';
import { mayUndoAssignment } from '@shp/shared/domain/assessment/statuses';
import type { Line, Planned } from '../../bulk/assign/plan.ts';
import { identityOf, type RunResult, recordPlan, resumePlan, runPlan } from '../../bulk/assign/run.ts';
import { journalOf } from '../../bulk/journal/journal.ts';
import type { CommandContext } from '../../command/context.ts';
import { Interrupted } from '../../lib/errors.ts';
import { withLock } from '../../lib/lock.ts';
import type { Texts } from '../texts.ts';
import { JobContext } from './jobContext.ts';
import type { JobSpec, JobTools, Outcome, UndoSpec } from './jobs.ts';
import { assignmentsFolder, forgetAssignment, isWritable, readAssignment } from './resumableAssignments.ts';
import { recall } from './resumableJobs.ts';

const PARALLEL = 6;

/** The user, and the language. */
type Doing = { readonly context: CommandContext; readonly me: User; readonly texts: Texts };

/** Assigns experts as planned, with the same journal as the command, so it can be resumed. */
export function assignJob(doing: Doing, plan: readonly Planned[]): JobSpec {
  const report = join(assignmentsFolder(doing.context), `${randomUUID()}.csv`);
  return jobOf(doing, report, plan, 'assign');
}

/** Resumes an interrupted assignment. */
export function resumeJob(doing: Doing, report: string): JobSpec {
  return jobOf(doing, report, null, 'assign');
}

/** An assignment, its undo, and the redo. */
type Step = 'assign' | 'takeBack' | 'putBack';
const BACK = { assign: 'takeBack', takeBack: 'putBack', putBack: 'takeBack' } as const satisfies Record<Step, Step>;

/** Whether a plan changes no experts and only takes steps. */
export function onlySteps(plan: Iterable<Planned>): boolean {
  const [first] = plan;
  return first?.step !== undefined && first.added.length + first.removed.length === 0;
}

/** Names at most this many experts in the question before an undo. */
const NAMED = 3;

function undoOf(
  doing: Doing,
  report: string,
  plan: readonly Planned[],
  started: number,
  step: 'takeBack' | 'putBack',
): UndoSpec {
  return {
    ...jobOf(doing, report, plan, step),
    ...(started > 0 ? { stays: ({ tui }: Texts) => tui.assign.stay(started) } : {}),
    question({ tui, common }) {
      const names = [...new Set(plan.flatMap(({ added, removed }) => [...added, ...removed]))];
      const more = names.length > NAMED ? ' …' : '';
      const [only] = plan.length === 1 ? plan : [];
      const one = only === undefined ? null : `${only.number} ${only.station}`;
      return tui.assign.ask[step](plan.length, names.slice(0, NAMED).join(common.marks.list) + more, one);
    },
  };
}

function jobOf(doing: Doing, report: string, plan: readonly Planned[] | null, step: Step): JobSpec {
  const { tui } = doing.texts;
  const steps = onlySteps(plan ?? readAssignment(report)?.keys.values() ?? []);
  return {
    resume: journalOf(report),
    title: (shown) => (steps ? shown.acts.advance.title : shown.tui.assign.titles[step]),
    async run(tools) {
      const isResumable = isWritable(assignmentsFolder(doing.context));
      recall(journalOf(report));
      const ended = await (isResumable
        ? carriedOutResumably(doing, tools, report, plan)
        : carriedOut(doing, tools, plan ?? []));
      const { lines, earlier = [], done } = ended;
      const taken = new Map(ended.plan.map(({ row, step: next }) => [row, next]));
      for (const line of [...earlier, ...lines])
        if (line.result !== 'left') tools.outcome(outcomeOf(line, taken.get(line.row), doing.texts));
      const changed = ended.plan.filter(
        ({ row, added, removed }) => done.get(row) === 'assigned' && added.length + removed.length > 0,
      );
      const back = changed.filter(isUndoable).map(reversed);
      const started = changed.length - back.length;
      // The undo replaces the journal: an undone assignment is not resumed.
      if (back.length > 0) tools.undo(undoOf(doing, report, back, started, BACK[step]));
      else if (started > 0) tools.noUndo((shown) => shown.tui.why.started);
      if (done.size === ended.plan.length) return forgetAssignment(report);
      tools.note(isResumable ? tui.assign.goOn : tui.assign.notKept);
      throw tools.signal.aborted ? new Interrupted() : ended.stopped;
    },
  };
}

async function carriedOutResumably(
  { context, me, texts }: Doing,
  tools: JobTools,
  report: string,
  plan: readonly Planned[] | null,
): Promise<RunResult> {
  // Before anything is awaited: once the user sees the job, a kill does not lose it.
  if (plan !== null) recordPlan(report, identityOf(plan, tools.api, me.id), plan);
  return withLock(journalOf(report), { wait: 0 }, async () => {
    const journal = readAssignment(report);
    // Another UI has finished it meanwhile.
    if (journal === null) return { plan: [], lines: [], done: new Map(), stopped: null };
    return resumePlan(new JobContext(context, texts, tools), tools.api, report, journal, PARALLEL);
  });
}

function carriedOut({ context, texts }: Doing, tools: JobTools, plan: readonly Planned[]): Promise<RunResult> {
  return runPlan(new JobContext(context, texts, tools), tools.api, { plan, done: new Map() }, PARALLEL, null);
}

function outcomeOf(
  { number, station, result, experts, removed, reason }: Line,
  step: Planned['step'],
  { common }: Texts,
): Outcome {
  const label = `${number} ${station}`;
  if (result === 'failed') return { label, result, text: reason };
  const status = step === undefined ? [] : [common.statuses[step.to]];
  // Where nobody is left, those who were taken off are named.
  const who = experts.length > 0 ? experts : removed.map((name) => `− ${name}`);
  return { label, result: 'done', text: [...who, ...status].join(common.marks.list) };
}

function isUndoable({ step }: Planned): boolean {
  return step === undefined || mayUndoAssignment(step.from, step.to);
}

/** Undo of an assignment; experts changed by another user stay. */
function reversed(planned: Planned): Planned {
  // A step that was taken stays.
  const { step: _, ...plan } = planned;
  const { added, removed, experts, before, next } = plan;
  const stayed = experts.filter((name) => !added.includes(name));
  return {
    ...plan,
    added: removed,
    removed: added,
    experts: [...stayed, ...removed],
    before: next,
    next: before,
    undoes: true,
  };
}
