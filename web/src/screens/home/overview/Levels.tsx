import Box from '@mui/material/Box';
import { LEVELS } from '@shp/shared/domain/assessment/statuses';
import { useText } from '../../../core/i18n/texts.ts';
import { FONT_SIZES } from '../../../theme/tokens.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Panel } from '../Panel.tsx';
import { useColours } from './colours.ts';
import { Figure, FigureTable } from './FigureTable.tsx';
import { ratedOf, shareOf, totalOf, useNumbers } from './numbers.ts';
import { useOverviewText } from './texts.ts';
import type { Ratings } from './useFigures.ts';

/** A list of stations by their rating; null where the user has none. */
type StationList = (filter: Record<string, unknown>) => string | null;
type Props = {
  ratings: Ratings;
  stations: StationList;
  title: string;
  /** The panel has the page's width. */
  isWide?: boolean;
};

/** The stations and their capacity by best valid rating. */
export function Levels({ ratings, stations: list, title, isWide = false }: Props) {
  const { common } = useText();
  const { levels: text } = useOverviewText();
  const numbers = useNumbers();
  const { data1, data2, data3, border } = useColours();
  const stations = totalOf(ratings, (row) => row.stations);
  const capacity = totalOf(ratings, (row) => row.capacity);
  const sumOf = (level: number | null, of: 'stations' | 'capacity') =>
    totalOf(ratings, (row) => ratedOf(row, level)[of]);
  const parts = [
    ...LEVELS.map((level, index) => ({
      key: String(level),
      name: common.levels[level],
      colour: [data1, data2, data3][index],
      stations: sumOf(level, 'stations'),
      capacity: sumOf(level, 'capacity'),
    })),
    {
      key: 'none',
      name: text.unrated,
      colour: border,
      stations: stations - sumOf(null, 'stations'),
      // The sum of decimals may miss zero by a hair.
      capacity: Math.max(0, capacity - sumOf(null, 'capacity')),
    },
  ];
  return (
    <Panel title={title} fills>
      <Box sx={isWide ? SPLIT : ABOVE}>
        <div>
          {(['stations', 'capacity'] as const).map((of) => (
            <Box key={of} aria-hidden sx={STACK}>
              <span>{of === 'stations' ? text.ofStations : text.ofCapacity}</span>
              <div>
                {parts.map((part) => (
                  <i key={part.key} style={{ flexGrow: part[of], background: part.colour }} />
                ))}
              </div>
            </Box>
          ))}
        </div>
        <FigureTable
          label={title}
          columns={[
            { heading: text.level },
            { heading: text.stations },
            { heading: text.share },
            { heading: text.capacity, wideOnly: true },
            { heading: text.shareOfCapacity },
          ]}
          rows={parts.map((part) => ({
            key: part.key,
            cells: [
              <Box key="name" component="span" sx={NAME}>
                <i style={{ background: part.colour }} />
                {part.name}
              </Box>,
              <Figure key="stations" to={list({ rated: part.key })} of={part.stations}>
                {numbers.whole(part.stations)}
              </Figure>,
              numbers.percent(shareOf(part.stations, stations), 1),
              <Figure key="capacity" to={list({ rated: part.key })} of={part.stations}>
                {numbers.capacity(part.capacity)}
              </Figure>,
              numbers.percent(shareOf(part.capacity, capacity), 1),
            ],
          }))}
        />
      </Box>
    </Panel>
  );
}

/** The stations whose rating ends soon; each count includes the shorter periods. */
export function Expiring({ ratings, stations }: { ratings: Ratings; stations: StationList }) {
  const { expiring: text } = useOverviewText();
  const numbers = useNumbers();
  const { red, redSoft, amber, amberSoft, brandInk, brandSoft, soft, greySoft } = useColours();
  const looks = [
    { color: red, background: redSoft },
    { color: amber, background: amberSoft },
    { color: brandInk, background: brandSoft },
  ];
  const ends = (ratings[0]?.expiring ?? []).map(({ days }, index) => ({
    days,
    count: totalOf(ratings, ({ expiring }) => expiring[index]?.stations ?? 0),
  }));
  const isAny = ends.some(({ count }) => count > 0);
  return (
    <Panel title={text.title}>
      {!isAny && <Empty>{text.none}</Empty>}
      {isAny && (
        <Box component="ul" sx={ENDS}>
          {ends.map(({ days, count }, index) => (
            <li key={days} style={count > 0 ? looks[index] : { color: soft, background: greySoft }}>
              <span>{text.within(days)}</span>
              <strong>
                <Figure to={stations({ expiring: days })} of={count}>
                  {numbers.whole(count)}
                </Figure>
              </strong>
            </li>
          ))}
        </Box>
      )}
    </Panel>
  );
}

const ABOVE = {
  display: 'flex',
  flexDirection: 'column',
  flexGrow: 1,
  // Five columns stand in a third of a narrow screen.
  '& :is(th, td) + :is(th, td)': { pl: 1, pr: 0 },
} as const;
/** The table beside the bars: beneath them it would be too wide to read along its rows. */
const SPLIT = { ...ABOVE, display: { xs: 'flex', md: 'grid' }, gridTemplateColumns: '1fr 1fr', columnGap: 4 } as const;

const STACK = {
  display: 'grid',
  gridTemplateColumns: '6.5rem 1fr',
  alignItems: 'center',
  gap: 1,
  my: 1,
  fontSize: FONT_SIZES.small,
  color: 'text.secondary',
  '& div': { display: 'flex', gap: '2px', height: 16, borderRadius: 0.5, overflow: 'hidden' },
  '& i': { flexBasis: 0 },
} as const;

const NAME = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 1,
  whiteSpace: 'nowrap',
  '& i': { flex: 'none', width: 12, height: 12, borderRadius: 0.5 },
} as const;

const ENDS = {
  display: 'grid',
  gridTemplateColumns: 'repeat(3, 1fr)',
  gap: 1,
  m: 0,
  mt: 1,
  p: 0,
  listStyle: 'none',
  '& li': { px: 1.5, py: 1, borderRadius: 1 },
  '& li > span': { display: 'block', fontSize: FONT_SIZES.small },
  '& strong': { fontSize: FONT_SIZES.heading, fontWeight: 650, lineHeight: 1.3 },
  '& strong *': { color: 'inherit' },
} as const;
