import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import { type Serial1, type StandardItem, wordingIn } from '@shp/shared/domain/standard/standard';
import { type KeyboardEvent, memo, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { keyOf } from '../../core/keys.ts';
import { usePreferences } from '../../core/preferences.ts';

type Props = {
  chapter: Serial1;
  /** Whether all items are rendered, or only the first ones, to the one that the address leads to. */
  all: boolean;
  /** Renders the others at once, as a key moves to one of them. */
  onAll: () => void;
  row: (item: StandardItem) => ReactNode;
  /** Called when a key moves past the last item of the chapter, or before the first. */
  onBeyond?: (way: 1 | -1) => void;
};

/**
 * The items of a chapter under their elements. Arrow keys move between scores; Enter moves to a missing reason, then to
 * the next score.
 */
export function ChapterItems({ chapter, all, onAll, row, onBeyond }: Props) {
  const { hash } = useLocation();
  const elements = all ? chapter.children : firstOf(chapter, hash);

  function move(event: KeyboardEvent<HTMLElement>) {
    const input = event.target as HTMLElement;
    const { score, reason } = input.dataset;
    const serial = score ?? reason;
    const way = wayOf(event, score !== undefined);
    if (serial === undefined || way === null) return;
    event.preventDefault();
    const own = event.currentTarget.querySelector<HTMLTextAreaElement>(`[data-reason="${serial}"]`);
    if (event.key === 'Enter' && score !== undefined && own?.required && isAbsent(own.value)) return own.focus();
    const list = event.currentTarget;
    const neighbour = () => {
      const inputs = [...list.querySelectorAll<HTMLElement>('[data-score]')];
      return inputs[inputs.findIndex((one) => one.dataset.score === serial) + way];
    };
    if (!neighbour() && !all && way === 1) onAll();
    const next = neighbour();
    if (next) next.focus();
    else onBeyond?.(way);
  }

  return (
    <Box onKeyDown={move} sx={{ containerType: 'inline-size' }}>
      {elements.map(({ serial, title, titleEn, score, items }) => (
        <section key={serial}>
          <Heading serial={serial} title={title} titleEn={titleEn} score={score} />
          {items.map(row)}
        </section>
      ))}
    </Box>
  );
}

function firstOf({ children }: Serial1, hash: string): Serial1['children'] {
  const linked = children.flatMap(({ items }) => items).findIndex(({ serial }) => hash.endsWith(`/${serial}`));
  let left = FIRST_ITEMS + Math.max(linked, 0);
  const shown = [];
  for (const element of children) {
    if (left <= 0) break;
    shown.push({ ...element, items: element.items.slice(0, left) });
    left -= element.items.length;
  }
  return shown;
}

type HeadingProps = Pick<Serial1['children'][number], 'serial' | 'title' | 'titleEn' | 'score'>;

/** Memoized: each key renders the chapter around it. */
const Heading = memo(function Heading({ serial, title, titleEn, score }: HeadingProps) {
  const { common, review } = useReviewText();
  const { lang } = usePreferences();
  return (
    <Typography variant="h2" component="h3" sx={HEADING}>
      {serial} {wordingIn(lang, title, titleEn)}
      {common.marks.brackets(review.score.worth(score))}
    </Typography>
  );
});

/**
 * Enter moves on from score and reason (Shift+Enter starts a new line in a reason); arrow keys move only from a score.
 */
function wayOf({ nativeEvent }: KeyboardEvent, inScore: boolean): 1 | -1 | null {
  const key = keyOf('scores', nativeEvent);
  if (key === 'next') return 1;
  if (!inScore || key === null) return null;
  return key === 'above' ? -1 : 1;
}

/** Enough for a window. */
const FIRST_ITEMS = 4;
const HEADING = {
  mt: 3,
  'section:first-of-type > &': { mt: 1.5 },
  pb: 0.5,
  borderBottom: '2px solid',
  borderColor: 'divider',
} as const;
