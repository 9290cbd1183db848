import type { Lang } from '@shp/shared/domain/lib/lang';
import type { StatisticsList } from '@shp/shared/domain/statistics/exports';
import type { Column } from '@shp/shared/sheets/column';
import { STATISTICS_COLUMNS, STATISTICS_TEXT, type StatisticsRows } from '@shp/shared/sheets/statistics';
import { screenColumn, type View } from '../../output/columns.ts';

/** Length of the longest bar, in characters. */
const BAR = 20;

type Drawn = {
  /** The column whose figure the bars draw. */
  readonly bar: string;
  /** The figure of the longest bar; the largest in the list if absent. */
  readonly most?: number;
  /** The columns of the table; all if absent. */
  readonly brief?: readonly string[];
};

const TABLES: Record<StatisticsList, Drawn> = {
  stages: { bar: 'count' },
  months: { bar: 'submitted' },
  ratings: { bar: 'stations', brief: ['name', 'stations', 'level1', 'level2', 'level3', 'expiring90', 'capacity'] },
  chapters: { bar: 'experts', most: 100 },
  items: { bar: 'lost', brief: ['serial', 'content', 'points', 'lost', 'share'] },
  distribution: { bar: 'experts' },
  findingDivisions: { bar: 'open', brief: ['name', 'open', 'overdue', 'closed', 'medianDays'] },
  findingItems: { bar: 'open', brief: ['serial', 'content', 'open', 'overdue', 'closed', 'medianDays'] },
  experts: { bar: 'load', brief: ['name', 'load', 'concluded', 'medianDays', 'severity', 'spread'] },
};

/** A list's columns; in a table with a bar at the end of each row, which a narrow terminal leaves out first. */
export function statisticsView<L extends StatisticsList>(
  list: L,
  rows: readonly StatisticsRows[L][],
  { isTable, lang }: { isTable: boolean; lang: Lang },
): View<StatisticsRows[L]> {
  const columns = STATISTICS_COLUMNS[list] as readonly Column<StatisticsRows[L]>[];
  const paths = [...columns.map(({ key }) => key), ...(list === 'ratings' ? ['rated', 'expiring'] : [])];
  const { bar, most, brief } = TABLES[list];
  const drawn = columns.find(({ key }) => key === bar);
  if (!isTable || !drawn) return { columns, paths, ...(brief && { brief }) };
  const figure = (row: StatisticsRows[L]) => Number(drawn.value(row) ?? 0);
  const longest = most ?? rows.reduce((largest, row) => Math.max(largest, figure(row)), 0);
  // Of the type `code`, which a table never cuts: half a bar would mislead.
  const bars = screenColumn<StatisticsRows[L]>(
    'bar',
    // Its own heading, beside that of its figure.
    `█ ${drawn.heading[lang]}`,
    (row) => barOf(figure(row), longest),
    'code',
  );
  const narrow = { spare: ['version', 'bar'], drawn: ['bar'], short: shortHeadings(list, lang) };
  return { columns: [...columns, bars], ...narrow, paths, ...(brief && { brief: [...brief, 'bar'] }) };
}

function shortHeadings(list: StatisticsList, lang: Lang): Record<string, string> {
  const { lost, share, daysToClose, expiring } = STATISTICS_TEXT[lang].short;
  if (list === 'items') return { lost, share };
  if (list === 'ratings') return { expiring90: expiring(90) };
  return list === 'findingItems' || list === 'findingDivisions' ? { medianDays: daysToClose } : {};
}

/** A bar in proportion; at least one character for any figure above 0. */
function barOf(figure: number, longest: number): string {
  return figure <= 0 || longest <= 0 ? '' : '█'.repeat(Math.max(1, Math.round((figure / longest) * BAR)));
}
