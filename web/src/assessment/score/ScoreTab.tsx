import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Assessment, Event } from '@shp/shared/api/objects';
import { scoreSum } from '@shp/shared/domain/standard/scoring';
import { chapterOf, type Serial1, type StandardItem } from '@shp/shared/domain/standard/standard';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { queries, type StoredScore } from '../../core/assessmentQueries.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { useUser } from '../../core/session.ts';
import { FilePane } from '../../files/FilePane.tsx';
import { useUpload } from '../../files/upload/useUploads.ts';
import { usePane } from '../../files/usePane.ts';
import { TOUCH_ONLY } from '../../theme/tokens.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { NothingChanged } from '../history/OnlyChanges.tsx';
import { useShownChanges } from '../history/useChanges.ts';
import { ReadOnlyNote } from '../ReadOnlyNote.tsx';
import { useTab } from '../useTab.ts';
import { useMinWidth } from '../useWide.ts';
import { ChapterItems } from './ChapterItems.tsx';
import { ChapterRate, type ChapterTitle } from './ChapterSums.tsx';
import { ChapterTabs } from './ChapterTabs.tsx';
import { useExpertScores } from './ExpertScores.tsx';
import { FullRest } from './FullRest.tsx';
import { type Filter, ItemFilter, matchesFilter } from './ItemFilter.tsx';
import { KeyHelp } from './keys/KeyHelp.tsx';
import { PhraseMenu } from './keys/PhraseMenu.tsx';
import { usePhrases } from './keys/phrases.ts';
import { useActions } from './keys/useActions.ts';
import { useAllItems, useFirstItem, useLinkedChapter, useOpenLinkedChapter } from './openChapter.ts';
import { StationRow } from './StationRow.tsx';
import { SumPanel } from './SumPanel.tsx';
import { ScoreSheet } from './sheet/ScoreSheet.tsx';
import { standardOf, useChapters, useEvidence } from './useChapters.ts';
import { itemsOf, scoredIn, useScores } from './useScores.ts';
import { useSeenItems } from './useSeenItems.ts';

const PANEL = 'chapter-panel';

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
  const { id, permissions, rules } = assessment;
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
  const panel = useRef<HTMLDivElement>(null);
  const beyond = useFirstItem(panel, shown, open, choose, loaded.has(open));
  useOpenLinkedChapter(serials, choose);
  const all = useAllItems(loaded.has(open));

  const mayScore = permissions.scoreStation;
  const phrases = usePhrases();
  const [phrasesOf, setPhrasesOf] = useState<string | null>(null);
  const pane = usePane(panel);
  const wide = useMinWidth('md');
  const actions = useActions({
    panel,
    state: { loaded, open, station: NO_SCORES, read, change },
    evidence,
    editable: mayScore,
    phrases,
    pane,
    onPhrases: setPhrasesOf,
  });
  const { seen, mark } = useSeenItems(id);
  const reviewing = !mayScore && role !== 'station';
  const [filter, setFilter] = useState<Filter>('all');
  const view = pane.shown && <FilePane {...pane.shown} beside={wide} onShow={pane.show} onClose={pane.close} />;

  const chapter = loaded.get(open)?.chapter;
  const changedOnly =
    chapter && only ? onlyItems(chapter, ({ serial }) => changes?.items.has(serial) === true) : chapter;
  const filtered =
    changedOnly && reviewing
      ? onlyItems(changedOnly, (item) => matchesFilter(filter, item, { given, evidence, seen }))
      : changedOnly;
  const own = chapter && scoreSum(standardOf([chapter]), itemsOf(given, open), rules.thresholds).sections[0];
  const progress = useMemo(
    () =>
      titles
        .filter(({ serial }) => shown.includes(serial))
        .map((title) => {
          const there = loaded.get(title.serial);
          return { ...title, scored: there ? scoredIn(there.chapter, given) : title.stationScored };
        }),
    [titles, shown, loaded, given],
  );

  return (
    <Paper sx={{ p: { xs: 1.5, sm: 2 } }}>
      <SumPanel
        assessment={assessment}
        sum={sum}
        titles={titles}
        sheet={
          <ScoreSheet
            assessment={assessment}
            owner="station"
            serials={serials}
            read={read}
            change={permissions.scoreStation ? change : undefined}
          />
        }
      />
      <ChapterTabs chapters={progress} open={chosen} onOpen={choose} panelId={PANEL} />
      <Box
        role="tabpanel"
        id={PANEL}
        aria-labelledby={`chapter-${open}`}
        ref={panel}
        onKeyDown={actions.press}
        sx={{ pt: 1.5 }}
      >
        {own && <ChapterRate sum={own} />}
        {mayScore ? (
          <>
            <KeyHelp without="station" />
            <Typography variant="body2" sx={{ color: 'text.secondary', [TOUCH_ONLY]: { display: 'none' } }}>
              {review.score.dropHint}
            </Typography>
            {chapter && <FullRest chapter={chapter} given={given} onChange={change} />}
          </>
        ) : (
          <ReadOnlyNote />
        )}
        {chapter && reviewing && (
          <ItemFilter {...{ chapter, given, evidence, seen }} chosen={filter} onChoose={setFilter} />
        )}
        {failure && <Failure error={failure.error} onRetry={failure.retry} />}
        {!chapter && !failure && <Loading />}
        {filtered && (
          <Box sx={view && wide ? SPLIT : undefined}>
            <ChapterItems
              chapter={filtered}
              all={all}
              onBeyond={beyond}
              row={(item) => (
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
                  onPhrases={mayScore ? setPhrasesOf : undefined}
                  onShow={reviewing ? pane.show : undefined}
                  seen={seen.has(item.serial)}
                  onSeen={reviewing ? mark : undefined}
                  view={!wide && pane.shown?.shown.serial === item.serial ? view : null}
                />
              )}
            />
            {wide && view}
          </Box>
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

function onlyItems(chapter: Serial1, isShown: (item: StandardItem) => boolean): Serial1 {
  const children = chapter.children.map((element) => ({ ...element, items: element.items.filter(isShown) }));
  return { ...chapter, children: children.filter(({ items }) => items.length > 0) };
}

const SPLIT = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  columnGap: 2,
  alignItems: 'start',
} as const;
