import Cancel from '@mui/icons-material/Cancel';
import CheckCircle from '@mui/icons-material/CheckCircle';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Output } from '@shp/shared/api/index';
import type { Assessment, Event } from '@shp/shared/api/objects';
import type { StepCondition } from '@shp/shared/domain/assessment/lifecycle';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useArrival } from '../../../assessment/anchors.ts';
import { useIsConcluded } from '../../../assessment/steps/useConclusion.ts';
import { useOwnSteps } from '../../../assessment/steps/useOwnSteps.ts';
import { queries } from '../../../core/assessmentQueries.ts';
import { useReviewText } from '../../../core/i18n/reviewTexts.ts';
import { usePreferences } from '../../../core/preferences.ts';
import { useFinalText } from '../texts.ts';

/** The server's problem codes for each unmet condition. */
const UNMET_BY: Partial<Record<StepCondition, readonly string[]>> = {
  minAssigned: ['minAssigned'],
  minConcluded: ['minConcluded'],
  managerConclusion: ['conclusionMissing'],
  qualifies: ['notQualified', 'minConcluded'],
  fourEyesFirst: ['fourEyes'],
  fourEyes: ['fourEyes'],
  minIndependent: ['minIndependent'],
};

/** The conditions of the steps from here, each once, and whether it is met. */
export function StepRules({ assessment, events }: { assessment: Assessment; events: readonly Event[] }) {
  const { conclude: words } = useFinalText();
  const { lang } = usePreferences();
  const { data: steps = [] } = useQuery(queries.nextSteps(assessment.id, lang));
  const { isConcluded } = useIsConcluded(assessment.id);
  const offered = useOwnSteps(assessment, events).filter((row) => steps.some(({ to }) => to === row.to));
  const needs = [...new Set(offered.flatMap((row) => row.needs))].filter((need) => need !== 'description');
  const place = useRef<HTMLElement>(null);
  useArrival(place, { part: 'submit' });
  if (needs.length === 0) return null;
  const title = assessment.status === 'reviewed' ? words.toPass : words.rules;
  // The text in the box counts, although it may be saved later.
  const problems = steps
    .flatMap((step) => step.problems)
    .filter(({ code }) => !(isConcluded && code === 'conclusionMissing'));
  return (
    <Paper component="section" ref={place} tabIndex={-1} aria-label={title} sx={{ p: 2 }}>
      <Typography variant="h2" gutterBottom>
        {title}
      </Typography>
      <Box component="ul" aria-label={title} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {needs.map((need) => (
          <Rule key={need} need={need} problems={problems} />
        ))}
      </Box>
    </Paper>
  );
}

type RuleProps = { need: StepCondition; problems: Output<'GET assessment/next_steps'>[number]['problems'] };

/** One condition, and whether it is met. */
function Rule({ need, problems }: RuleProps) {
  const { conclude: words } = useFinalText();
  const { common, rules } = useReviewText();
  const problem = problems.find(({ code }) => UNMET_BY[need]?.includes(code));
  const { Icon, color, state } = problem
    ? ({
        Icon: Cancel,
        color: 'error',
        // The result above says what it lacks.
        state: problem.code === 'notQualified' ? words.notMet : words.unmet(problem.message),
      } as const)
    : ({ Icon: CheckCircle, color: 'success', state: words.met } as const);
  return (
    <Typography component="li" variant="body2" sx={{ display: 'flex', gap: 1, py: 0.25 }}>
      <Icon fontSize="small" color={color} aria-hidden />
      <span>
        {rules.conditions[need]}
        <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
          {common.marks.brackets(state)}
        </Typography>
      </span>
    </Typography>
  );
}
