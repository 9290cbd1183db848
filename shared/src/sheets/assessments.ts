import type { AssessmentRow } from '../api/objects.ts';
import { divisionPath } from '../domain/accounts/divisions.ts';
import type { Lang } from '../domain/lib/lang.ts';
import type { ASSESSMENT_SORTS } from '../domain/lib/lists.ts';
import { names } from '../text/names.ts';
import { type Column, type ColumnType, column, type Heading, type Value } from './column.ts';
import { namesText } from './sheetTexts.ts';

/** The fields that both lists and exports show. */
type Listed = Pick<
  AssessmentRow,
  | 'number'
  | 'level'
  | 'status'
  | 'stationScore'
  | 'expertScore'
  | 'experts'
  | 'createdAt'
  | 'submittedAt'
  | 'concludedAt'
  | 'validUntil'
> & { station: Pick<AssessmentRow['station'], 'name' | 'division'> };

/** A row of an assessment export: the listed fields, and those that only exports have. */
export type AssessmentExportRow = Listed & {
  /** The station's account name. */
  account: string;
  /** The manager's conclusion. */
  conclusion: string | null;
  /** The rate of each exported chapter in percent, in column order; null if the chapter has no rate. */
  chapterRates: readonly (number | null)[];
};

type Sort = (typeof ASSESSMENT_SORTS)[number];
type TextKey = Exclude<keyof typeof names.zh.assessment, 'chapterRate'>;

const heading = (key: TextKey): Heading => ({ zh: names.zh.assessment[key], en: names.en.assessment[key] });

function listed<R extends Listed>(
  key: TextKey,
  [type, width, sortBy]: [ColumnType, number, Sort?],
  value: (row: R) => Value,
  words?: (row: R, lang: Lang) => string,
): Column<R> {
  return column({ key, heading: heading(key), type, width, sortBy, value, ...(words ? { words } : {}) });
}

/** One decimal, so that the scores of a column align. */
const tenth = (score: number | null) => score?.toFixed(1) ?? '';

const number = listed('number', ['code', 20, 'number'], (row) => row.number);
const station = listed('station', ['text', 30, 'station'], (row) => row.station.name);
const division = listed('division', ['text', 24], (row) => divisionPath(row.station.division));
const review = [
  listed(
    'level',
    ['text', 10, 'level'],
    (row) => row.level,
    (row, lang) => namesText('level', row.level, lang),
  ),
  listed(
    'status',
    ['text', 14, 'status'],
    (row) => row.status,
    (row, lang) => namesText('status', row.status, lang),
  ),
  listed(
    'stationScore',
    ['number', 12, 'stationScore'],
    (row) => row.stationScore,
    ({ stationScore }) => tenth(stationScore),
  ),
  listed(
    'expertScore',
    ['number', 12, 'expertScore'],
    (row) => row.expertScore,
    ({ expertScore }) => tenth(expertScore),
  ),
  listed('experts', ['text', 30], (row) => row.experts.map(({ name }) => name)),
  listed('createdAt', ['time', 20, 'createdAt'], (row) => row.createdAt),
  listed('submittedAt', ['time', 20, 'submittedAt'], (row) => row.submittedAt),
  listed('concludedAt', ['time', 20, 'concludedAt'], (row) => row.concludedAt),
  listed('validUntil', ['date', 14, 'validUntil'], (row) => row.validUntil),
];

/** The heading of the level in a list of ratings, where it has been reached. */
export const RATED_LEVEL: Heading = { zh: '等级', en: 'Level' };

/** The columns of assessment lists. */
export const ASSESSMENT_COLUMNS: readonly Column<AssessmentRow>[] = [
  number,
  station,
  division,
  ...review,
  listed('statusSince', ['time', 20, 'statusSince'], (row) => row.statusSince),
  listed('updatedAt', ['time', 20], (row) => row.updatedAt),
];

const rateKey = (serial: string) => `chapterRate${serial}`;

function rateHeading(serial: string): Heading {
  const one = (lang: Lang) => `${names[lang].assessment.chapterRate(serial)} (%)`;
  return { zh: one('zh'), en: one('en') };
}

/** The chapter serials among an export's column names, given as keys or headings. */
export function chaptersIn(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const serial = /\d+/.exec(name)?.[0] ?? '';
    const { zh, en } = rateHeading(serial);
    return [rateKey(serial), zh, en].includes(name) ? [serial] : [];
  });
}

const facts: readonly Column<AssessmentExportRow>[] = [
  number,
  station,
  column({ key: 'account', heading: heading('account'), type: 'code', width: 18, value: (row) => row.account }),
  division,
  ...review,
  column({
    key: 'conclusion',
    heading: heading('conclusion'),
    type: 'text',
    width: 60,
    value: (row) => row.conclusion,
  }),
];

/** The columns of an assessment export (docs/spec/domain.md#sheets), with a rate column for each of these chapters. */
export function assessmentExportColumns(chapters: readonly string[]): readonly Column<AssessmentExportRow>[] {
  const rates = chapters.map((serial, index) =>
    column<AssessmentExportRow>({
      key: rateKey(serial),
      heading: rateHeading(serial),
      type: 'number',
      width: 16,
      value: (row) => row.chapterRates[index],
    }),
  );
  return [...facts, ...rates];
}
