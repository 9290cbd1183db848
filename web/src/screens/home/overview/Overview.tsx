import Box from '@mui/material/Box';
import Grid from '@mui/material/Grid';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { divisionPath, findDivision, PROVINCE } from '@shp/shared/domain/accounts/divisions';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { Failure } from '../../../ui/Failure.tsx';
import { Panel } from '../Panel.tsx';
import { Experts } from './Experts.tsx';
import { Figure } from './FigureTable.tsx';
import { Filters } from './Filters.tsx';
import { useOverviewFilter } from './filter.ts';
import { Expiring, Levels } from './Levels.tsx';
import { useLists } from './links.ts';
import { Distribution, Months } from './Months.tsx';
import { ratedOf, shareOf, totalOf, useNumbers } from './numbers.ts';
import { hasParts, Ranking } from './Ranking.tsx';
import { Regions } from './Regions.tsx';
import { Chapters, Items } from './Scores.tsx';
import { Stages } from './Stages.tsx';
import { useOverviewText } from './texts.ts';
import { type Figures, sumOf, useFigures, useOverdue } from './useFigures.ts';

/** How the region, or the user's part of it, stands. */
export function Overview() {
  const text = useOverviewText();
  const { filter } = useOverviewFilter();
  const { figures, isLoading, error, retry } = useFigures(filter);
  const place = divisionPath(filter.division);
  return (
    <Box component="section" aria-labelledby="overview" sx={{ mb: 4 }}>
      <Typography variant="h2" component="h2" id="overview" sx={{ fontSize: 'h1.fontSize' }}>
        {text.title} · {place}
      </Typography>
      <Filters filter={filter}>
        <Up />
      </Filters>
      {error && <Failure error={error} onRetry={retry} />}
      {figures ? (
        <Box aria-busy={isLoading} sx={isLoading ? { opacity: 0.6 } : undefined}>
          <Parts figures={figures} />
        </Box>
      ) : (
        !error && (
          <Paper aria-busy sx={{ p: 2, minHeight: 480 }}>
            {text.loading}
          </Paper>
        )
      )}
    </Box>
  );
}

/** The way back to the division above. */
function Up() {
  const text = useOverviewText();
  const { filter, to } = useOverviewFilter();
  const above = findDivision(filter.division)?.parent;
  if (!above || filter.division === filter.own) return null;
  return (
    <Link component={RouterLink} to={to({ division: above === PROVINCE ? null : above })}>
      {text.up(findDivision(above)?.name ?? above)}
    </Link>
  );
}

function Parts({ figures }: { figures: Figures }) {
  const text = useOverviewText();
  const lists = useLists(figures.filter);
  const overdue = useOverdue(figures);
  const { filter, progress, ratings, scores, experts } = figures;
  const hasStations = totalOf(ratings, ({ stations }) => stations) > 0;
  const isDivided = hasStations && hasParts(ratings, filter.division);
  return (
    <>
      <Summary figures={figures} />
      <Grid container spacing={2} sx={{ mt: 0.5 }}>
        {!hasStations && (
          <Part wide>
            <Panel title={text.levels.title}>
              <p>{text.noStations(findDivision(filter.division)?.name ?? filter.division)}</p>
            </Panel>
          </Part>
        )}
        {isDivided && (
          <Part>
            <Regions filter={filter} ratings={ratings} overdue={overdue} />
          </Part>
        )}
        <Part narrow={isDivided}>
          <Stages filter={filter} progress={progress} />
        </Part>
        {isDivided && (
          <Part>
            <Ranking filter={filter} ratings={ratings} overdue={overdue} />
          </Part>
        )}
        {hasStations && (
          <Part narrow={isDivided}>
            <Box sx={COLUMN}>
              <Levels ratings={ratings} stations={lists.stations} title={text.levels.title} />
              <Expiring ratings={ratings} stations={lists.stations} />
            </Box>
          </Part>
        )}
        <Part wide={scores.assessments === 0}>
          <Months filter={filter} progress={progress} />
        </Part>
        {scores.assessments === 0 ? (
          <Part wide>
            <Panel title={text.chapters.title}>
              <p>{text.scores.none(periodOf())}</p>
            </Panel>
          </Part>
        ) : (
          <>
            <Part narrow>
              <Distribution scores={scores} />
            </Part>
            <Part>
              <Items scores={scores} />
            </Part>
            <Part narrow>
              <Chapters scores={scores} />
            </Part>
          </>
        )}
        {experts && (
          <Part wide>
            <Experts experts={experts} />
          </Part>
        )}
      </Grid>
    </>
  );

  function periodOf() {
    return filter.year === null ? text.scores.always : text.scores.period(filter.year);
  }
}

/** The most important figures in one line. */
function Summary({ figures: { filter, ratings, progress } }: { figures: Figures }) {
  const { summary: text } = useOverviewText();
  const numbers = useNumbers();
  const lists = useLists(filter);
  const stations = totalOf(ratings, (row) => row.stations);
  const rated = totalOf(ratings, (row) => ratedOf(row, filter.level).stations);
  const overdue = sumOf(progress, 'overdue');
  return (
    <Box component="ul" sx={SUMMARY}>
      <li>
        <Figure to={lists.stations()}>{text.stations(numbers.whole(stations))}</Figure>
      </li>
      <li>
        <Figure to={filter.level === null ? null : lists.stations({ rated: String(filter.level) })}>
          {text.rated(numbers.whole(rated), numbers.percent(shareOf(rated, stations)))}
        </Figure>
      </li>
      <li>{text.capacity(numbers.capacity(totalOf(ratings, (row) => row.capacity)))}</li>
      <li>
        <Figure to={lists.assessments()}>{text.onProgress(numbers.whole(sumOf(progress, 'count')))}</Figure>
      </li>
      <li>
        <Figure to={null} strong={overdue > 0}>
          {text.overdue(numbers.whole(overdue))}
        </Figure>
      </li>
    </Box>
  );
}

function Part({ narrow, wide, children }: { narrow?: boolean; wide?: boolean; children: ReactNode }) {
  return <Grid size={{ xs: 12, md: wide ? 12 : narrow ? 5 : 7 }}>{children}</Grid>;
}

/** Panels above each other; the first takes the room that is left. */
const COLUMN = { display: 'grid', gap: 2, height: '100%', gridTemplateRows: '1fr auto' } as const;

const SUMMARY = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 1.5,
  rowGap: 0.5,
  m: 0,
  p: 0,
  listStyle: 'none',
  '& li:not(:last-child)::after': { content: '"·"', ml: 1.5, color: 'text.secondary' },
} as const;
