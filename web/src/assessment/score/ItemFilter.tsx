import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { FileItem } from '@shp/shared/api/objects';
import { partsOfHash } from '@shp/shared/domain/addresses/partsOfHash';
import type { Serial1, StandardItem } from '@shp/shared/domain/standard/standard';
import { useMemo, useState } from 'react';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { useNavigation } from '../anchors.ts';
import type { CurrentScore } from './useScores.ts';

type Filter = 'all' | 'unread' | 'unscored' | 'noEvidence' | 'lost';
/** What somebody who reads the scores looks at, and somebody who gives them. */
export const READING = ['all', 'unread', 'noEvidence', 'lost'] as const;
export const SCORING = ['all', 'unscored', 'noEvidence', 'lost'] as const;

type Facts = {
  readonly given: ReadonlyMap<string, CurrentScore>;
  readonly evidence: ReadonlyMap<string, readonly FileItem[]>;
  /** The items that the reader has read. */
  readonly seen?: ReadonlySet<string>;
};

/** Whether an item passes a filter. */
function matchesFilter(
  filter: Filter,
  { serial, score: full }: StandardItem,
  { given, evidence, seen }: Facts,
): boolean {
  const state = given.get(serial)?.state;
  switch (filter) {
    case 'all':
      return true;
    case 'unread':
      return !seen?.has(serial);
    case 'unscored':
      return !state || (state.score === null && !state.missing);
    case 'noEvidence':
      return (evidence.get(serial)?.length ?? 0) === 0;
    case 'lost':
      return state !== undefined && !state.missing && state.score !== null && state.score < full;
  }
}

/** The filter of the items of chapters; a link to an item shows all, as the filter may hide it. */
export function useItemFilter(chapter: Serial1 | undefined, facts: Facts) {
  const [filter, setFilter] = useState<Filter>('all');
  const { evidence, seen } = facts;
  useNavigation((hash) => {
    if (partsOfHash(hash).chapter !== null) setFilter('all');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: an item that is being scored stays until another filter is chosen
  const filtered = useMemo(
    () => chapter && (filter === 'all' ? chapter : onlyItems(chapter, (item) => matchesFilter(filter, item, facts))),
    [chapter, filter, evidence, seen],
  );
  return { filter, setFilter, filtered };
}

/** A chapter with some of its items. */
export function onlyItems(chapter: Serial1, isShown: (item: StandardItem) => boolean): Serial1 {
  const children = chapter.children.map((element) => ({ ...element, items: element.items.filter(isShown) }));
  return { ...chapter, children: children.filter(({ items }) => items.length > 0) };
}

type Props = Facts & {
  chapter: Serial1;
  filters: readonly Filter[];
  chosen: Filter;
  onChoose: (filter: Filter) => void;
};

/** What the user looks at in the open chapter, with the number of items of each. */
export function ItemFilter({ chapter, filters, chosen, onChoose, ...facts }: Props) {
  const { review } = useReviewText();
  const items = chapter.children.flatMap((element) => element.items);
  return (
    <Box role="group" aria-label={review.score.filter} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {filters.map((filter) => (
        <Chip
          key={filter}
          size="small"
          color={filter === chosen ? 'primary' : 'default'}
          variant={filter === chosen ? 'filled' : 'outlined'}
          aria-pressed={filter === chosen}
          label={`${review.score.filters[filter]} ${items.filter((item) => matchesFilter(filter, item, facts)).length}`}
          onClick={() => onChoose(filter)}
        />
      ))}
    </Box>
  );
}
