import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { CollectedRemarks } from '../../../assessment/remarks/editor/CollectedRemarks.tsx';
import { useCollectedCount } from '../../../assessment/remarks/editor/useDrafts.ts';
import { useReviewText } from '../../../core/i18n/reviewTexts.ts';
import { WholeDates } from '../../../ui/fields/WholeDates.tsx';
import { offlineSafe } from '../../../ui/OfflineBoundary.tsx';
import { ChapterRates } from './ChapterRates.tsx';
import { ExpertsConclusions } from './ExpertsConclusions.tsx';
import { ManagerConclusion } from './ManagerConclusion.tsx';
import { Result } from './Result.tsx';
import { StepRules } from './StepRules.tsx';

const FindingsToMake = offlineSafe(() => import('../../../assessment/findings/FindingsToMake.tsx'));

type Props = { assessment: Assessment; events: readonly Event[] };

/** The decision: result, conclusions of experts and manager, the rules, and the remarks for the next step. */
export function DecidePart({ assessment, events }: Props) {
  const { review } = useReviewText();
  const remarks = useCollectedCount();
  return (
    <Stack spacing={2}>
      {assessment.proposedUntil && (
        <Alert severity="info">
          <WholeDates>{review.steps.proposed(assessment.proposedUntil)}</WholeDates>
        </Alert>
      )}
      {/* Empty before the experts' review: hidden then, so that the rules are near the top. */}
      {assessment.status !== 'first_passed' && (
        <Box sx={COLUMNS}>
          <Box sx={{ order: { lg: 2 } }}>
            <Stack spacing={2}>
              <Result assessment={assessment} />
              <ManagerConclusion assessment={assessment} />
              <StepRules assessment={assessment} events={events} />
            </Stack>
          </Box>
          <div>
            <Stack spacing={2}>
              <ChapterRates assessment={assessment} />
              <ExpertsConclusions id={assessment.id} />
            </Stack>
          </div>
        </Box>
      )}
      {assessment.status === 'reviewed' && assessment.permissions.conclude && (
        <FindingsToMake assessment={assessment} />
      )}
      {assessment.status === 'first_passed' && <StepRules assessment={assessment} events={events} />}
      {remarks > 0 && (
        <Paper sx={{ px: 2, pt: 2 }}>
          <CollectedRemarks />
        </Paper>
      )}
    </Stack>
  );
}

const COLUMNS = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
  gap: 2,
  alignItems: 'start',
} as const;
