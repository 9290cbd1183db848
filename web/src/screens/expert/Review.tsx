import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { CONCLUDED, type Status } from '@shp/shared/domain/statuses';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { part } from '../../part.tsx';
import { Conclusion } from '../../review/Conclusion.tsx';
import { FormView } from '../../review/form/FormView.tsx';
import { History } from '../../review/History.tsx';
import { partsOfHash } from '../../review/places.ts';
import { queries } from '../../review/queries.ts';
import { Reachable } from '../../review/Reachable.tsx';
import { SaveState } from '../../review/SaveState.tsx';
import { useReviewText } from '../../review/texts.ts';
import { useTab } from '../../review/useTab.ts';
import type { Expert } from './ExpertPage.tsx';
import { Scoring } from './Scoring.tsx';
import { useExpertText } from './texts.ts';
import { type Title, useReview } from './useReview.ts';

const Files = part(() => import('../../review/files/FilesTab.tsx'));
const Conclude = part(() => import('./ConcludeTab.tsx'));
const Result = part(() => import('./Result.tsx'));

const TABS = ['score', 'form', 'files', 'conclusion'] as const;
type TabName = (typeof TABS)[number];

/** The tab on which a link's place is. */
const TAB_OF: Readonly<Record<string, TabName>> = {
  form: 'form',
  score: 'score',
  evidence: 'score',
  file: 'files',
  conclusion: 'conclusion',
};

type Props = { assessment: Assessment; events: readonly Event[]; titles: readonly Title[]; expert: Expert };

/** Scoring, what the station sent, and the conclusion. */
export function Review({ assessment, events, titles, expert }: Props) {
  const { review } = useReviewText();
  const text = useExpertText();
  const { id, status, permissions } = assessment;
  const state = useReview(assessment, titles, expert.id);
  const { data: files } = useQuery(queries.files(id));
  const [open, choose] = useTab('expert', TABS);
  const editable = permissions.scoreExpert && !expert.concluded;
  const ended = (CONCLUDED as readonly Status[]).includes(status);
  useLinkedTab(choose);
  usePreloadedTabs();

  return (
    <>
      {ended && <Conclusion id={id} />}
      {ended && (
        <Reachable preload={Result.preload}>
          <Result.Part assessment={assessment} titles={titles} />
        </Reachable>
      )}
      <Box sx={BAR}>
        <Tabs value={open} onChange={(_, tab: TabName) => choose(tab)} variant="scrollable" aria-label={text.pageParts}>
          {TABS.map((tab) => (
            <Tab
              key={tab}
              value={tab}
              id={`expert-${tab}`}
              aria-controls="expert-panel"
              label={text.tabs[tab]}
              sx={{ minHeight: 48, minWidth: 0, px: { xs: 1.25, sm: 2 } }}
            />
          ))}
        </Tabs>
        <Box sx={{ flex: 1 }} />
        <SaveState />
      </Box>
      <Box role="tabpanel" id="expert-panel" aria-labelledby={`expert-${open}`} sx={{ mt: 2, scrollMarginTop: 96 }}>
        {open === 'score' && <Scoring assessment={assessment} state={state} expert={expert} editable={editable} />}
        {open === 'form' && <FormView form={assessment.form} />}
        {open === 'files' && (
          <Reachable preload={Files.preload}>
            <Files.Part assessment={assessment} form={assessment.form} files={files} />
          </Reachable>
        )}
        {open === 'conclusion' && (
          <Reachable preload={Conclude.preload}>
            <Conclude.Part assessment={assessment} state={state} expert={expert} editable={editable} />
          </Reachable>
        )}
      </Box>
      <Paper component="details" sx={{ p: 2, mt: 2 }}>
        <summary>{review.history}</summary>
        <History events={events} />
      </Paper>
    </>
  );
}

/** Tabs and the state of saving stay in sight. */
const BAR = {
  position: 'sticky',
  top: 0,
  zIndex: 3,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  bgcolor: 'background.default',
} as const;

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
    for (const { preload } of [Files, Conclude]) preload().catch(ignore);
  }, []);
}

// What could not be preloaded is asked for again, and its failure shown, when it is opened.
function ignore(): void {}
