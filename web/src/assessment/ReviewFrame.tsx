import Print from '@mui/icons-material/Print';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { lastReturn } from '@shp/shared/domain/assessment/returns';
import { CONCLUDED } from '@shp/shared/domain/assessment/statuses';
import { dayOf } from '@shp/shared/domain/lib/days';
import { guard } from '@shp/shared/domain/routes';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { queries } from '../core/assessmentQueries.ts';
import { useManagingText } from '../core/i18n/managingTexts.ts';
import { useReviewText } from '../core/i18n/reviewTexts.ts';
import { useUser } from '../core/session.ts';
import { UNFOLDS } from '../theme/unfold.ts';
import { Page } from '../ui/Page.tsx';
import { Head } from './Head.tsx';
import { History, RemarkLinks } from './history/History.tsx';
import { ChangesContext, useChanges } from './history/useChanges.ts';
import { RemarksContext, remarksByAnchor } from './remarks/remarksContext.ts';
import { useFileAnchors } from './useFileAnchors.ts';

type Props = {
  assessment: Assessment;
  events: readonly Event[];
  actions?: ReactNode;
  /** Below everything, and always in view. */
  foot?: ReactNode;
  /** The parts of the page; they call `onOnly` to hide what did not change. */
  children: (onOnly: (only: boolean) => void) => ReactNode;
};

/**
 * Frame of a reviewer's page: the header, the last return's remarks, changes since the previous submission, the
 * history, and the decision at the foot.
 */
export function ReviewFrame({ assessment, events, actions, foot, children }: Props) {
  const { review } = useReviewText();
  const managing = useManagingText();
  const { id, number, station } = assessment;
  const { data: files } = useQuery(queries.files(id));
  const places = useFileAnchors(id, files, events);
  const changes = useChanges(id);
  const [only, setOnly] = useState(false);
  const shown = useMemo(() => ({ changes, only: only && changes !== null }), [changes, only]);
  const returned = useMemo(() => lastReturn(events), [events]);
  const remarks = useMemo(() => remarksByAnchor(returned), [returned]);
  return (
    <RemarksContext value={remarks}>
      <ChangesContext value={shown}>
        <Page
          title={station.name}
          note={number}
          actions={
            <>
              {actions}
              <PrintLink assessment={assessment} />
            </>
          }
        >
          <Head assessment={assessment} events={events} />
          {returned && (
            <Alert severity="info" sx={{ mb: 2 }}>
              <details open={assessment.status === 'submitted' || assessment.status === 'returned'}>
                <summary>{managing.lastReturn(dayOf(returned.at))}</summary>
                <Box sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{returned.description}</Box>
                {returned.remarks.length > 0 && <RemarkLinks remarks={returned.remarks} files={places} />}
              </details>
            </Alert>
          )}
          {children(setOnly)}
          <Paper component="details" sx={{ ...UNFOLDS, mt: 2 }}>
            <summary>{review.history}</summary>
            <History events={events} files={places} />
          </Paper>
          {foot}
        </Page>
      </ChangesContext>
    </RemarksContext>
  );
}

/** Link to the printable conclusion, for users who may open it. */
function PrintLink({ assessment: { id, status, expertScore } }: { assessment: Assessment }) {
  const { experts } = useManagingText();
  const path = `/assessments/${encodeURIComponent(id)}/print-conclusion`;
  const isConcluded = CONCLUDED.includes(status);
  const opens = guard(useUser().role, path).go === 'stay';
  // Before an expert has concluded there is nothing to preview.
  if (!opens || (!isConcluded && expertScore === null)) return null;
  return (
    <Button component={Link} to={path} startIcon={<Print />}>
      {isConcluded ? experts.toPrint : experts.preview}
    </Button>
  );
}
