import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Texts } from '../texts.ts';
import { type AssignMode, type Named, nextExperts } from './assignPlan.ts';
import type { JobSpec, JobTools, Outcome } from './jobs.ts';
import { forMany } from './many.ts';

type Given = Pick<AssessmentRow, 'id' | 'number' | 'station'>;

/** Assigns experts to assessments, one after the other as they are by then: what changed since the plan is respected. */
export function assignJob(rows: readonly Given[], experts: readonly Named[], mode: AssignMode, texts: Texts): JobSpec {
  return {
    title: ({ tui }) => tui.assign.title,
    run: (tools) => assign(tools, rows, (_id, present) => nextExperts(present, experts, mode), texts),
  };
}

async function assign(
  tools: JobTools,
  rows: readonly Given[],
  nextOf: (id: string, present: readonly Named[]) => readonly Named[],
  texts: Texts,
): Promise<void> {
  const { api } = tools;
  const { tui } = texts;
  const before = new Map<string, readonly Named[]>();
  const one = async ({ id }: Given): Promise<Omit<Outcome, 'label'>> => {
    const { experts: present, permissions } = await api.call('GET assessment', { id });
    if (!permissions.assign) return { result: 'failed', text: tui.assign.notNow };
    const next = nextOf(id, present);
    if (sameNamed(present, next)) return { result: 'same', text: tui.assign.same };
    const { experts } = await api.call('POST assessment/assign_experts', {
      id,
      experts: next.map((expert) => expert.id),
      was: present.map((expert) => expert.id),
    });
    before.set(id, present);
    return { result: 'done', text: experts.map(({ name }) => name).join(tui.list.and) };
  };
  try {
    await forMany(tools, rows, ({ number, station }) => `${number} ${station.name}`, one);
  } finally {
    const changed = rows.filter(({ id }) => before.has(id));
    if (changed.length > 0) {
      tools.undo({
        title: (shown) => shown.tui.assign.undoTitle,
        run: (undoing) => assign(undoing, changed, (id) => before.get(id) ?? [], texts),
      });
    }
  }
}

function sameNamed(a: readonly Named[], b: readonly Named[]): boolean {
  const ids = (list: readonly Named[]) => [...new Set(list.map(({ id }) => id))].sort().join();
  return ids(a) === ids(b);
}
