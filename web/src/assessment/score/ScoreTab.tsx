import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { scoreSum } from '@shp/shared/domain/standard/scoring';
import { chapterOf } from '@shp/shared/domain/standard/standard';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import { queries, type StoredScore } from '../../core/assessmentQueries.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { lazyWithPreload } from '../../core/lazyWithPreload.tsx';
import { useUser } from '../../core/session.ts';
import { useUpload } from '../../files/upload/useUploads.ts';
import { useMinWidth } from '../../theme/useMinWidth.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Optional } from '../../ui/Optional.tsx';
import { NothingChanged } from '../history/OnlyChanges.tsx';
import { useShownChanges } from '../history/useChanges.ts';
import { ReadOnlyNote } from '../ReadOnlyNote.tsx';
import { useTab } from '../useTab.ts';
import { CHAPTER_PANEL, ChapterPanel, useChapterPanel } from './ChapterPanel.tsx';
import { ChapterRate, ChapterSums, type ChapterTitle, FOLDS } from './ChapterSums.tsx';
import { ChapterTabs } from './ChapterTabs.tsx';
import { useExpertScores } from './ExpertScores.tsx';
import { FullRest } from './FullRest.tsx';
import { ItemFilter, onlyItems, READING, useItemFilter } from './ItemFilter.tsx';
import { KeyHelp } from './keys/KeyHelp.tsx';
import { useLinkedChapter } from './openChapter.ts';
import { StationRow } from './StationRow.tsx';
import { SumPanel } from './SumPanel.tsx';
import { ScoreSheet } from './sheet/ScoreSheet.tsx';
import { standardOf, useChapters, useEvidence } from './useChapters.ts';
import { itemsOf, scoredIn, useScores } from './useScores.ts';
import { useSeenItems } from './useSeenItems.ts';

const SelfStanding = lazyWithPreload(() => import('./SelfStanding.tsx'));

/** The station's own scores, chapter by chapter, with the evidence of each item. */
export function ScoreTab({ assessment, events }: { assessment: Assessment; events: readonly Event[] }) {
  const { data: titles, error, refetch } = useQuery(queries.titles(assessment.id));
  const { only } = useShownChanges();
  const changed = useChangedChapters();
  if (error && !titles) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!titles) return <Loading />;
  if (only && !titles.some(({ serial }) => changed(serial))) return <NothingChanged />;
  return <Chapters assessment={assessment} events={events} titles={titles} />;
}

type Title = ChapterTitle & { items: number; stationScored: number };

type ChaptersProps = { assessment: Assessment; events: readonly Event[]; titles: readonly Title[] };

