import Stack from '@mui/material/Stack';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { Decide } from '../../../assessment/steps/Decide.tsx';
import { useUnsent } from '../../../outbox/useOutbox.ts';
import { ExpertsConclusions } from './ExpertsConclusions.tsx';
import { ManagerConclusion } from './ManagerConclusion.tsx';
import { Result } from './Result.tsx';
import { StepRules } from './StepRules.tsx';

type Props = { assessment: Assessment; events: readonly Event[] };

/** The decision: result, conclusions of experts and manager, conditions of the steps, and the steps. */
export function DecidePart({ assessment, events }: Props) {
  const unsent = useUnsent(assessment.id);
  return (
    <Stack spacing={2}>
      {/* Empty before the experts' review: hidden then, so that the step to it is near the top. */}
      {assessment.status !== 'first_passed' && (
        <>
          <Result assessment={assessment} />
          <ExpertsConclusions id={assessment.id} />
          <ManagerConclusion assessment={assessment} />
        </>
      )}
      <StepRules assessment={assessment} events={events} />
      <Decide assessment={assessment} events={events} unsent={unsent} />
    </Stack>
  );
}
