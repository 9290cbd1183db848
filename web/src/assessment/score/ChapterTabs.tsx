import CheckCircle from '@mui/icons-material/CheckCircle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { chapterOf, wordingIn } from '@shp/shared/domain/standard/standard';
import { shortTitle } from '@shp/shared/text/chapterTitles';
import { memo, useMemo, useRef } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { ROOMY_WINDOW } from '../../theme/tokens.ts';
import { ScrollingTabs } from '../../ui/ScrollingTabs.tsx';
import type { Anchor } from '../anchors.ts';
import { RemarkCount } from '../remarks/RemarkCount.tsx';
import { useUnanswered } from '../remarks/remarksContext.ts';
import type { ChapterTitle } from './ChapterSums.tsx';
import { TOTAL_HEIGHT } from './SumPanel.tsx';

type ChapterProgress = ChapterTitle & {
  readonly items: number;
  readonly scored: number;
};

type Props = {
  chapters: readonly ChapterProgress[];
  open: string;
  onOpen: (serial: string) => void;
  panelId: string;
  /** Whether the numbers are of the items that the reviewer has read. */
  read?: boolean;
};

/** One tab per chapter, with its number of items that are scored, or read. */
export const ChapterTabs = memo(function ChapterTabs({ chapters, open, onOpen, panelId, read = false }: Props) {
  const { review } = useReviewText();
  const { lang } = usePreferences();
  const unanswered = useUnanswered();
  const tabs = useMemo(
    () =>
      chapters.map(({ serial, title, titleEn, items, scored }) => {
        const name = wordingIn(lang, title, titleEn);
        const spoken = read ? review.score.chapterRead : review.score.chapterProgress;
        const remarks = unanswered.filter((place) => isIn(place, serial)).length;
        return {
          name: serial,
          label: <Label name={`${serial} ${shortTitle(name)}`} scored={scored} items={items} remarks={remarks} />,
          spoken: review.tabProblems(spoken(serial, name, scored, items), 0, remarks),
          title: name,
        };
      }),
    [chapters, lang, review, unanswered, read],
  );
  const bar = useRef<HTMLElement>(null);

  /** Opens a chapter at its beginning, where the one before was left in the middle. */
  function openAtStart(serial: string) {
    const panel = document.getElementById(panelId);
    const end = bar.current?.getBoundingClientRect().bottom ?? 0;
    if (panel && panel.getBoundingClientRect().top < end) panel.scrollIntoView({ block: 'start' });
    onOpen(serial);
  }

  return (
    <Box ref={bar} sx={BAR}>
      <ScrollingTabs
        label={review.score.chapters}
        prefix="chapter"
        panelId={panelId}
        tabs={tabs}
        open={open}
        onOpen={openAtStart}
        tall
      />
    </Box>
  );
});

/** Whether a place lies in a chapter. */
function isIn(place: Anchor | null, chapter: string): boolean {
  return place !== null && 'serial' in place && place.serial !== undefined && chapterOf(place.serial) === chapter;
}

type LabelProps = { name: string; scored: number; items: number; remarks: number };

/** Memoized: the tabs around it render on every click. */
const Label = memo(function Label({ name, scored, items, remarks }: LabelProps) {
  return (
    <>
      <Typography component="span" variant="caption" sx={TITLE}>
        {name}
      </Typography>
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 20 }}>
        <Typography component="span" variant="caption">
          {scored}/{items}
        </Typography>
        <RemarkCount count={remarks} />
        {scored === items && <CheckCircle color="success" sx={{ fontSize: 14 }} />}
      </Box>
    </>
  );
});

/** Sticky below the running total. */
const BAR = {
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  [ROOMY_WINDOW]: { position: 'sticky' },
  top: 48 + TOTAL_HEIGHT,
  zIndex: 2,
} as const;

const TITLE = {
  display: '-webkit-box',
  WebkitLineClamp: 3,
  hyphens: 'auto',
  overflowWrap: 'anywhere',
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
  lineHeight: 1.35,
  fontWeight: 600,
} as const;
