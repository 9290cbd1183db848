import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { edgesOf, PLACES, stepOf } from '@shp/shared/domain/statistics/tiles';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { FONT_SIZES } from '../../../theme/tokens.ts';
import { Panel } from '../Panel.tsx';
import { useSteps } from './colours.ts';
import { Note } from './FigureTable.tsx';
import { METRICS, type Metric, type OverviewFilter, useOverviewFilter } from './filter.ts';
import { useLists } from './links.ts';
import { ratedOf, shareOf, useNumbers } from './numbers.ts';
import { useOverviewText } from './texts.ts';
import type { Ratings } from './useFigures.ts';

type Row = Ratings[number];
type Props = {
  filter: OverviewFilter;
  ratings: Ratings;
  overdue: ReadonlyMap<string, number> | undefined;
  /** In full-screen mode the tiles fill their panel and lead nowhere. */
  isWall?: boolean;
};

/** The divisions below the shown one as tiles, coloured by a figure; each leads to its own. */
export function Regions({ filter, ratings, overdue, isWall = false }: Props) {
  const text = useOverviewText();
  const lists = useLists(filter);
  const { to } = useOverviewFilter();
  const { metric } = filter;
  const { figureOf, write } = useMetric(filter, overdue);
  const isRegion = filter.division === PROVINCE;
  const edges = edgesOf(
    ratings
      .filter(({ stations }) => stations > 0)
      .map(figureOf)
      .filter((value) => value !== undefined),
  );

  function addressOf({ division }: Row): To | null {
    if (isWall || division === filter.division) return null;
    return isRegion ? to({ division }) : (lists.stations({}, division) ?? to({ division }));
  }

  return (
    <Panel title={text.map.title} action={isWall ? null : <MetricChoice metric={metric} />} fills>
      <Note>{text.map.notes[metric]}</Note>
      <Box
        component="ul"
        aria-label={text.map.title}
        sx={isRegion ? CITIES : countyTiles(ratings.length)}
        className="tiles"
      >
        {ratings.map((row) => {
          const value = figureOf(row);
          return (
            <Tile
              key={row.division}
              name={row.division === filter.division ? text.map.own(row.name) : row.name}
              place={isRegion ? PLACES[row.division] : undefined}
              step={row.stations === 0 || value === undefined ? null : stepOf(value, edges)}
              of={edges.length}
              to={addressOf(row)}
            >
              {row.stations === 0 ? text.map.none : value === undefined ? '…' : write(value)}
            </Tile>
          );
        })}
      </Box>
      <Legend edges={edges} write={write} />
      {!isWall && (
        <Note>{isRegion ? text.map.cities : lists.stations() === null ? text.map.readOnly : text.map.counties}</Note>
      )}
    </Panel>
  );
}

/** The figure of a row that gives its colour, and how it is written. */
function useMetric({ metric, level }: OverviewFilter, overdue: ReadonlyMap<string, number> | undefined) {
  const numbers = useNumbers();
  const of: Record<Metric, { figureOf: (row: Row) => number | undefined; write: (value: number) => string }> = {
    rate: {
      figureOf: (row) => shareOf(ratedOf(row, level).stations, row.stations),
      write: (value) => numbers.percent(value),
    },
    capacity: { figureOf: ({ capacity }) => capacity, write: numbers.capacity },
    overdue: { figureOf: ({ division }) => overdue?.get(division), write: (value) => numbers.whole(Math.ceil(value)) },
  };
  return of[metric];
}