function Chapters({ assessment, events, titles }: ChaptersProps) {
  const { review } = useReviewText();
  const { role } = useUser();
  const { id, level, permissions, rules } = assessment;
  const serials = useMemo(() => titles.map(({ serial }) => serial), [titles]);
  const { changes, only } = useShownChanges();
  const changed = useChangedChapters();
  const shown = useMemo(() => (only ? serials.filter(changed) : serials), [serials, only, changed]);
  const [chosen, choose] = useTab('stationScore', shown as [string, ...string[]], useLinkedChapter(shown));
  // Mark the tab at once and render its many items afterwards.
  const open = useDeferredValue(chosen);
  const { loaded, standard, failure } = useChapters(id, 'station', serials, chosen);
  const { object, stored, given, read, change } = useScores(id, 'station', loaded);
  const evidence = useEvidence(id, open);
  const experts = useExpertScores(assessment, events, open);
  const upload = useUpload(id);
  const onFiles = useCallback(
    (serial: string, files: File[]) => upload({ target: 'evidence', serial }, files),
    [upload],
  );
  const serverSum = useQuery(queries.sum(id, 'station')).data;
  const sum = useMemo(
    () => (standard ? scoreSum(standard, itemsOf(given), rules.thresholds) : serverSum),
    [standard, given, rules.thresholds, serverSum],
  );
  const mayScore = permissions.scoreStation;
  useEffect(() => {
    // Late, its line would move the fields below it.
    if (role === 'station') SelfStanding.preload().catch(() => {});
  }, [role]);
  const panel = useChapterPanel({
    scores: { loaded, open, station: NO_SCORES, read, change },
    serials,
    shown,
    choose,
    evidence,
    editable: mayScore,
  });
  const { seen, mark } = useSeenItems(id);
  const reviewing = !mayScore && role !== 'station';

  const chapter = loaded.get(open)?.chapter;
  const changedOnly =
    chapter && only ? onlyItems(chapter, ({ serial }) => changes?.items.has(serial) === true) : chapter;
  const { filter, setFilter, filtered } = useItemFilter(changedOnly, { given, evidence, seen });
  const own = chapter && scoreSum(standardOf([chapter]), itemsOf(given, open), rules.thresholds).sections[0];
  const progress = useMemo(() => {
    const read = [...seen].map(chapterOf);
    return titles
      .filter(({ serial }) => shown.includes(serial))
      .map((title) => {
        const there = loaded.get(title.serial);
        const scored = there ? scoredIn(there.chapter, given) : title.stationScored;
        return { ...title, scored: reviewing ? read.filter((serial) => serial === title.serial).length : scored };
      });
  }, [titles, shown, loaded, given, seen, reviewing]);

  const roomy = useMinWidth('sm');
  const sheet = (
    <ScoreSheet {...{ assessment, serials, read }} owner="station" change={mayScore ? change : undefined} />
  );

  return (
    <Paper sx={{ p: { xs: 1.5, sm: 2 }, pt: { xs: 1, sm: 1 } }}>
      <SumPanel assessment={assessment} sum={sum} sheet={roomy && sheet}>
        {role === 'station' && sum?.complete && (
          <Optional>
            <SelfStanding.Part sum={sum} thresholds={rules.thresholds} judged={level} />
          </Optional>
        )}
      </SumPanel>
      <ChapterTabs chapters={progress} open={chosen} onOpen={choose} panelId={CHAPTER_PANEL} read={reviewing} />
      <ChapterPanel
        panel={panel}
        chapter={filtered}
        failure={failure}
        row={(item, { onPhrases, onShow, view }) => (
          <StationRow
            key={item.serial}
            assessment={id}
            item={item}
            object={object}
            stored={stored.get(item.serial)}
            experts={experts.get(item.serial)}
            evidence={evidence.get(item.serial)}
            onChange={mayScore ? change : undefined}
            onFiles={permissions.uploadEvidence ? onFiles : undefined}
            onPhrases={mayScore ? onPhrases : undefined}
            onShow={reviewing ? onShow : undefined}
            seen={seen.has(item.serial)}
            onSeen={reviewing ? mark : undefined}
            view={view}
          />
        )}
      >
        {!mayScore && <ReadOnlyNote />}
        <Box sx={FOLDS}>
          {own && <ChapterRate sum={own} />}
          {chapter && reviewing && (
            <ItemFilter
              {...{ chapter, given, evidence, seen }}
              filters={READING}
              chosen={filter}
              onChoose={setFilter}
            />
          )}
          {sum && <ChapterSums sum={sum} level={level} thresholds={rules.thresholds} titles={titles} />}
          {mayScore && <KeyHelp without="station" hint={review.score.dropHint} />}
          {mayScore && chapter && <FullRest chapter={chapter} given={given} onChange={change} />}
          {!roomy && sheet}
        </Box>
      </ChapterPanel>
    </Paper>
  );
}

/** A station has no scores to take over. */
const NO_SCORES: ReadonlyMap<string, StoredScore> = new Map();

/** Whether a chapter has a changed item. */
function useChangedChapters(): (s1: string) => boolean {
  const { changes } = useShownChanges();
  return useMemo(() => {
    const chapters = new Set([...(changes?.items ?? [])].map(chapterOf));
    return (s1) => chapters.has(s1);
  }, [changes]);
}
