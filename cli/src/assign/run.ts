import { ApiError } from '@shp/shared/api/errors';
import type { Assessment } from '@shp/shared/api/objects';
import type { Api } from '../api/client.ts';
import { isPassing, withRetries } from '../api/retry.ts';
import type { Shp } from '../core/context.ts';
import { Failure, Interrupted, PartlyDone } from '../core/errors.ts';
import { writeWhole } from '../files/whole.ts';
import { confirm } from '../input/ask.ts';
import { csvPrinter, ndjsonPrinter } from '../output/machine.ts';
import { printRows } from '../output/print.ts';
import { progress } from '../output/progress.ts';
import { fieldsOf, own, type View } from '../output/view.ts';
import type { Experts } from './experts.ts';
import { inParallel } from './many.ts';

/** What to assign to one assessment: these experts, or as many as a panel has. */
export type Wish = { id: string; experts: readonly string[] } | { id: string; balance: number };
export type How = { replace: boolean; dryRun: boolean; concurrency: number; report: string | undefined };

/** What became of one assessment, or what would. */
type Result = 'assigned' | 'planned' | 'unchanged' | 'failed' | 'left';
export type Line = { id: string; number: string; result: Result; experts: string[]; reason: string };
type Planned = Line & { next: string[]; removes: boolean };

/** `shp assessments assign`: everything is planned before the first call that changes anything. */
export async function assign(shp: Shp, api: Api, experts: Experts, wishes: readonly Wish[], how: How): Promise<void> {
  const { cli } = shp.texts;
  const stopped = () => shp.signal.aborted;
  const read = await inParallel(wishes, how.concurrency, stopped, ({ id }) =>
    orReason(() => api.call('GET assessment', { id })),
  );
  const plan = wishes.map((wish, place) => planOne(shp, experts, wish, read[place], how.replace));
  if (!how.dryRun && plan.some(({ removes }) => removes)) {
    await confirm(shp, cli.prompts.replaceExperts(plan.filter(({ removes }) => removes).length));
  }
  const { lines, stopped: error } = how.dryRun ? { lines: plan, stopped: null } : await apply(shp, api, plan, how);
  await tell(
    shp,
    lines.map(({ id, number, result, experts: names, reason }) => ({ id, number, result, experts: names, reason })),
    how.report,
    error,
  );
}

function planOne(
  shp: Shp,
  experts: Experts,
  wish: Wish,
  read: Assessment | string | undefined,
  replace: boolean,
): Planned {
  const { assign: text } = shp.texts.cli;
  const failed = (reason: string, number = ''): Planned => ({
    id: wish.id,
    number,
    result: 'failed',
    experts: [],
    reason,
    next: [],
    removes: false,
  });
  if (read === undefined) throw new Interrupted();
  if (typeof read === 'string') return failed(read);
  const { number } = read;
  if (!read.permissions.assign) return failed(text.notNow(shp.texts.common.statuses[read.status]), number);
  const before = read.experts.map(({ id }) => id);
  const base = replace ? [] : before;
  let next: string[] | null;
  if ('balance' in wish) next = experts.balance(read, base, wish.balance);
  else {
    const found = wish.experts.map((word) => [word, experts.find(word)?.id] as const);
    const unknown = found.filter(([, id]) => id === undefined).map(([word]) => word);
    if (unknown.length > 0) return failed(text.unknown(unknown.join(', ')), number);
    next = [...new Set([...base, ...found.map(([, id]) => id as string)])];
  }
  if (next === null) return failed(text.tooFew, number);
  const removes = before.some((id) => !next.includes(id));
  const same = !removes && next.length === before.length;
  const names = next.map(
    (id) => read.experts.find((one) => one.id === id)?.name ?? experts.find(id)?.profile.name ?? id,
  );
  return { id: wish.id, number, result: same ? 'unchanged' : 'planned', experts: names, reason: '', next, removes };
}

/**
 * Replacing is the same however often it is done, so it is tried again like a read. What would befall all the rest ends
 * it (`stopped`); what was done until then is told all the same.
 */
async function apply(
  shp: Shp,
  api: Api,
  plan: readonly Planned[],
  { concurrency }: How,
): Promise<{ lines: Line[]; stopped: unknown }> {
  const bar = progress(shp, shp.command, String);
  const todo = plan.filter(({ result }) => result === 'planned');
  let done = 0;
  let stopped: unknown = null;
  const one = async (planned: Planned): Promise<Line | undefined> => {
    const call = () => api.call('POST assessment/assign_experts', { id: planned.id, experts: planned.next });
    try {
      const answer = await orReason(() => withRetries(call, shp.signal, () => {}));
      bar.at(++done, todo.length);
      if (typeof answer === 'string') return { ...planned, result: 'failed', reason: answer };
      return { ...planned, result: 'assigned', experts: answer.experts.map(({ name }) => name) };
    } catch (error) {
      stopped ??= error;
      return undefined;
    }
  };
  const outcomes = await inParallel(todo, concurrency, () => stopped !== null || shp.signal.aborted, one).finally(
    bar.end,
  );
  const outcomeOf = new Map(todo.map((planned, place) => [planned, outcomes[place]]));
  const left = (planned: Planned): Line => outcomeOf.get(planned) ?? { ...planned, result: 'left' };
  return { lines: plan.map((planned) => (planned.result === 'planned' ? left(planned) : planned)), stopped };
}

/** The answer, or why there is none for this one object. @throws what would befall every other as well */
async function orReason<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || isPassing(error) || error.status === 401 || error.status === 403) throw error;
    return Object.values(error.fields).join('; ') || error.message;
  }
}

async function tell(shp: Shp, lines: readonly Line[], report: string | undefined, stopped: unknown): Promise<void> {
  const { assign: text } = shp.texts.cli;
  const view = lineView(shp);
  await printRows(shp, view, [lines]);
  if (report !== undefined) {
    const ndjson = /\.(ndjson|jsonl)$/i.test(report);
    const printer = ndjson ? ndjsonPrinter((line: Line) => line) : csvPrinter(fieldsOf(view, undefined, shp.texts));
    writeWhole(report, `${printer.start?.() ?? ''}${printer.rows(lines)}`, 0o644);
  }
  const count = (result: Result) => lines.filter((line) => line.result === result).length;
  const counts = {
    assigned: count('assigned'),
    planned: count('planned'),
    unchanged: count('unchanged'),
    failed: count('failed'),
    left: count('left'),
  };
  const summary = text.summary(lines.length, counts);
  if (shp.signal.aborted || stopped !== null) shp.note(summary);
  if (shp.signal.aborted) throw new Interrupted(shp.texts.cli.files.goOn);
  if (stopped !== null) throw stopped;
  if (counts.failed === 0) return shp.note(summary);
  throw counts.failed === lines.length ? new Failure(summary) : new PartlyDone(summary);
}

function lineView({ texts: { cli } }: Shp): View<Line> {
  const { number, result, experts, reason } = cli.assign.columns;
  return {
    columns: [
      own('id', 'id', ({ id }) => id),
      own('number', number, (line) => line.number),
      own(
        'result',
        result,
        (line) => line.result,
        'text',
        (line) => cli.assign.results[line.result],
      ),
      own('experts', experts, (line) => line.experts),
      own('reason', reason, (line) => line.reason),
    ],
    paths: ['id', 'number', 'result', 'experts', 'reason'],
  };
}
