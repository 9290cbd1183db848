import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Output } from '@shp/shared/api/index';
import type { Assessment, Event } from '@shp/shared/api/objects';
import type { LifecycleRow, StepName } from '@shp/shared/domain/assessment/lifecycle';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { queries } from '../../core/assessmentQueries.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { disabledButtonStyle } from '../../ui/disabledButtonStyle.ts';
import { Failure } from '../../ui/Failure.tsx';
import { ProblemLinks } from './ProblemLinks.tsx';
import { StepDialog } from './StepDialog.tsx';
import { useOwnSteps } from './useOwnSteps.ts';

/** Steps that are hard to undo or bad news for a participant. */
const GRAVE: readonly StepName[] = ['withdraw', 'return', 'fail', 'revoke'];

type Props = {
  assessment: Assessment;
  events: readonly Event[];
  /** Number of unsent edits; no step is possible while there are any. */
  unsent: number;
  /** The target status of a step with problems that the page lists elsewhere. */
  problemsShownFor?: Status | null;
  /** Called after a step. */
  onMade?: () => void;
};

/** The possible steps of the user's role, each with its obstacles. */
export function NextSteps({ assessment, events, unsent, problemsShownFor = null, onMade }: Props) {
  const { review } = useReviewText();
  const { lang } = usePreferences();
  const [asked, setAsked] = useState<LifecycleRow | null>(null);
  const { data: steps, error, refetch } = useQuery(queries.nextSteps(assessment.id, lang));
  const rows = useOwnSteps(assessment, events);

  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!steps) return null;
  const offered = steps.flatMap((step) => {
    const row = rows.find(({ to }) => to === step.to);
    return row ? [{ step, row }] : [];
  });
  const chosen = offered.find(({ row }) => row.name === asked?.name && row.to === asked.to);
  return (
    <Box component="section" aria-label={review.steps.title}>
      <Typography variant="h2" gutterBottom>
        {review.steps.title}
      </Typography>
      {offered.length === 0 && <Typography>{review.steps.none}</Typography>}
      {unsent > 0 && offered.length > 0 && (
        <Typography role="status" sx={{ mb: 1 }}>
          {review.steps.unsent(unsent)}
        </Typography>
      )}
      {offered.map(({ step, row }) => (
        <OneStep
          key={step.to}
          id={assessment.id}
          step={step}
          row={row}
          blocked={unsent > 0}
          hideProblems={step.to === problemsShownFor}
          onAsk={() => setAsked(row)}
        />
      ))}
      {asked && (
        <StepDialog
          id={assessment.id}
          version={assessment.version}
          row={asked}
          // Another user may have taken the step first.
          possible={chosen !== undefined}
          hints={chosen?.step.hints ?? []}
          onMade={onMade}
          onClose={() => setAsked(null)}
        />
      )}
    </Box>
  );
}

type OneStepProps = {
  id: string;
  step: Output<'GET assessment/next_steps'>[number];
  row: LifecycleRow;
  blocked: boolean;
  hideProblems: boolean;
  onAsk: () => void;
};

/** A step's button. A blocked one stays focusable and says why. */
function OneStep({ id, step: { allowed, problems }, row, blocked, hideProblems, onAsk }: OneStepProps) {
  const { review, rules } = useReviewText();
  const whyId = useId();
  const possible = allowed && !blocked;
  const look: ButtonProps = GRAVE.includes(row.name)
    ? { variant: 'outlined', color: 'error' }
    : { variant: 'contained', color: 'primary' };
  return (
    <Box sx={{ mb: 1.5 }}>
      <Button
        {...look}
        aria-disabled={!possible}
        aria-describedby={problems.length > 0 ? whyId : undefined}
        onClick={() => possible && onAsk()}
        sx={possible ? {} : disabledButtonStyle}
      >
        {rules.steps[row.name]}
      </Button>
      {problems.length > 0 && (
        <Box id={whyId} sx={{ mt: 0.5 }}>
          <Typography variant="body2">{review.steps.notYet(rules.steps[row.name], problems.length)}</Typography>
          {!hideProblems && (
            <ProblemLinks id={id} label={review.steps.why(rules.steps[row.name])} problems={problems} />
          )}
        </Box>
      )}
    </Box>
  );
}
