import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Grid from '@mui/material/Grid';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { divisionPath, findDivision, PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { type ReactNode, Suspense, useCallback, useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import { UNSEEN } from '../../../theme/unseen.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Failure } from '../../../ui/Failure.tsx';
import { lazyDialog } from '../../../ui/lazyDialog.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Panel } from '../Panel.tsx';
import { Distribution, Months } from './Charts.tsx';
import { Experts } from './Experts.tsx';
import { Filters } from './Filters.tsx';
import { useOverviewFilter } from './filter.ts';
import { Expiring, Levels } from './Levels.tsx';
import { useLists } from './links.ts';
import { totalOf } from './numbers.ts';
import { hasParts, Ranking } from './Ranking.tsx';
import { Regions } from './Regions.tsx';
import { Chapters, Items } from './Scores.tsx';
import { Stages } from './Stages.tsx';
import { Summary } from './Summary.tsx';
import { useOverviewText } from './texts.ts';
import { type Figures, useFigures, useOverdue } from './useFigures.ts';

const Wall = lazyDialog(() => import('./Wall.tsx'));

/** How the region, or the user's part of it, stands. */
export default function Overview() {
  const text = useOverviewText();
  const { filter, view, set, to } = useOverviewFilter();
  const { figures, isLoading, error, retry } = useFigures(filter);
  const place = divisionPath(filter.division);
  const setView = useRef(set);
  setView.current = set;
  function openWall() {
    // Where the browser refuses, the overview fills its window.
    document.documentElement.requestFullscreen?.().catch(() => null);
    set({ view: 'wall' });
  }
  const closeWall = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen();
    setView.current({ view: null });
  }, []);
  return (
    <Box component="section" aria-labelledby="overview" sx={{ mb: 4 }}>
      <Box sx={HEAD}>
        <Typography variant="h2" id="overview">
          <Box component="span" sx={UNSEEN}>
            {text.title} ·{' '}
          </Box>
          {place}
        </Typography>
        <Filters filter={filter}>
          <Up />
          <Box sx={{ display: 'flex', gap: 1, ml: { sm: 'auto' } }}>
            <Button component={RouterLink} to={to({ view: 'report' })}>
              {text.report.name}
            </Button>
            <Button onClick={openWall}>{text.wall.open}</Button>
          </Box>
        </Filters>
      </Box>
      <Suspense>{view === 'wall' && <Wall onClose={closeWall} />}</Suspense>
      {error && <Failure error={error} onRetry={retry} />}
      {figures ? (
        <Box aria-busy={isLoading} sx={isLoading ? { opacity: 0.6 } : undefined}>
          <Parts figures={figures} />
        </Box>
      ) : (
        !error && (
          <Paper sx={{ p: 2 }}>
            <Skeleton rows={12} />
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
  // A long ranking has the room of two panels beside it.
  const isLong = isDivided && ratings.length > 9 && scores.assessments > 0;
  const levels = <Levels ratings={ratings} stations={lists.stations} title={text.levels.title} />;
  const expiring = <Expiring ratings={ratings} stations={lists.stations} />;
  return (
    <>
      <Summary figures={figures} />
      <Grid container spacing={2} sx={{ mt: 1.5 }}>
        {!hasStations && (
          <Part wide>
            <Panel title={text.levels.title}>
              <Empty>{text.noStations(findDivision(filter.division)?.name ?? filter.division)}</Empty>
            </Panel>
          </Part>
        )}
        {isDivided && (
          <Part>
            <Regions filter={filter} ratings={ratings} overdue={overdue} />
          </Part>
        )}
        <Part narrow={hasStations} wide={!hasStations}>
          <Column>
            <Stages filter={filter} progress={progress} />
            {isDivided && expiring}
          </Column>
        </Part>
        {isDivided && (
          <Part>
            <Ranking filter={filter} ratings={ratings} overdue={overdue} />
          </Part>
        )}
        {hasStations && (
          <Part narrow={isDivided}>
            <Column last={isLong}>
              {levels}
              {isLong && <Distribution filter={filter} scores={scores} />}
            </Column>
          </Part>
        )}
        {hasStations && !isDivided && <Part wide>{expiring}</Part>}
        <Part wide={scores.assessments === 0}>
          <Months filter={filter} progress={progress} />
        </Part>
        {scores.assessments === 0 ? (
          <Part wide>
            <Panel title={text.chapters.title}>
              <Empty>{text.scores.none(periodOf())}</Empty>
            </Panel>
          </Part>
        ) : (
          <>
            {!isLong && (
              <Part narrow>
                <Distribution filter={filter} scores={scores} />
              </Part>
            )}
            {isLong && (
              <Part narrow>
                <Chapters filter={filter} scores={scores} />
              </Part>
            )}
            <Part wide={isLong}>
              <Items filter={filter} scores={scores} />
            </Part>
            {!isLong && (
              <Part narrow>
                <Chapters filter={filter} scores={scores} />
              </Part>
            )}
          </>
        )}
        {experts && (
          <Part wide>
            <Experts filter={filter} experts={experts} />
          </Part>
        )}
      </Grid>
    </>
  );

  function periodOf() {
    return filter.year === null ? text.scores.always : text.scores.period(filter.year);
  }
}

function Part({ narrow, wide, children }: { narrow?: boolean; wide?: boolean; children: ReactNode }) {
  return <Grid size={{ xs: 12, md: wide ? 12 : narrow ? 5 : 7 }}>{children}</Grid>;
}

/** Panels above each other; the first takes the room that is left, or the `last`. */
function Column({ last = false, children }: { last?: boolean; children: ReactNode }) {
  return <Box sx={last ? LAST_GROWS : COLUMN}>{children}</Box>;
}

/** The place and what filters its figures: on one line where there is room. */
const HEAD = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 3,
  rowGap: 1.5,
  mb: 2,
  '& > h2': { position: 'relative' },
  '& > search': { flex: '1 1 auto' },
} as const;

const COLUMN = {
  display: 'grid',
  gap: 2,
  height: '100%',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '&:has(> :nth-of-type(2))': { gridTemplateRows: '1fr auto' },
} as const;
const LAST_GROWS = { ...COLUMN, '&:has(> :nth-of-type(2))': { gridTemplateRows: 'auto 1fr' } } as const;
