import Grid from '@mui/material/Grid';
import Stack from '@mui/material/Stack';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { CollectedRemarks } from '../../../assessment/remarks/editor/CollectedRemarks.tsx';
import { ChapterRates } from './ChapterRates.tsx';
import { ExpertsConclusions } from './ExpertsConclusions.tsx';
import { ManagerConclusion } from './ManagerConclusion.tsx';
import { Result } from './Result.tsx';
import { StepRules } from './StepRules.tsx';

type Props = { assessment: Assessment; events: readonly Event[] };

/** The decision: result, conclusions of experts and manager, the rules, and the remarks for the next step. */
export function DecidePart({ assessment, events }: Props) {
  return (
    <Stack spacing={2}>
      {/* Empty before the experts' review: hidden then, so that the rules are near the top. */}
      {assessment.status !== 'first_passed' && (
        <Grid container spacing={2}>
          <Grid size={{ xs: 12, lg: 6 }} sx={{ order: { lg: 2 } }}>
            <Stack spacing={2}>
              <Result assessment={assessment} />
              <ManagerConclusion assessment={assessment} />
            </Stack>
          </Grid>
          <Grid size={{ xs: 12, lg: 6 }}>
            <Stack spacing={2}>
              <ChapterRates assessment={assessment} />
              <ExpertsConclusions id={assessment.id} />
            </Stack>
          </Grid>
        </Grid>
      )}
      <StepRules assessment={assessment} events={events} />
      <CollectedRemarks />
    </Stack>
  );
}
