import type { Output } from '../api/index.ts';
import type { Lang } from '../domain/lib/lang.ts';
import type { Statistic, StatisticsList } from '../domain/statistics/exports.ts';
import { texts } from '../text/common.ts';
import { statistics as en, type StatisticsText } from '../text/en/statistics.ts';
import { statistics as zh } from '../text/zh/statistics.ts';
import { type Column, type ColumnType, column, type Heading, numberText, type Value } from './column.ts';

/** The headings and sheet names of the statistics. */
export const STATISTICS_TEXT: Record<Lang, StatisticsText> = { zh, en };

type Figures = { [S in Statistic]: Output<`GET statistics/${S}`> };
type Progress = Figures['progress'];
type Scores = Figures['scores'];

/** A row of each list. */
export type StatisticsRows = {
  stages: Progress['stages'][number];
  months: Progress['months'][number];
  ratings: Figures['ratings'][number];
  chapters: Scores['chapters'][number];
  items: Scores['items'][number];
  distribution: Scores['distribution'][number];
  findingDivisions: Figures['findings']['divisions'][number];
  findingItems: Figures['findings']['items'][number];
  experts: Figures['experts'][number];
};

type Key = keyof StatisticsText['columns'];

function one<R>(key: string, heading: Heading, value: (row: R) => Value, type: ColumnType = 'number', width = 14) {
  return column<R>({ key, heading, type, width, value });
}

/** A column whose key is a field of the row. */
function own<K extends string>(key: K, text: Key, type: ColumnType = 'number', width = 14) {
  const heading = { zh: zh.columns[text], en: en.columns[text] };
  return one<{ readonly [F in K]: string | number | null }>(key, heading, (row) => row[key], type, width);
}

const headed = (make: (text: StatisticsText, lang: Lang) => string): Heading => ({
  zh: make(zh, 'zh'),
  en: make(en, 'en'),
});

const status: Column<StatisticsRows['stages']> = {
  ...own('status', 'status', 'text', 18),
  text: (row, lang) => texts[lang].statuses[row.status],
};
const share: Column<StatisticsRows['items']> = {
  ...own('share', 'share', 'number', 16),
  text: (row) => `${numberText(row.share * 100)}%`,
};

/** The figures of findings, of a division or an item alike. */
const RECTIFIED = [
  own('open', 'open'),
  own('overdue', 'overdue'),
  own('closed', 'closed'),
  own('medianDays', 'daysToClose', 'number', 20),
] as const;

/** The columns of each list; ratings have one column for each figure of a level or a number of days. */
export const STATISTICS_COLUMNS: { readonly [L in StatisticsList]: readonly Column<StatisticsRows[L]>[] } = {
  stages: [status, own('count', 'count'), own('medianDays', 'medianDays', 'number', 20), own('overdue', 'overdue')],
  months: [
    own('month', 'month', 'code', 10),
    own('submitted', 'submitted'),
    own('passed', 'passed'),
    own('failed', 'failed'),
  ],
  ratings: [
    own('division', 'division', 'code', 14),
    own('name', 'divisionName', 'text', 24),
    own('stations', 'stations'),
    own('capacity', 'capacity', 'number', 18),
    ...([1, 2, 3] as const).flatMap((level) => {
      const of = ({ rated }: StatisticsRows['ratings']) => rated.find((group) => group.level === level);
      return [
        one<StatisticsRows['ratings']>(
          `level${level}`,
          headed((_text, lang) => texts[lang].levels[level]),
          (row) => of(row)?.stations ?? 0,
        ),
        one<StatisticsRows['ratings']>(
          `level${level}Capacity`,
          headed((text, lang) => text.ratedCapacity(texts[lang].levels[level])),
          (row) => of(row)?.capacity ?? 0,
          'number',
          18,
        ),
      ];
    }),
    ...([30, 90, 180] as const).map((days) =>
      one<StatisticsRows['ratings']>(
        `expiring${days}`,
        headed((text) => text.expiring(days)),
        ({ expiring }) => expiring.find((within) => within.days === days)?.stations ?? 0,
        'number',
        18,
      ),
    ),
  ],
  chapters: [
    own('serial', 'serial', 'code', 8),
    own('title', 'title', 'text', 30),
    own('self', 'selfRate', 'number', 18),
    own('experts', 'expertsRate', 'number', 18),
    own('reviews', 'reviews'),
    own('version', 'version', 'code', 18),
  ],
  items: [
    own('serial', 'serial', 'code', 10),
    own('content', 'content', 'text', 80),
    own('points', 'points', 'number', 10),
    own('lost', 'lost', 'number', 16),
    share,
    own('stations', 'losing', 'number', 20),
    own('reviews', 'losingReviews', 'number', 20),
    own('version', 'version', 'code', 18),
  ],
  distribution: [own('from', 'from'), own('to', 'to'), own('self', 'self'), own('experts', 'experts')],
  findingDivisions: [own('division', 'division', 'code', 14), own('name', 'divisionName', 'text', 24), ...RECTIFIED],
  findingItems: [own('serial', 'serial', 'code', 10), own('content', 'content', 'text', 80), ...RECTIFIED],
  experts: [
    own('id', 'id', 'code', 28),
    own('name', 'expert', 'text', 20),
    own('load', 'load'),
    own('concluded', 'concluded'),
    own('medianDays', 'medianDays', 'number', 20),
    own('severity', 'severity'),
    own('spread', 'spread'),
  ],
};

/** The rows of each list that the given figures have. */
export function statisticsRows(figures: Partial<Figures>): { [L in StatisticsList]?: readonly StatisticsRows[L][] } {
  const { progress, ratings, scores, findings, experts } = figures;
  return {
    ...(progress && { stages: progress.stages, months: progress.months }),
    ...(ratings && { ratings }),
    ...(scores && { chapters: scores.chapters, items: scores.items, distribution: scores.distribution }),
    ...(findings && { findingDivisions: findings.divisions, findingItems: findings.items }),
    ...(experts && { experts }),
  };
}
