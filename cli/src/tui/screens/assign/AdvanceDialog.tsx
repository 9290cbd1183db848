import type { AssessmentRow, User } from '@shp/shared/api/objects';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import { HUE_OF } from '@shp/shared/domain/assessment/hues';
import { type LifecycleRow, type StepName, rowsOf as stepsOf } from '@shp/shared/domain/assessment/lifecycle';
import { DESCRIPTION_MAX } from '@shp/shared/domain/assessment/textLimits';
import { Text } from 'ink';
import { useEffect, useMemo, useState } from 'react';
import type { Planned } from '../../../bulk/assign/plan.ts';
import { targetCommand } from '../../commands/commandLine.ts';
import { formatCount } from '../../format.ts';
import { assignJob } from '../../jobs/assign.ts';
import { rowsOf } from '../../list/actionTarget.ts';
import type { ListModel } from '../../list/model.ts';
import { countOf, type Selection } from '../../list/selection.ts';
import { useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { Menu } from '../../widgets/Menu.tsx';
import { Prompt } from '../../widgets/Prompt.tsx';
import { markedText } from '../../widgets/stepLines.ts';
import { advanceWords } from '../assessment/steps.ts';

type Props = { model: ListModel<AssessmentRow>; target: Selection<AssessmentRow>; height: number; onClose(): void };
/** A step, and the rows that can take it. */
type Step = { readonly row: LifecycleRow; readonly rows: readonly AssessmentRow[] };

/** Takes one step with all selected assessments that can take it, as a job. */
export function AdvanceDialog({ model, target, height, onClose }: Props) {
  const { texts, look } = useUi();
  const { tui, acts, rules, common } = texts;
  const { me, context, jobs, say, fail } = useSession();
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
  const only = first !== undefined && others.length === 0 ? model.def.nameOf(first) : null;
  if (chosen === null) {
    return (
      <Menu
        title={only === null ? acts.advance.choose(all) : `${tui.assessment.chooseStep}${common.marks.colon}${only}`}
        height={height}
        empty={acts.advance.none}
        items={steps.map((step) => ({
          value: step,
          label: rules.steps[step.row.name],
          note: [
            `→ ${markedText({ name: common.statuses[step.row.to], hue: HUE_OF[step.row.to] }, look)}`,
            ...(only === null ? [countText(step, all, acts)] : []),
          ].join('  '),
        }))}
        onChoose={({ value }) => setChosen(value)}
        onCancel={onClose}
      />
    );
  }
  const { row, rows: able } = chosen;
  const needed = row.needs.includes('description');
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
      title={[`${rules.steps[row.name]} → ${common.statuses[row.to]}`, only ?? countText(chosen, all, acts)].join('  ')}
      label={needed ? tui.assessment.description : tui.assessment.descriptionOptional}
      note={only === null ? acts.advance.note : tui.assessment.stepNote}
      editor={`${row.to}.txt`}
      onAnswer={start}
      onCancel={onClose}
    />
  );
}

/** How many can take the step; where it needs more than a row tells, only the server knows who of these can. */
function countText({ row: { needs }, rows }: Step, all: string, { advance }: Texts['acts']): string {
  const isSure = needs.every((need) => need === 'description');
  return (isSure ? advance.count : advance.atMost)(formatCount(rows.length), all);
}

/** The steps of everyday work, in their order; a conclusion, a reopening and the end of a rating are taken one by one. */
const TOGETHER: readonly StepName[] = ['passFirst', 'startReview', 'endReview', 'return'];

/** The caller's steps from the rows' statuses. */
export function commonSteps(rows: readonly AssessmentRow[], me: User): Step[] {
  const steps = new Map<string, { row: LifecycleRow; rows: AssessmentRow[] }>();
  for (const one of rows) {
    const place = { station: one.station.id, division: one.station.division, level: one.level, status: one.status };
    for (const row of stepsOf({ ...place, everReturned: true }, me)) {
      if (!TOGETHER.includes(row.name)) continue;
      if (row.needs.includes('minAssigned') && one.experts.length === 0) continue;
      const key = `${row.name} ${row.to}`;
      const known = steps.get(key) ?? { row, rows: [] };
      known.rows.push(one);
      steps.set(key, known);
    }
  }
  return [...steps.values()].sort((a, b) => TOGETHER.indexOf(a.row.name) - TOGETHER.indexOf(b.row.name));
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
