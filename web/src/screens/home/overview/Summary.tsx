import Box from '@mui/material/Box';
import { FONT_SIZES } from '../../../theme/tokens.ts';
import { Figure } from './FigureTable.tsx';
import { useLists } from './links.ts';
import { ratedOf, shareOf, totalOf, useNumbers } from './numbers.ts';
import { useOverviewText } from './texts.ts';
import { type Figures, sumOf } from './useFigures.ts';

/** The most important figures in one line, large in full-screen mode. */
export function Summary({
  figures: { filter, ratings, progress },
  isWall = false,
}: {
  figures: Figures;
  isWall?: boolean;
}) {
  const { summary: text } = useOverviewText();
  const numbers = useNumbers();
  const lists = useLists(filter);
  const stations = totalOf(ratings, (row) => row.stations);
  const rated = totalOf(ratings, (row) => ratedOf(row, filter.level).stations);
  const overdue = sumOf(progress, 'overdue');
  // The cards of the home page state both totals of the user's own part.
  const isStated = !isWall && filter.division === filter.own && filter.level === null;
  return (
    <Box
      component="ul"
      sx={isWall ? { ...SUMMARY, fontSize: { xs: FONT_SIZES.title, md: FONT_SIZES.heading } } : SUMMARY}
    >
      {!isStated && (
        <li>
          <Figure to={lists.stations()} of={stations}>
            {text.stations(numbers.whole(stations))}
          </Figure>
        </li>
      )}
      <li>
        <Figure to={lists.stations({ rated: String(filter.level ?? 'any') })} of={rated}>
          {text.rated(numbers.whole(rated), numbers.percent(shareOf(rated, stations)))}
        </Figure>
      </li>
      <li>
        <Figure to={lists.stations()}>
          {text.capacity(numbers.capacity(totalOf(ratings, (row) => row.capacity)))}
        </Figure>
      </li>
      {!isStated && (
        <li>
          <Figure to={lists.assessments()} of={sumOf(progress, 'count')}>
            {text.onProgress(numbers.whole(sumOf(progress, 'count')))}
          </Figure>
        </li>
      )}
      <li>
        <Figure to={lists.overdue()} of={overdue} strong>
          {text.overdue(numbers.whole(overdue))}
        </Figure>
      </li>
    </Box>
  );
}

const SUMMARY = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1.5,
  rowGap: 0.5,
  m: 0,
  p: 0,
  listStyle: 'none',
  '& li': { whiteSpace: 'nowrap' },
  // Where the line breaks on a phone, no dot would stand at its end.
  '& li:not(:last-child)::after': { content: { sm: '"·"' }, ml: { sm: 1.5 }, color: 'text.secondary' },
} as const;
