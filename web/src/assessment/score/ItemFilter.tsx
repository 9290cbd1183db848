import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { FileItem } from '@shp/shared/api/objects';
import type { Serial1, StandardItem } from '@shp/shared/domain/standard/standard';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import type { CurrentScore } from './useScores.ts';

export type Filter = 'all' | 'unread' | 'noEvidence' | 'lost';
const FILTERS: readonly Filter[] = ['all', 'unread', 'noEvidence', 'lost'];

type Facts = {
  readonly given: ReadonlyMap<string, CurrentScore>;
  readonly evidence: ReadonlyMap<string, readonly FileItem[]>;
  readonly seen: ReadonlySet<string>;
};

/** Whether an item passes a reviewer's filter. */
export function matchesFilter(
  filter: Filter,
  { serial, score: full }: StandardItem,
  { given, evidence, seen }: Facts,
): boolean {
  const state = given.get(serial)?.state;
  switch (filter) {
    case 'all':
      return true;
    case 'unread':
      return !seen.has(serial);
    case 'noEvidence':
      return (evidence.get(serial)?.length ?? 0) === 0;
    case 'lost':
      return state !== undefined && !state.missing && state.score !== null && state.score < full;
  }
}

type Props = Facts & { chapter: Serial1; chosen: Filter; onChoose: (filter: Filter) => void };

/** What a reviewer looks at in the open chapter, with the number of items of each. */
export function ItemFilter({ chapter, chosen, onChoose, ...facts }: Props) {
  const { review } = useReviewText();
  const items = chapter.children.flatMap((element) => element.items);
  return (
    <Box role="group" aria-label={review.score.filter} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
      {FILTERS.map((filter) => (
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
