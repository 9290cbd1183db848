import Paper from '@mui/material/Paper';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { useState } from 'react';
import { CollectedRemarks } from '../remarks/editor/CollectedRemarks.tsx';
import { NextSteps } from './NextSteps.tsx';
import { NextWaiting } from './NextWaiting.tsx';

type Props = { assessment: Assessment; events: readonly Event[]; unsent?: number };

/** The collected remarks and the steps that send them; after a step, a link to the next assessment to do. */
export function Decide({ assessment, events, unsent = 0 }: Props) {
  const [made, setMade] = useState(false);
  return (
    <Paper sx={{ p: 2 }}>
      <CollectedRemarks />
      <NextSteps assessment={assessment} events={events} unsent={unsent} onMade={() => setMade(true)} />
      {made && <NextWaiting assessment={assessment} autoFocus />}
    </Paper>
  );
}
