import type { AssessmentRow } from '@shp/shared/api/objects';
import { Box, Text } from 'ink';
import { useEffect, useMemo, useRef, useState } from 'react';
import { figure } from '../format.ts';
import { assignJob } from '../jobs/assign.ts';
import { type AssignMode, type Change, isChange, type Named, planAssignment, toSend } from '../jobs/assignPlan.ts';
import { useKeys } from '../keys/useKeys.ts';
import { rowsOf } from '../list/actionTarget.ts';
import type { ListModel } from '../list/model.ts';
import { countOf, type Selection } from '../list/selection.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { Above } from '../widgets/Panel.tsx';
import { ScrollLines, useScroll } from '../widgets/Scroll.tsx';
import { ExpertPicker } from './ExpertPicker.tsx';

type Props = { model: ListModel<AssessmentRow>; target: Selection<AssessmentRow>; height: number; onClose(): void };
type Choice = { experts: readonly Named[]; mode: AssignMode };

/** Assigns experts: choose them, review the changes, start the job. */
export function AssignDialog({ model, target, height, onClose }: Props) {
  const [choice, setChoice] = useState<Choice | null>(null);
  if (choice === null) {
    return (
      <ExpertPicker
        count={countOf(target)}
        height={height}
        onChoose={(experts, mode) => setChoice({ experts, mode })}
        onCancel={onClose}
      />
    );
  }
  return (
    <Above>
      <Plan {...{ model, target, height, onClose }} choice={choice} onBack={() => setChoice(null)} />
    </Above>
  );
}

function Plan({ model, target, height, choice, onClose, onBack }: Props & { choice: Choice; onBack(): void }) {
  const texts = useTexts();
  const { tui } = texts;
  const { me, context, jobs, say, fail } = useSession();
  const [rows, setRows] = useState<readonly AssessmentRow[] | null>(null);
  const [read, setRead] = useState(0);
  const goOn = useRef(true);
  useEffect(() => {
    const stop = new AbortController();
    goOn.current = true;
    rowsOf(model, target, stop.signal, setRead).then(
      (all) => goOn.current && setRows(all),
      (error: unknown) => goOn.current && fail(error),
    );
    return () => {
      goOn.current = false;
      stop.abort();
    };
  }, [model, target, fail]);
  const plan = useMemo(
    () => (rows === null ? null : planAssignment(rows, choice.experts, choice.mode, me)),
    [rows, choice, me],
  );
  const changes = plan?.filter(isChange) ?? [];
  const lines = useMemo(() => [...(plan ?? [])].sort(changesFirst).map((one) => planLine(one, texts)), [plan, texts]);
  const scroll = useScroll(lines.length, height - 3);
  const run = () => {
    if (plan === null) return;
    if (changes.length === 0) return say(tui.assign.nothing, 'bad');
    jobs.start(assignJob({ context, me, texts }, toSend(changes)));
    model.dispatch({ do: 'unselect' });
    say(tui.jobs.started(tui.assign.title));
    onClose();
  };
  useKeys({ places: ['menu', 'view'], handlers: { ...scroll.handlers, choose: run, cancel: onBack }, modal: true });
  const names = choice.experts.map(({ name }) => name).join(texts.common.marks.list);
  const refused = plan?.filter(({ allowed }) => !allowed).length ?? 0;
  return (
    <Box flexDirection="column" height={height}>
      <Text bold wrap="truncate-end">
        {choice.mode === 'add' ? tui.assign.planAdd(names) : tui.assign.planReplace(names)}
      </Text>
      <Text wrap="truncate-end">
        {plan === null
          ? tui.assign.reading(figure(read), figure(countOf(target)))
          : tui.assign.summary(figure(changes.length), figure(plan.length - changes.length - refused), figure(refused))}
      </Text>
      <ScrollLines lines={lines} top={scroll.top} height={height - 3} />
      <Text dimColor wrap="truncate-end">
        {plan === null ? '' : changes.length === 0 ? tui.assign.nothing : tui.assign.confirm(figure(changes.length))}
      </Text>
    </Box>
  );
}

function changesFirst(a: Change, b: Change): number {
  return Number(isChange(b)) - Number(isChange(a));
}

/** One assessment: experts added (+), removed (-), and kept. */
function planLine(change: Change, { tui, common }: ReturnType<typeof useTexts>): string {
  const { row, next, added, removed, allowed } = change;
  const what = `${row.number} ${row.station.name}${common.marks.colon}`;
  if (!allowed) return `  ${what}${tui.assign.refused(common.statuses[row.status])}`;
  if (!isChange(change)) return `  ${what}${tui.assign.same}`;
  const stay = next.filter(({ id }) => !added.some((one) => one.id === id));
  return `* ${what}${[
    ...added.map(({ name }) => `+${name}`),
    ...removed.map(({ name }) => `-${name}`),
    ...stay.map(({ name }) => name),
  ].join(' ')}`;
}
