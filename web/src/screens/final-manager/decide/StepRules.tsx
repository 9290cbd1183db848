import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Output } from '@shp/shared/api/index';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { rowsOf, type StepCondition } from '@shp/shared/domain/lifecycle';
import { useQuery } from '@tanstack/react-query';
import { usePreferences } from '../../../preferences.ts';
import { queries } from '../../../review/queries.ts';
import { useReviewText } from '../../../review/texts.ts';
import { useUser } from '../../../session.ts';
import { PlainTable } from '../../../ui/PlainTable.tsx';
import { useFinalText } from '../texts.ts';

/** The problems by which the server says that a condition is not met. */
const UNMET_BY: Partial<Record<StepCondition, readonly string[]>> = {
  minAssigned: ['minAssigned'],
  minConcluded: ['minConcluded'],
  managerConclusion: ['conclusionMissing'],
  qualifies: ['notQualified', 'minConcluded'],
  fourEyes: ['fourEyes'],
};

type Step = Output<'GET assessment/next_steps'>[number];

/** Every step from here with the rules that decide whether it can be made, and how each stands. */
export function StepRules({ assessment, events }: { assessment: Assessment; events: readonly Event[] }) {
  const { conclude: words } = useFinalText();
  const { rules } = useReviewText();
  const { lang } = usePreferences();
  const caller = useUser();
  const { data: steps = [] } = useQuery(queries.nextSteps(assessment.id, lang));
  const { level, status, station } = assessment;
  const everReturned = events.some((event) => event.status === 'returned');
  const place = { station: station.id, division: station.division, level, status, everReturned };
  const rows = rowsOf(place, caller).flatMap(({ name, to, needs }) => {
    const step = steps.find((one) => one.to === to);
    if (!step) return [];
    if (needs.length === 0) return [[rules.steps[name], words.noRule, '']];
    return needs.map((need, at) => [at === 0 ? rules.steps[name] : '', rules.conditions[need], stateOf(need, step)]);
  });

  function stateOf(need: StepCondition, { problems }: Step): string {
    if (need === 'description') return words.asked;
    const problem = problems.find(({ code }) => UNMET_BY[need]?.includes(code));
    return problem ? `${words.unmet}: ${problem.message}` : words.met;
  }

  if (rows.length === 0) return null;
  return (
    <Paper component="section" sx={{ p: 2 }}>
      <Typography variant="h2" gutterBottom>
        {words.rules}
      </Typography>
      <PlainTable label={words.rules} headings={[words.step, words.rule, words.state]} rows={rows} />
    </Paper>
  );
}
