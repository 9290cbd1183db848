import Alert from '@mui/material/Alert';
import Paper from '@mui/material/Paper';
import type { Assessment, Event } from '@shp/shared/api/objects';
import type { LifecycleRow } from '@shp/shared/domain/lifecycle';
import { useState } from 'react';
import { CollectedRemarks } from '../remarking/CollectedRemarks.tsx';
import { useReviewText } from '../texts.ts';
import { NextSteps } from './NextSteps.tsx';
import { NextWaiting } from './NextWaiting.tsx';

type Props = { assessment: Assessment; events: readonly Event[]; unsent?: number };

/** The remarks collected and the steps with which they go; after a step, the way to what waits next. */
export function Decide({ assessment, events, unsent = 0 }: Props) {
  const { review, rules } = useReviewText();
  const [made, setMade] = useState<LifecycleRow | null>(null);
  return (
    <>
      {made && (
        <Alert severity="success" sx={{ mb: 2 }} action={<NextWaiting assessment={assessment} autoFocus />}>
          {review.steps.done(rules.steps[made.name])}
        </Alert>
      )}
      <Paper sx={{ p: 2 }}>
        <CollectedRemarks />
        <NextSteps assessment={assessment} events={events} unsent={unsent} onMade={setMade} />
      </Paper>
    </>
  );
}
