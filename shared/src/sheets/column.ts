import type { Lang } from '../domain/lib/lang.ts';
import { clockText } from './days.ts';

/** A raw value, as the wire has it; null is a blank cell. */
export type Value = string | number | boolean | readonly string[] | null;

/** How a workbook keeps a column: `code` is text that looks like a number, `date` a day, `time` an instant. */
export type ColumnType = 'text' | 'code' | 'number' | 'date' | 'time';

/** A heading in both languages, units included. */
export type Heading = Readonly<Record<Lang, string>>;

/** One column of a list: its sheet, its terminal table and its place on the list's page all read it. */
export type Column<R> = {
  readonly key: string;
  readonly heading: Heading;
  readonly type: ColumnType;
  /** In characters of a workbook; a Chinese character takes two. */
  readonly width: number;
  /** The list call's own name for sorting by this column; absent where it cannot. */
  readonly sortBy?: string;
  /** The raw value, for machines. */
  value(row: R): Value;
  /** What a person reads: names for keys, `、` between entries, a clock in China for instants; '' where blank. */
  text(row: R, lang: Lang): string;
};

type Definition<R> = {
  key: string;
  heading: Heading;
  type: ColumnType;
  width: number;
  sortBy?: string | undefined;
  value(row: R): Value | undefined;
  /** Words in place of the raw value. */
  words?(row: R, lang: Lang): string;
};

/** Makes a column; without `words` its text follows from its type. */
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

/** A cell as a screen shows it: as in a sheet, but entries stand apart as the reader's language has it. */
export function shownText<R>(column: Column<R>, row: R, lang: Lang, separator: string): string {
  const text = column.text(row, lang);
  return Array.isArray(column.value(row)) ? text.replaceAll(LIST_SEPARATOR, separator) : text;
}

/** As many characters as an instant has to the minute. */
export const MINUTE_WIDTH = 'YYYY-MM-DD HH:MM'.length;

/** A cell as a list on a screen shows it: times to the minute, as nobody there reads a second. */
export function listText<R>(column: Column<R>, row: R, lang: Lang, separator: string): string {
  const text = shownText(column, row, lang, separator);
  return column.type === 'time' ? text.slice(0, MINUTE_WIDTH) : text;
}

/** Grouped by thousands, as both languages do it; `Intl` would cost a command a third of its start. */
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

/** A raw value as text without a language. */
export function plainText(value: Value): string {
  if (value === null) return '';
  return typeof value === 'object' ? value.join(LIST_SEPARATOR) : String(value);
}
