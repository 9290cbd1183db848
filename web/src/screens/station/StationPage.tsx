import Paper from '@mui/material/Paper';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { lastReturn } from '@shp/shared/domain/assessment/returns';
import { CONCLUDED } from '@shp/shared/domain/assessment/statuses';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Conclusion } from '../../assessment/Conclusion.tsx';
import { useForm } from '../../assessment/form/useForm.ts';
import { Head } from '../../assessment/Head.tsx';
import { History } from '../../assessment/history/History.tsx';
import {
  AnsweringContext,
  RemarksContext,
  remarksByAnchor,
  unansweredPlaces,
} from '../../assessment/remarks/remarksContext.ts';
import { SaveState } from '../../assessment/SaveState.tsx';
import { StepBar } from '../../assessment/steps/StepBar.tsx';
import { TabbedPage } from '../../assessment/TabbedPage.tsx';
import { useFileAnchors } from '../../assessment/useFileAnchors.ts';
import { queries } from '../../core/assessmentQueries.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { useStrayDrops } from '../../files/upload/useFileDrop.ts';
import { useFinishedUploads } from '../../files/upload/useUploads.ts';
import { UNFOLDS } from '../../theme/unfold.ts';
import { Page } from '../../ui/Page.tsx';
import { Returned } from './Returned.tsx';
import { useStationParts } from './useStationParts.tsx';

/** Tabs of the station's page: form, self-scoring, files and submission. */
export function StationPage({ assessment, events }: { assessment: Assessment; events: readonly Event[] }) {
  const { review } = useReviewText();
  const { id, number, station, status, permissions } = assessment;
  const edited = useForm(assessment);
  const { data: files } = useQuery(queries.files(id));
  const places = useFileAnchors(id, files, events);
  const returned = status === 'returned' ? lastReturn(events) : null;
  const remarks = useMemo(() => remarksByAnchor(returned), [returned]);
  const unanswered = useMemo(() => unansweredPlaces(returned?.remarks ?? [], places), [returned, places]);
  const parts = useStationParts({ assessment, events, edited, files, unanswered });
  useFinishedUploads(id);
  useStrayDrops();

  return (
    <RemarksContext value={remarks}>
      <AnsweringContext value={returned ? id : null}>
        <Page title={station.name} note={number}>
          <Head assessment={assessment} events={events} />
          {returned && <Returned assessment={id} event={returned} files={places} />}
          {CONCLUDED.includes(status) && <Conclusion id={id} />}
          <TabbedPage memory="station" parts={parts}>
            <SaveState editable={permissions.editForm} />
          </TabbedPage>
          <Paper component="details" sx={{ ...UNFOLDS, mt: 2 }}>
            <summary>{review.history}</summary>
            <History events={events} files={places} />
          </Paper>
          <StepBar
            assessment={assessment}
            events={events}
            {...(permissions.editForm ? { listed: review.tabs.submit } : {})}
          />
        </Page>
      </AnsweringContext>
    </RemarksContext>
  );
}
