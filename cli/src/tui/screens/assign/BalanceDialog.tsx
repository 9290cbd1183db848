import type { AssessmentRow } from '@shp/shared/api/objects';
import { ExpertPool } from '@shp/shared/domain/assessment/expertPool';
import { useMemo, useState } from 'react';
import type { Experts } from '../../../bulk/assign/experts.ts';
import { displayWidth, pad } from '../../../lib/width.ts';
import { flags } from '../../commands/commandLine.ts';
import { formatCount } from '../../format.ts';
import { type Change, marking, planBalance } from '../../jobs/assignPlan.ts';
import type { ListModel } from '../../list/model.ts';
import { countOf, type Selection } from '../../list/selection.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { assignCommand } from './assignCommand.ts';
import { PlanView } from './PlanView.tsx';
import { useReading } from './useReading.ts';

const PANEL = 3;
const PANEL_MAX = 50;
/** The share of the width that experts' names take at most. */
const NAME_MOST = 0.6;

type Props = { model: ListModel<AssessmentRow>; target: Selection<AssessmentRow>; height: number; onClose(): void };
type Load = { readonly name: string; readonly before: number; readonly after: number };

/** Gives each selected assessment a panel with equal work for all experts. */
export function BalanceDialog({ model, target, height, onClose }: Props) {
  const { texts, columns } = useUi();
  const { tui, acts } = texts;
  const { rows, read, done } = useReading(model, target);
  const [typed, setSize] = useState<number | null>(null);
  const least = leastExperts(read?.found.values() ?? []);
  const size = typed ?? Math.max(PANEL, least);
  const planned = useMemo(() => {
    if (rows === null || read === null) return null;
    // Each plan counts from the loads that the server has.
    const experts: Experts = new ExpertPool(read.experts.all);
    const plan = marking(planBalance(rows, read.found, experts, size), read.found, experts);
    return { plan, loads: loadsOf(plan, experts) };
  }, [rows, read, size]);
  const loads = planned?.loads ?? [];
  const more = useMemo(() => loadLines(loads, texts, columns), [loads, texts, columns]);
  const after = loads.map((load) => load.after);
  const resize = (to: number) => setSize(Math.max(1, Math.min(to, PANEL_MAX)));
  return (
    <PlanView
      name={tui.keys.balance}
      title={acts.plan.balance(size)}
      note={after.length === 0 ? acts.plan.size : acts.plan.loads(after.length, Math.min(...after), Math.max(...after))}
      plan={planned?.plan ?? null}
      reading={tui.assign.reading(formatCount(done), formatCount(countOf(target)))}
      more={more}
      handlers={{
        planSize: (key) => resize(Number(key)),
        planMore: () => resize(size + 1),
        planFewer: () => resize(size - 1),
      }}
      command={(started) => assignCommand(model, target, [...flags({ balance: size })], started)}
      height={height}
      onDone={() => {
        model.dispatch({ do: 'unselect' });
        onClose();
      }}
      onCancel={onClose}
    />
  );
}

/** The number of experts that the strictest of the reviews needs. */
function leastExperts(found: Iterable<{ rules: { minExperts: number } } | string>): number {
  let least = 1;
  for (const one of found) if (typeof one === 'object') least = Math.max(least, one.rules.minExperts);
  return least;
}

/** The open reviews of each expert who gets some, the busiest first. */
function loadsOf(plan: readonly Change[], experts: Experts): Load[] {
  const added = new Map(plan.flatMap((change) => change.added.map(({ id, name }) => [id, name] as const)));
  return [...added]
    .map(([id, name]) => ({ name, before: experts.find(id)?.load ?? 0, after: experts.loadOf(id) }))
    .sort((a, b) => b.after - a.after || (a.name < b.name ? -1 : 1));
}

function loadLines(loads: readonly Load[], { acts }: Texts, columns: number): string[] {
  if (loads.length === 0) return [];
  const longest = Math.max(...loads.map(({ name }) => displayWidth(name)));
  const width = Math.min(longest, Math.floor(columns * NAME_MOST));
  const lines = loads.map(({ name, before, after }) => `  ${pad(name, width, false)}  ${before} → ${after}`);
  return [acts.plan.loadsTitle, ...lines];
}
