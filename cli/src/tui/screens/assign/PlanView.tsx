import { Box, Text } from 'ink';
import { useMemo } from 'react';
import { figure } from '../../format.ts';
import { assignJob } from '../../jobs/assign.ts';
import { type Change, isChange, starts, toSend } from '../../jobs/assignPlan.ts';
import type { KeyId } from '../../keys/keys.ts';
import { useKeys } from '../../keys/useKeys.ts';
import { useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useTexts } from '../../ui.ts';
import { ScrollLines, useScroll } from '../../widgets/Scroll.tsx';

type Props = {
  title: string;
  /** A line below the counts, such as how the work is spread. */
  note?: string;
  /** The plan; null while it is made. */
  plan: readonly Change[] | null;
  reading: string;
  /** Lines after those of the plan. */
  more?: readonly string[];
  start: boolean;
  onStart(start: boolean): void;
  handlers?: Partial<Record<KeyId, (key: string) => void>>;
  height: number;
  onDone(): void;
  onCancel(): void;
};
/** Rows for title, counts, the line about the start, and what Enter does. */
const FRAME = 4;

/** A plan of an assignment: what changes, whether the reviews start; Enter starts the job. */
export function PlanView(props: Props) {
  const { title, note, plan, reading, more = [], start, onStart, handlers = {}, height, onDone, onCancel } = props;
  const texts = useTexts();
  const { tui, acts } = texts;
  const { me, context, jobs, say } = useSession();
  const tasks = useMemo(() => toSend(plan ?? [], start), [plan, start]);
  const lines = useMemo(
    () => [
      ...[...(plan ?? [])].sort((a, b) => rank(b, start) - rank(a, start)).map((one) => planLine(one, start, texts)),
      ...(more.length > 0 ? ['', ...more] : []),
    ],
    [plan, start, texts, more],
  );
  const rows = height - FRAME - (note === undefined ? 0 : 1);
  const scroll = useScroll(lines.length, rows);
  const run = () => {
    if (plan === null) return;
    if (tasks.length === 0) return say(tui.assign.nothing, 'bad');
    jobs.start(assignJob({ context, me, texts }, tasks));
    say(tui.jobs.started(tui.assign.title));
    onDone();
  };
  useKeys({
    places: ['menu', 'view', 'plan'],
    handlers: { ...scroll.handlers, ...handlers, planStart: () => onStart(!start), choose: run, cancel: onCancel },
    modal: true,
  });
  const changes = plan?.filter(isChange).length ?? 0;
  const refused = plan?.filter(({ allowed }) => !allowed).length ?? 0;
  const begun = tasks.filter(({ step }) => step !== undefined).length;
  return (
    <Box flexDirection="column" height={height}>
      <Text bold wrap="truncate-end">
        {title}
      </Text>
      <Text wrap="truncate-end">
        {plan === null
          ? reading
          : tui.assign.summary(figure(changes), figure(plan.length - changes - refused), figure(refused))}
      </Text>
      {note !== undefined && <Text wrap="truncate-end">{note === '' ? ' ' : note}</Text>}
      <Text wrap="truncate-end">{start ? acts.plan.start : acts.plan.noStart}</Text>
      <ScrollLines lines={lines} top={scroll.top} height={rows} />
      <Text dimColor wrap="truncate-end">
        {plan === null
          ? ''
          : tasks.length === 0
            ? tui.assign.nothing
            : start
              ? acts.plan.confirm(figure(changes), figure(begun))
              : tui.assign.confirm(figure(changes))}
      </Text>
    </Box>
  );
}

/** Changes first, those that need a look before the others. */
function rank(change: Change, start: boolean): number {
  return isChange(change) ? (change.ownUnit ? 3 : 2) : start && starts(change) ? 1 : 0;
}

/** One assessment: experts added (+), removed (-), and kept. */
function planLine(change: Change, start: boolean, { tui, acts, common }: Texts): string {
  const { row, next, added, removed, allowed } = change;
  const what = `${row.number} ${row.station.name}${common.marks.colon}`;
  if (!allowed) return `  ${what}${refusal(change, { tui, acts, common })}`;
  const starting = start && starts(change);
  if (!isChange(change) && !starting) return `  ${what}${tui.assign.same}`;
  const stay = next.filter(({ id }) => !added.some((one) => one.id === id));
  return `* ${what}${[
    ...added.map(({ name }) => `+${name}`),
    ...(change.ownUnit ? [acts.plan.ownUnit(change.ownUnit.join(common.marks.list))] : []),
    ...removed.map(({ name }) => `-${name}`),
    ...(starting ? [`-> ${acts.plan.starts}`] : []),
    ...stay.map(({ name }) => name),
  ].join(' ')}`;
}

function refusal({ row, refused }: Change, { tui, acts, common }: Pick<Texts, 'tui' | 'acts' | 'common'>): string {
  if (refused === undefined) return tui.assign.refused(common.statuses[row.status]);
  return acts.plan.refused(refused.why === 'tooFew' ? acts.plan.tooFew : refused.reason);
}
