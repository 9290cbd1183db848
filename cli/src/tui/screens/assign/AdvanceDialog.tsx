import type { AssessmentRow, User } from '@shp/shared/api/objects';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import {
  type LifecycleRow,
  publicationOf,
  type StepName,
  rowsOf as stepsOf,
} from '@shp/shared/domain/assessment/lifecycle';
import { DESCRIPTION_MAX } from '@shp/shared/domain/assessment/textLimits';
import { Text } from 'ink';
import { useEffect, useMemo, useState } from 'react';
import type { Planned } from '../../../bulk/assign/plan.ts';
import { inOrder } from '../../../lists/stepRow.ts';
import { targetCommand } from '../../commands/commandLine.ts';
import { formatCount } from '../../format.ts';
import { assignJob } from '../../jobs/assign.ts';
import { rowsOf } from '../../list/actionTarget.ts';
import type { ListModel } from '../../list/model.ts';
import { countOf, type Selection } from '../../list/selection.ts';
import { statusHue } from '../../look/statusHue.ts';
import { useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { Menu } from '../../widgets/Menu.tsx';
import { Pending } from '../../widgets/Pending.tsx';
import { Prompt } from '../../widgets/Prompt.tsx';
import { markedText } from '../../widgets/stepLines.ts';
import { StepDialog } from '../assessment/StepDialog.tsx';
import { advanceWords, leading } from '../assessment/steps.ts';

type Props = { model: ListModel<AssessmentRow>; target: Selection<AssessmentRow>; height: number; onClose(): void };
/** A step, and the rows that can take it. */
type Step = { readonly row: LifecycleRow; readonly rows: readonly AssessmentRow[] };

/** Takes one step with all selected assessments that can take it, as a job. */
export function AdvanceDialog({ model, target, height, onClose }: Props) {
  const { texts, look } = useUi();
  const { tui, acts, rules, common } = texts;
  const { me, context, jobs, remarks, say, fail } = useSession();
  const [asked] = useState(target);
  const [rows, setRows] = useState<readonly AssessmentRow[] | null>(null);
  const [chosen, setChosen] = useState<Step | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    rowsOf(model, asked, stop.signal).then(setRows, (error: unknown) => {
      if (!stop.signal.aborted) fail(error);
    });
    return () => stop.abort();
  }, [model, asked, fail]);
  const steps = useMemo(() => (rows === null ? [] : commonSteps(rows, me)), [rows, me]);
  const all = formatCount(countOf(asked));
  if (rows === null) return <Text>{tui.assign.reading('0', all)}</Text>;
  const [first, ...others] = rows;
  if (first !== undefined && others.length === 0) {
    const onDone = () => model.dispatch({ do: 'unselect' });
    return <OfOne {...{ row: first, height, onDone, onClose }} named={model.def.nameOf(first)} />;
  }
  if (chosen === null) {
    return (
      <Menu
        title={acts.advance.choose(all)}
        height={height}
        empty={acts.advance.none}
        at={leading(steps, ({ row, rows: able }) => ({ name: row.name, allowed: able.length > 0 }))}
        items={steps.map((step) => ({
          value: step,
          label: rules.steps[step.row.name],
          note: [
            `→ ${markedText({ name: common.statuses[step.row.to], hue: statusHue(step.row.to) }, look)}`,
            countText(step, all, acts),
          ].join('  '),
          off: step.rows.length === 0 ? `${tui.assessment.notYet}${common.marks.colon}${unmetOf(step, rules)}` : null,
        }))}
        onChoose={({ value }) => setChosen(value)}
        onCancel={onClose}
      />
    );
  }
  const { row, rows: able } = chosen;
  const needed = row.needs.includes('description');
  const withRemarks = able.filter(({ id }) => remarks.of(id).length > 0).length;
  const start = (description: string): string | null => {
    if (needed && isAbsent(description)) return rules.problems.descriptionMissing;
    if ([...description].length > DESCRIPTION_MAX) return common.reasons.tooLong(DESCRIPTION_MAX);
    const command = targetCommand(model, { kind: 'picked', rows: new Map(able.map((one) => [one.id, one])) }, (refs) =>
      advanceWords(refs, row.to, description),
    );
    jobs.start({ ...assignJob({ context, me, texts }, planOf(able, row, description)), command });
    model.dispatch({ do: 'unselect' });
    say(tui.jobs.started(acts.advance.title));
    onClose();
    return null;
  };
  return (
    <Prompt
      title={[`${rules.steps[row.name]} → ${common.statuses[row.to]}`, countText(chosen, all, acts)].join('  ')}
      {...(withRemarks > 0 ? { lines: [look.paint('amber', `! ${acts.remarking.without(withRemarks)}`)] } : {})}
      label={needed ? tui.assessment.description : tui.assessment.descriptionOptional}
      note={acts.advance.note}
      editor={`${row.to}.txt`}
      onAnswer={start}
      onCancel={onClose}
    />
  );
}