function MetricChoice({ metric }: { metric: Metric }) {
  const text = useOverviewText();
  const { set } = useOverviewFilter();
  return (
    <ToggleButtonGroup
      size="small"
      exclusive
      value={metric}
      onChange={(_, next: Metric | null) => next && set({ map: next === 'rate' ? null : next })}
      aria-label={text.map.colour}
    >
      {METRICS.map((one) => (
        <ToggleButton key={one} value={one} sx={{ py: 0.25, textTransform: 'none' }}>
          {text.map.metrics[one]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

type TileProps = {
  name: string;
  place: readonly [column: number, row: number] | undefined;
  /** Null: no stations, or not known yet. */
  step: number | null;
  of: number;
  to: To | null;
  children: ReactNode;
};

function Tile({ name, place, step, of, to, children }: TileProps) {
  const steps = useSteps();
  // If all values are equal, a middle step.
  const colours = step === null ? undefined : steps[of === 1 ? 1 : step];
  const content = (
    <>
      <span>{name}</span> <strong>{children}</strong>
    </>
  );
  return (
    <Box
      component="li"
      style={place ? { gridColumn: place[0], gridRow: place[1] } : {}}
      sx={step === null ? EMPTY : undefined}
    >
      {to === null ? (
        <div style={colours}>{content}</div>
      ) : (
        <Link to={to} style={colours}>
          {content}
        </Link>
      )}
    </Box>
  );
}

/** What each colour means. */
function Legend({ edges, write }: { edges: readonly number[]; write: (value: number) => string }) {
  const text = useOverviewText();
  const steps = useSteps();
  const [first, second] = edges;
  if (first === undefined) return null;
  const names =
    second === undefined
      ? [text.map.even(write(first))]
      : [text.map.below(write(second)), ...edges.slice(1).map((edge) => text.map.from(write(edge)))];
  return (
    <Box component="ul" sx={LEGEND}>
      {names.map((name, step) => (
        <li key={name}>
          <i style={{ background: steps[names.length === 1 ? 1 : step]?.background }} /> {name}
        </li>
      ))}
    </Box>
  );
}

/** Between tiles, in pixels. */
const GAP = 6;

const tiles = {
  // The rows take the height that is left in their panel.
  flexGrow: 1,
  display: 'grid',
  gridAutoRows: 'minmax(max-content, 1fr)',
  gap: `${GAP}px`,
  m: 0,
  mt: 1.5,
  p: 0,
  listStyle: 'none',
  '& li > *': {
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    height: '100%',
    minHeight: 58,
    px: { xs: 0.5, sm: 1.25 },
    py: 0.75,
    borderRadius: 1,
    color: 'text.primary',
    textDecoration: 'none',
  },
  '& li span': { fontSize: FONT_SIZES.small, overflow: 'hidden', textOverflow: 'ellipsis', textWrap: 'balance' },
  '& li strong': { fontSize: { xs: FONT_SIZES.text, sm: FONT_SIZES.title }, fontWeight: 650, whiteSpace: 'nowrap' },
  '& li a:hover': { outline: '2px solid', outlineColor: 'primary.main' },
  '& li a:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;
const CITIES = { ...tiles, gridTemplateColumns: 'repeat(5, minmax(0, 1fr))' } as const;

/** Counties in rows of about twice as many tiles as there are rows, so that few of them fill their panel too. */
function countyTiles(count: number) {
  const columns = Math.min(7, Math.ceil(Math.sqrt(count * 2)));
  const widest = `calc((100% - ${(columns - 1) * GAP}px) / ${columns})`;
  return { ...tiles, gridTemplateColumns: `repeat(auto-fill, minmax(max(84px, ${widest}), 1fr))` };
}

const EMPTY = {
  '& > *': { border: '1px dashed', borderColor: 'divider' },
  '& strong': { fontSize: `${FONT_SIZES.small}px !important`, fontWeight: '400 !important', color: 'text.secondary' },
} as const;

const LEGEND = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 2,
  m: 0,
  mt: 1.5,
  p: 0,
  listStyle: 'none',
  fontSize: FONT_SIZES.small,
  color: 'text.secondary',
  '& i': { display: 'inline-block', width: 12, height: 12, borderRadius: 0.5, verticalAlign: '-2px' },
} as const;
