import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { Assessment } from '@shp/shared/api/objects';
import { CONCLUDED } from '@shp/shared/domain/assessment/statuses';
import { useDeferredValue, useRef, useState } from 'react';
import { ChapterItems } from '../../assessment/score/ChapterItems.tsx';
import { ChapterTabs } from '../../assessment/score/ChapterTabs.tsx';
import { useExpertScores } from '../../assessment/score/ExpertScores.tsx';
import { KeyHelp } from '../../assessment/score/keys/KeyHelp.tsx';
import { PhraseMenu } from '../../assessment/score/keys/PhraseMenu.tsx';
import { usePhrases } from '../../assessment/score/keys/phrases.ts';
import { useActions } from '../../assessment/score/keys/useActions.ts';
import { useAllItems, useFirstItem, useOpenLinkedChapter } from '../../assessment/score/openChapter.ts';
import { useEvidence } from '../../assessment/score/useChapters.ts';
import { useMinWidth } from '../../assessment/useWide.ts';
import { FilePane } from '../../files/FilePane.tsx';
import { usePane } from '../../files/usePane.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { ChapterHead } from './ChapterHead.tsx';
import { ExpertRow } from './ExpertRow.tsx';
import { Sums } from './Sums.tsx';
import type { Expert, ReviewState } from './useReview.ts';
import { WhyClosed } from './WhyClosed.tsx';

const PANEL = 'chapter-panel';

type Props = { assessment: Assessment; state: ReviewState; expert: Expert; editable: boolean };

/** The expert's scores by chapter, each beside the station's score and its evidence. */
export function Scoring({ assessment, state, expert, editable }: Props) {
  const { id } = assessment;
  const { owner, serials, choose, loaded, failure, object, stored, read, change, station, sum, left, progress } = state;
  // Mark the tab at once and render its many items afterwards.
  const open = useDeferredValue(state.open);
  const panel = useRef<HTMLDivElement>(null);
  const evidence = useEvidence(id, open);
  const experts = useExpertScores(assessment, NO_EVENTS, open);
  const ended = CONCLUDED.includes(assessment.status);
  const phrases = usePhrases();
  const [phrasesOf, setPhrasesOf] = useState<string | null>(null);
  const pane = usePane(panel);
  const wide = useMinWidth('md');
  const beyond = useFirstItem(panel, serials, open, choose, loaded.has(open));
  useOpenLinkedChapter(serials, choose);
  const all = useAllItems(loaded.has(open));
  const actions = useActions({ panel, state, evidence, editable, phrases, pane, onPhrases: setPhrasesOf });

  const chapter = loaded.get(open)?.chapter;
  const view = pane.shown && <FilePane {...pane.shown} beside={wide} onShow={pane.show} onClose={pane.close} />;
  return (
    <Paper sx={{ p: { xs: 1.5, sm: 2 } }}>
      <Sums {...{ assessment, editable, owner, serials, read, change, sum, left, progress }} />
      <ChapterTabs chapters={progress} open={state.open} onOpen={choose} panelId={PANEL} />
      <Box
        role="tabpanel"
        id={PANEL}
        aria-labelledby={`chapter-${open}`}
        ref={panel}
        onKeyDown={actions.press}
        sx={{ pt: 1.5 }}
      >
        {editable ? <KeyHelp /> : <WhyClosed assessment={assessment} expert={expert} />}
        {failure && <Failure error={failure.error} onRetry={failure.retry} />}
        {!chapter && !failure && <Loading />}
        {chapter && (
          <>
            <ChapterHead chapter={chapter} state={state} thresholds={assessment.rules.thresholds} editable={editable} />
            <Box sx={view && wide ? SPLIT : undefined}>
              <ChapterItems
                chapter={chapter}
                all={all}
                onBeyond={beyond}
                row={(item) => (
                  <ExpertRow
                    key={item.serial}
                    assessment={id}
                    stationId={ended ? undefined : assessment.station.id}
                    item={item}
                    object={object}
                    stored={stored.get(item.serial)}
                    station={station.get(item.serial)}
                    experts={ended ? experts.get(item.serial) : undefined}
                    evidence={evidence.get(item.serial)}
                    onChange={editable ? change : undefined}
                    onTake={actions.take}
                    onPhrases={setPhrasesOf}
                    onShow={pane.show}
                    view={!wide && pane.shown?.shown.serial === item.serial ? view : null}
                  />
                )}
              />
              {wide && view}
            </Box>
          </>
        )}
      </Box>
      {phrasesOf !== null && (
        <PhraseMenu
          serial={phrasesOf}
          reason={read(phrasesOf)?.reason ?? ''}
          phrases={phrases}
          onInsert={(phrase) => actions.insert(phrasesOf, phrase)}
          onClose={() => {
            actions.focusReason(phrasesOf);
            setPhrasesOf(null);
          }}
        />
      )}
    </Paper>
  );
}

/** An expert sees the others' scores only after the end, so returns do not matter. */
const NO_EVENTS: readonly never[] = [];

const SPLIT = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  columnGap: 2,
  alignItems: 'start',
} as const;
