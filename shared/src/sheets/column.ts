import type { Lang } from '../domain/lib/lang.ts';
import { clockText } from './days.ts';

/** A raw value, as in the API; null is a blank cell. */
export type Value = string | number | boolean | readonly string[] | null;

/** The cell type in a workbook: `code` is text that looks like a number, `date` a day, `time` an instant. */
export type ColumnType = 'text' | 'code' | 'number' | 'date' | 'time';

/** A heading in both languages, with its unit. */
export type Heading = Readonly<Record<Lang, string>>;

/** One column of a list; sheets, terminal tables and list pages are built from it. */
export type Column<R> = {
  readonly key: string;
  readonly heading: Heading;
  readonly type: ColumnType;
  /** Column width in a workbook, in characters; a Chinese character takes two. */
  readonly width: number;
  /** The sort field of the list call; absent if the list cannot be sorted by this column. */
  readonly sortBy?: string;
  /** The raw value, for programs. */
  value(row: R): Value;
  /** The value for people: names instead of keys, `、` between entries, instants in China Standard Time; '' if blank. */
  text(row: R, lang: Lang): string;
};

type Definition<R> = {
  key: string;
  heading: Heading;
  type: ColumnType;
  width: number;
  sortBy?: string | undefined;
  value(row: R): Value | undefined;
  /** The display text; by default it follows from the raw value and the type. */
  words?(row: R, lang: Lang): string;
};

/** Builds a column; without `words`, the text follows from the type. */
export function column<R>({ key, heading, type, width, sortBy, value, words }: Definition<R>): Column<R> {
  return {
    key,
    heading,
    type,
    width,
    ...(sortBy === undefined ? {} : { sortBy }),
    value: (row) => value(row) ?? null,
    text: words ?? ((row) => valueText(value(row) ?? null, type)),
  };
}

export const LIST_SEPARATOR = '、';

/** A cell on a screen: as in a sheet, but with the language's own list separator. */
export function shownText<R>(column: Column<R>, row: R, lang: Lang, separator: string): string {
  const text = column.text(row, lang);
  return Array.isArray(column.value(row)) ? text.replaceAll(LIST_SEPARATOR, separator) : text;
}

/** The length of an instant to the minute. */
export const MINUTE_WIDTH = 'YYYY-MM-DD HH:MM'.length;

/** A cell in a list on a screen: times to the minute, because seconds do not matter there. */
export function listText<R>(column: Column<R>, row: R, lang: Lang, separator: string): string {
  const text = shownText(column, row, lang, separator);
  return column.type === 'time' ? text.slice(0, MINUTE_WIDTH) : text;
}

/**
 * Groups digits by thousands, as both languages do. Not with `Intl`, which takes a third of a command's start-up time.
 */
export function numberText(value: number): string {
  const [whole = '', fraction] = value
    .toFixed(6)
    .replace(/\.?0+$/, '')
    .split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

function valueText(value: Value, type: ColumnType): string {
  if (value === null) return '';
  if (typeof value === 'number') return numberText(value);
  if (type === 'time') return clockText(String(value)) ?? String(value);
  return plainText(value);
}

/** A raw value as text, independent of the language. */
export function plainText(value: Value): string {
  if (value === null) return '';
  return typeof value === 'object' ? value.join(LIST_SEPARATOR) : String(value);
}
