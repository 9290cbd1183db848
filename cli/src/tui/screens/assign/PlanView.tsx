import { Box, Text } from 'ink';
import { useMemo, useState } from 'react';
import { displayWidth, pad } from '../../../lib/width.ts';
import { wrap } from '../../../lib/wrap.ts';
import { formatCount } from '../../format.ts';
import { assignJob } from '../../jobs/assign.ts';
import { type Change, isChange, type Named, plannedChanges, startsReview } from '../../jobs/assignPlan.ts';
import type { KeyId } from '../../keys/keys.ts';
import { useKeys } from '../../keys/useKeys.ts';
import { type Look, unstyled } from '../../look/look.ts';
import { useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { useFrameHead } from '../../widgets/Framed.tsx';
import { Muted } from '../../widgets/Muted.tsx';
import { ScrollLines, useScroll } from '../../widgets/Scroll.tsx';
import { whyNotAssignable } from './whyNoExperts.ts';

type Props = {
  /** The name of the dialog. */
  name: string;
  title: string;
  /** A line below the counts, such as how the work is spread. */
  note?: string;
  /** The plan; null while it is made. */
  plan: readonly Change[] | null;
  reading: string;
  /** Lines after those of the plan. */
  more?: readonly string[];
  handlers?: Partial<Record<KeyId, (key: string) => void>>;
  /** The command equal to the plan, and to its start if the reviews start. */
  command(start: boolean): string | null;
  height: number;
  onDone(): void;
  onCancel(): void;
};
/** Rows for title, counts, the line about the start, and what Enter does. */
const FRAME = 4;
/** In a window at least this wide, the numbers stand beside the names. */
const NUMBERED = 100;
/** The share of the width that names take at most. */
const NAME_MOST = 0.5;
/** The mark of a change, with a blank. */
const MARK = 2;

/** A plan of an assignment: what changes, whether the reviews start; Enter starts the job. */
export function PlanView(props: Props) {
  const { name, title, note, plan, reading, more = [], handlers = {}, command, height, onDone, onCancel } = props;
  const { texts, look, columns } = useUi();
  const { tui, acts } = texts;
  const { me, context, jobs, say } = useSession();
  const [start, setStart] = useState(false);
  useFrameHead(name);
  const tasks = useMemo(() => plannedChanges(plan ?? [], start), [plan, start]);
  // A station has one open review: its name says which one where the number has no room.
  const nameOf = ({ row }: Change) => (columns < NUMBERED ? row.station.name : `${row.number}  ${row.station.name}`);
  const longest = Math.max(0, ...(plan ?? []).map((one) => displayWidth(nameOf(one))));
  const width = Math.min(longest, Math.floor(columns * NAME_MOST));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `width` and names follow from plan and columns
  const lines = useMemo(
    () => [
      ...[...(plan ?? [])]
        .sort((a, b) => rank(b, start) - rank(a, start))
        .flatMap((one) => planLines(one, start, { texts, look, columns, name: nameOf(one), width })),
      ...(more.length > 0 ? ['', ...more] : []),
    ],
    [plan, start, texts, look, columns, more],
  );
  const rows = Math.min(height - FRAME - (note === undefined ? 0 : 1), Math.max(1, lines.length));
  const scroll = useScroll(lines.length, rows);
  const begun = tasks.filter(({ step }) => step !== undefined).length;
  const run = () => {
    if (plan === null) return;
    if (tasks.length === 0) return say(tui.assign.nothing, 'bad');
    jobs.start({ ...assignJob({ context, me, texts }, tasks), command: command(start && begun > 0) });
    say(tui.jobs.started(tui.assign.title));
    onDone();
  };
  const planStart = () => setStart(!start);
  useKeys({
    places: ['menu', 'view', 'plan'],
    handlers: { ...scroll.handlers, ...handlers, planStart, choose: run, cancel: onCancel },
    // What the key would do now.
    names: { planStart: start ? acts.plan.onlyAssign : tui.keys.planStart },
    modal: true,
  });
  const changes = plan?.filter(isChange).length ?? 0;
  const refused = plan?.filter(({ allowed }) => !allowed).length ?? 0;
  return (
    <Box flexDirection="column">
      <Text bold wrap="truncate-end">
        {title}
      </Text>
      <Text wrap="truncate-end">
        {plan === null
          ? reading
          : tui.assign.summary(
              formatCount(changes),
              formatCount(plan.length - changes - refused),
              formatCount(refused),
            )}
      </Text>
      {note !== undefined && <Text wrap="truncate-end">{note === '' ? ' ' : note}</Text>}
      <Text wrap="truncate-end">{start ? acts.plan.start : acts.plan.noStart}</Text>
      <ScrollLines lines={lines} top={scroll.top} height={rows} />
      <Muted wrap="truncate-end">
        {plan === null
          ? ''
          : tasks.length === 0
            ? tui.assign.nothing
            : start
              ? acts.plan.confirm(formatCount(changes), formatCount(begun))
              : tui.assign.confirm(formatCount(changes))}
      </Muted>
    </Box>
  );
}

/** Changes first, those that need a look before the others. */
function rank(change: Change, start: boolean): number {
  return isChange(change) ? (change.ownUnit ? 3 : 2) : start && startsReview(change) ? 1 : 0;
}

type Shown = {
  readonly texts: Texts;
  readonly look: Look;
  readonly columns: number;
  readonly name: string;
  readonly width: number;
};

/** One assessment: experts added (+), removed (-), and kept, below each other where one line has no room. */
export function planLines(change: Change, start: boolean, { texts, look, columns, name, width }: Shown): string[] {
  const { tui, acts, common } = texts;
  const { next, added, removed, allowed, ofCity = [] } = change;
  const what = `${pad(name, width, false)}  `;
  const room = columns - displayWidth(what) - MARK;
  const indent = ' '.repeat(columns - room);
  if (!allowed) {
    const lines = wrap(refusal(change, texts), room).map((line) => look.paint('red', line));
    return lines.map((line, at) => `${at === 0 ? `  ${what}` : indent}${line}`);
  }
  const starting = start && startsReview(change);
  if (!isChange(change) && !starting) return [`  ${what}${look.mute(tui.assign.same)}`];
  const stay = next.filter(({ id }) => !added.some((one) => one.id === id));
  const told = ({ id, name: person }: Named) =>
    ofCity.includes(id) ? `${person}${common.marks.brackets(acts.plan.ofCity)}` : person;
  const names = [
    ...added.map((one) => ['green', `+${told(one)}`] as const),
    ...(change.ownUnit ? [['red', acts.plan.ownUnit(change.ownUnit.join(common.marks.list))] as const] : []),
    ...removed.map((one) => ['red', `-${one.name}`] as const),
    ...stay.map((one) => [null, told(one)] as const),
  ].flatMap(([colour, text]) => wrap(text, room).map((line) => (colour === null ? line : look.paint(colour, line))));
  const lines: string[] = [];
  for (const one of names) {
    const longer = `${lines.at(-1) ?? ''} ${one}`;
    if (lines.length > 0 && displayWidth(unstyled(longer)) <= room) lines[lines.length - 1] = longer;
    else lines.push(one);
  }
  return lines.map(
    (line, at) => `${at === 0 ? `${starting ? look.paint('brand', '>') : '*'} ${what}` : indent}${line}`,
  );
}

function refusal({ row, refused }: Change, texts: Texts): string {
  const { tui, acts } = texts;
  if (refused === undefined) return tui.assign.refused(whyNotAssignable(row, texts));
  return acts.plan.refused(refused.why === 'tooFew' ? acts.plan.tooFew : refused.reason);
}
