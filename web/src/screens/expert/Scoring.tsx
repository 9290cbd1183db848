import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { Assessment } from '@shp/shared/api/objects';
import { CONCLUDED } from '@shp/shared/domain/assessment/statuses';
import { useDeferredValue } from 'react';
import { CHAPTER_PANEL, ChapterPanel, useChapterPanel } from '../../assessment/score/ChapterPanel.tsx';
import { ChapterSums, FOLDS } from '../../assessment/score/ChapterSums.tsx';
import { ChapterTabs } from '../../assessment/score/ChapterTabs.tsx';
import { useExpertScores } from '../../assessment/score/ExpertScores.tsx';
import { ItemFilter, SCORING, useItemFilter } from '../../assessment/score/ItemFilter.tsx';
import { KeyHelp } from '../../assessment/score/keys/KeyHelp.tsx';
import { ScoreSheet } from '../../assessment/score/sheet/ScoreSheet.tsx';
import { useEvidence } from '../../assessment/score/useChapters.ts';
import { useMinWidth } from '../../theme/useMinWidth.ts';
import { ChapterHead } from './ChapterHead.tsx';
import { ExpertRow } from './ExpertRow.tsx';
import { LeftItems, Sums } from './Sums.tsx';
import type { Expert, ReviewState } from './useReview.ts';
import { WhyClosed } from './WhyClosed.tsx';

type Props = { assessment: Assessment; state: ReviewState; expert: Expert; editable: boolean };

/** The expert's scores by chapter, each beside the station's score and its evidence. */
export function Scoring({ assessment, state, expert, editable }: Props) {
  const { id, level, rules } = assessment;
  const { owner, serials, choose, loaded, failure, object, stored, read, change, station, sum, left, progress } = state;
  // Mark the tab at once and render its many items afterwards.
  const open = useDeferredValue(state.open);
  const evidence = useEvidence(id, open);
  const experts = useExpertScores(assessment, NO_EVENTS, open);
  const ended = CONCLUDED.includes(assessment.status);
  const panel = useChapterPanel({
    scores: { loaded, open, station, read, change },
    serials,
    choose,
    evidence,
    editable,
  });

  const chapter = loaded.get(open)?.chapter;
  const facts = { given: state.given, evidence };
  const { filter, setFilter, filtered } = useItemFilter(chapter, facts);
  const roomy = useMinWidth('sm');
  const sheet = <ScoreSheet {...{ assessment, owner, serials, read }} change={editable ? change : undefined} />;
  return (
    <Paper sx={{ p: { xs: 1.5, sm: 2 }, pt: { xs: 0.5, sm: 0.5 } }}>
      <Sums {...{ assessment, editable, sum }} sheet={roomy && sheet} />
      <ChapterTabs chapters={progress} open={state.open} onOpen={choose} panelId={CHAPTER_PANEL} />
      <ChapterPanel
        panel={panel}
        chapter={filtered}
        failure={failure}
        row={(item, { onPhrases, onShow, view }) => (
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
            onTake={panel.actions.take}
            onPhrases={onPhrases}
            onShow={onShow}
            view={view}
          />
        )}
      >
        {!editable && <WhyClosed assessment={assessment} expert={expert} />}
        <Box sx={FOLDS}>
          {chapter && (
            <>
              <ChapterHead chapter={chapter} state={state} thresholds={rules.thresholds} editable={editable} />
              <ItemFilter {...facts} chapter={chapter} filters={SCORING} chosen={filter} onChoose={setFilter} />
            </>
          )}
          {sum && <ChapterSums sum={sum} level={level} thresholds={rules.thresholds} titles={progress} />}
          {editable && <KeyHelp />}
          {editable && left && left.length > 0 && <LeftItems items={left} />}
          {!roomy && sheet}
        </Box>
      </ChapterPanel>
    </Paper>
  );
}

/** An expert sees the others' scores only after the end, so returns do not matter. */
const NO_EVENTS: readonly never[] = [];