/** The steps of one assessment, with those of its own page and the reasons against them. */
function OfOne({
  row,
  ...props
}: Omit<Parameters<typeof StepDialog>[0], 'assessment' | 'steps'> & { row: AssessmentRow }) {
  const assessment = useCall('GET assessment', { id: row.id });
  const steps = useCall('GET assessment/next_steps', { id: row.id });
  if (assessment.data === null || steps.data === null) {
    return <Pending failures={[assessment.failure, steps.failure]} keeps="all" onCancel={props.onClose} />;
  }
  return <StepDialog {...props} assessment={assessment.data} steps={steps.data} />;
}

/** The condition that a row tells and none of the selected meets. */
function unmetOf({ row }: Step, { conditions }: Texts['rules']): string {
  return row.needs.includes('minAssigned') ? conditions.minAssigned : '';
}

/** How many can take the step; where it needs more than a row tells, only the server knows who of these can. */
function countText({ row: { needs }, rows }: Step, all: string, { advance }: Texts['acts']): string {
  const isSure = needs.every((need) => need === 'description');
  return (isSure ? advance.count : advance.atMost)(formatCount(rows.length), all);
}

/** The steps of everyday work; a conclusion, a reopening and the end of a rating are taken one by one. */
const TOGETHER: readonly StepName[] = ['passFirst', 'startReview', 'endReview', 'return'];

/** Whether the caller has a step from the row's status, possible now or not. */
export function hasSteps(one: AssessmentRow, me: User): boolean {
  const { station, level, status } = one;
  const place = { station: station.id, division: station.division, level, status, everReturned: true };
  return stepsOf({ ...place, publication: publicationOf(one) }, me).length > 0;
}

/** The caller's steps from the rows' statuses. */
export function commonSteps(rows: readonly AssessmentRow[], me: User): Step[] {
  const steps = new Map<string, { row: LifecycleRow; rows: AssessmentRow[] }>();
  for (const one of rows) {
    const place = { station: one.station.id, division: one.station.division, level: one.level, status: one.status };
    for (const row of stepsOf({ ...place, everReturned: true }, me)) {
      if (!TOGETHER.includes(row.name)) continue;
      const key = `${row.name} ${row.to}`;
      const known = steps.get(key) ?? { row, rows: [] };
      if (!row.needs.includes('minAssigned') || one.experts.length > 0) known.rows.push(one);
      steps.set(key, known);
    }
  }
  return inOrder([...steps.values()], ({ row }) => row.name);
}

function planOf(rows: readonly AssessmentRow[], { to }: LifecycleRow, description: string): Planned[] {
  return rows.map(({ id, number, station, experts, status, version }, index) => {
    const present = experts.map((one) => one.id);
    return {
      row: index + 1,
      assessment: id,
      result: 'planned',
      number,
      station: station.name,
      added: [],
      removed: [],
      experts: experts.map(({ name }) => name),
      reason: '',
      before: present,
      next: present,
      step: { from: status, to, description, version },
    };
  });
}
