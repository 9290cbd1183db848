import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { Assessment } from '@shp/shared/api/objects';
import { type RefObject, useDeferredValue, useRef, useState } from 'react';
import { useShownChanges } from '../../../assessment/history/useChanges.ts';
import { Failure } from '../../../ui/Failure.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { useFinalText } from '../texts.ts';
import { ChapterDots } from './ChapterDots.tsx';
import { CompareFilters, useCompareFilters } from './CompareFilters.tsx';
import { CompareTable } from './CompareTable.tsx';
import { Totals } from './Totals.tsx';
import { type Comparison, isWide, useComparison } from './useComparison.ts';

/** Shown before all are asked for: the largest spreads need attention, and 118 items are a page of 30 screens on a phone. */
const FIRST_ITEMS = 30;

/** The experts' scores beside the station's: in total, by chapter, and by item. */
export function ComparePart({ assessment }: { assessment: Assessment }) {
  const { compare: words } = useFinalText();
  const { comparison, failure } = useComparison(assessment);
  const { filters, set } = useCompareFilters();
  const items = useRef<HTMLHeadingElement>(null);
  if (failure && !comparison) return <Failure error={failure.error} onRetry={failure.retry} />;
  if (!comparison) return <Loading />;
  return (
    <Paper component="section" aria-label={words.title} sx={{ p: { xs: 1.5, sm: 2 } }}>
      {comparison.experts.length === 0 && <Typography gutterBottom>{words.none}</Typography>}
      <Typography variant="h2" gutterBottom>
        {words.chart}
      </Typography>
      <ChapterDots
        chapters={comparison.standard.sections}
        station={comparison.station.sum}
        experts={comparison.experts}
        result={comparison.result}
        least={assessment.rules.thresholds[assessment.level].chapter}
        onChapter={(chapter) => {
          set({ chapter });
          items.current?.scrollIntoView({ block: 'start' });
          items.current?.focus({ preventScroll: true });
        }}
      />
      <Typography variant="h2" gutterBottom sx={{ mt: 3 }}>
        {words.totals}
      </Typography>
      <Totals comparison={comparison} level={assessment.level} thresholds={assessment.rules.thresholds} />
      <Items comparison={comparison} filters={filters} onChange={set} heading={items} />
    </Paper>
  );
}

type ItemsProps = Omit<Parameters<typeof CompareFilters>[0], 'sections' | 'counts'> & {
  comparison: Comparison;
  heading: RefObject<HTMLHeadingElement | null>;
};

function Items({ comparison, filters, onChange, heading }: ItemsProps) {
  const { compare: words } = useFinalText();
  const { changes, only } = useShownChanges();
  const [whole, setWhole] = useState(false);
  const { sections } = comparison.standard;
  // Show the chosen filter at once and render the rows afterwards.
  const { chapter, differ, wide, inOrder } = useDeferredValue(filters);
  const looked = comparison.items.filter(
    (one) => (chapter === null || one.chapter === chapter) && (!only || changes?.items.has(one.item.serial)),
  );
  const differing = looked.filter(({ apart }) => apart > 0);
  const counts = { differ: differing.length, wide: looked.filter(isWide).length };
  const found = (differ ? differing : looked).filter((one) => !wide || isWide(one));
  const ordered = inOrder ? found : found.toSorted((a, b) => b.apart - a.apart);
  const items = whole ? ordered : ordered.slice(0, FIRST_ITEMS);
  return (
    <>
      <Typography ref={heading} tabIndex={-1} variant="h2" gutterBottom sx={{ mt: 3, outline: 0 }}>
        {words.items}
      </Typography>
      <CompareFilters sections={sections} filters={filters} counts={counts} onChange={onChange} />
      <Typography role="status" variant="body2" sx={{ my: 1, color: 'text.secondary' }}>
        {items.length === 0 ? words.nothing : words.shown(items.length, comparison.items.length)}
      </Typography>
      {items.length > 0 && <CompareTable comparison={comparison} items={items} byChapter={inOrder} />}
      {items.length < ordered.length && (
        <Button variant="outlined" onClick={() => setWhole(true)} sx={{ mt: 1.5 }}>
          {words.showAll(ordered.length)}
        </Button>
      )}
    </>
  );
}
