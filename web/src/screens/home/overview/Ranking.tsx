import { PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { useText } from '../../../core/i18n/texts.ts';
import { Panel } from '../Panel.tsx';
import { Figure, FigureTable } from './FigureTable.tsx';
import { type OverviewFilter, useOverviewFilter } from './filter.ts';
import { useLists } from './links.ts';
import { ratedOf, shareOf, useNumbers } from './numbers.ts';
import { useOverviewText } from './texts.ts';
import type { Ratings } from './useFigures.ts';

type Props = { filter: OverviewFilter; ratings: Ratings; overdue: ReadonlyMap<string, number> | undefined };

/** The divisions by their share of stations with a valid rating: the table behind the map. */
export function Ranking({ filter, ratings, overdue }: Props) {
  const { common } = useText();
  const { map, ranking: text } = useOverviewText();
  const lists = useLists(filter);
  const numbers = useNumbers();
  const { to } = useOverviewFilter();
  const { level, division: shown } = filter;
  const ranked = ratings
    .map((row) => ({ ...row, valid: ratedOf(row, level).stations }))
    .sort((a, b) => shareOf(b.valid, b.stations) - shareOf(a.valid, a.stations) || b.stations - a.stations);
  return (
    <Panel title={text.title} fills>
      <FigureTable
        label={text.title}
        columns={[
          { heading: common.fields.division },
          { heading: text.stations },
          { heading: text.rated },
          { heading: text.rate },
          { heading: text.capacity, wideOnly: true },
          { heading: text.overdue },
        ]}
        rows={ranked.map((row) => {
          // Lists select a division with all below it: none shows the stations of a city itself.
          const isOwn = row.division === shown;
          const overdueCount = overdue?.get(row.division);
          return {
            key: row.division,
            cells: [
              isOwn ? (
                <span key="name" title={text.ownNote}>
                  {map.own(row.name)}
                </span>
              ) : (
                <Figure key="name" to={to({ division: row.division })}>
                  {row.name}
                </Figure>
              ),
              <Figure key="stations" to={isOwn ? null : lists.stations({}, row.division)} of={row.stations}>
                {numbers.whole(row.stations)}
              </Figure>,
              <Figure
                key="rated"
                to={isOwn ? null : lists.stations({ rated: String(level ?? 'any') }, row.division)}
                of={row.valid}
              >
                {numbers.whole(row.valid)}
              </Figure>,
              row.stations === 0 ? '–' : numbers.percent(shareOf(row.valid, row.stations), 1),
              numbers.capacity(row.capacity),
              overdueCount === undefined ? (
                '…'
              ) : (
                <Figure key="overdue" to={isOwn ? null : lists.overdue([], row.division)} of={overdueCount} strong>
                  {numbers.whole(overdueCount)}
                </Figure>
              ),
            ],
          };
        })}
      />
    </Panel>
  );
}

/** Whether a division has others below it in the figures; a county has none to compare. */
export const hasParts = (ratings: Ratings, division: string): boolean =>
  division === PROVINCE || ratings.some((row) => row.division !== division);
