import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { CONCLUDED, type Status } from '@shp/shared/domain/statuses';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import { part } from '../../part.tsx';
import { Conclusion } from '../../review/Conclusion.tsx';
import { useStrayDrops } from '../../review/files/useFileDrop.ts';
import { useFinishedUploads } from '../../review/files/useUploads.ts';
import { FormTab } from '../../review/form/FormTab.tsx';
import { useForm } from '../../review/form/useForm.ts';
import { Head } from '../../review/Head.tsx';
import { History, RemarkLinks } from '../../review/History.tsx';
import { partsOfHash } from '../../review/places.ts';
import { queries } from '../../review/queries.ts';
import { Reachable } from '../../review/Reachable.tsx';
import { lastReturn, RemarksContext, remarksByPlace } from '../../review/remarks.ts';
import { SaveState } from '../../review/SaveState.tsx';
import { useReviewText } from '../../review/texts.ts';
import { useFilePlaces } from '../../review/useFilePlaces.ts';
import { useTab } from '../../review/useTab.ts';
import { Page } from '../../ui/Page.tsx';
import { StationTabs, TABS, type TabName } from './StationTabs.tsx';

const Score = part(async () => ({ default: (await import('../../review/score/ScoreTab.tsx')).ScoreTab }));
const Files = part(async () => ({ default: (await import('../../review/files/FilesTab.tsx')).FilesTab }));
const Submit = part(async () => ({ default: (await import('../../review/steps/SubmitTab.tsx')).SubmitTab }));

/** The tab on which a link's place is. */
const TAB_OF: Readonly<Record<string, TabName>> = {
  form: 'form',
  score: 'score',
  evidence: 'score',
  file: 'files',
  submit: 'submit',
};

/** Form, self-scoring, files and submission of an assessment. */
export function StationPage({ assessment, events }: { assessment: Assessment; events: readonly Event[] }) {
  const { review } = useReviewText();
  const { id, number, status } = assessment;
  const edited = useForm(assessment);
  const { data: files } = useQuery(queries.files(id));
  const [open, choose] = useTab('station', TABS);
  const places = useFilePlaces(id, files, events);
  const returned = status === 'returned' ? lastReturn(events) : null;
  const remarks = useMemo(() => remarksByPlace(returned?.remarks ?? []), [returned]);
  const panel = useRef<HTMLDivElement>(null);
  useFinishedUploads(id);
  useLinkedTab(choose);
  usePreloadedTabs();
  useStrayDrops();

  /** A tab opened from far down the page is shown from its beginning. */
  function openFromTop(tab: TabName) {
    choose(tab);
    if ((panel.current?.getBoundingClientRect().top ?? 0) < 0) panel.current?.scrollIntoView();
  }

  return (
    <RemarksContext value={remarks}>
      <Page title={number}>
        <Head assessment={assessment} events={events} />
        {returned && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            <AlertTitle>{review.returned}</AlertTitle>
            <Box sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{returned.description}</Box>
            {returned.remarks.length > 0 && (
              <>
                <RemarkLinks remarks={returned.remarks} files={places} />
                {review.returnedNote}
              </>
            )}
          </Alert>
        )}
        {(CONCLUDED as readonly Status[]).includes(status) && <Conclusion id={id} />}
        <Box sx={BAR}>
          <StationTabs assessment={assessment} form={edited.form} files={files} open={open} onOpen={openFromTop} />
          <Box sx={{ flex: 1 }} />
          <SaveState />
        </Box>
        <Box role="tabpanel" id="station-panel" aria-labelledby={`station-${open}`} ref={panel} sx={PANEL}>
          {open === 'form' && <FormTab assessment={assessment} edited={edited} />}
          {open === 'score' && (
            <Reachable preload={Score.preload}>
              <Score.Part assessment={assessment} events={events} />
            </Reachable>
          )}
          {open === 'files' && (
            <Reachable preload={Files.preload}>
              <Files.Part assessment={assessment} form={edited.form} files={files} />
            </Reachable>
          )}
          {open === 'submit' && (
            <Reachable preload={Submit.preload}>
              <Submit.Part assessment={assessment} events={events} />
            </Reachable>
          )}
        </Box>
        <Paper component="details" sx={{ p: 2, mt: 2 }}>
          <summary>{review.history}</summary>
          <History events={events} files={places} />
        </Paper>
      </Page>
    </RemarksContext>
  );
}

/** Tabs and the state of saving stay in sight however long the form. */
const BAR = {
  position: 'sticky',
  top: 0,
  zIndex: 3,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  bgcolor: 'background.default',
} as const;

const PANEL = { mt: 2, scrollMarginTop: 96 } as const;

/** A link to a place opens the tab on which it is. */
function useLinkedTab(choose: (tab: TabName) => void): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation counts once, also to the same place
  useEffect(() => {
    const tab = TAB_OF[partsOfHash(hash).part];
    if (tab) choose(tab);
  }, [hash, key]);
}

/** The other tabs' code comes while the first one is read: later there may be no line to load it by. */
function usePreloadedTabs(): void {
  useEffect(() => {
    for (const { preload } of [Score, Files, Submit]) preload().catch(ignore);
  }, []);
}

// What could not be preloaded is asked for again, and its failure shown, when it is opened.
function ignore(): void {}
