import type { Lang } from '../lib/lang.ts';

export { chapterOf } from './chapterOf.ts';

/**
 * The scoring standard (docs/spec/domain.md#standard-and-scores): chapters (serial1 `4`), elements (serial2 `4.1`) and
 * items (serial3 `4.1.12`). Scores are points, whole or in tenths. The Chinese text is the official one.
 */
export type StandardItem = {
  serial: string;
  content: string;
  contentEn?: string | undefined;
  method: string;
  methodEn?: string | undefined;
  score: number;
  /** Whether the item may be marked as a reasonable missing item (合理缺项). */
  mayBeMissing: boolean;
};
export type Serial2 = {
  serial: string;
  title: string;
  titleEn?: string | undefined;
  score: number;
  items: StandardItem[];
};
export type Serial1 = {
  serial: string;
  title: string;
  titleEn?: string | undefined;
  score: number;
  children: Serial2[];
};
export type Standard = {
  version: string;
  title: string;
  titleEn?: string | undefined;
  note?: string | undefined;
  noteEn?: string | undefined;
  /** Points of the whole standard. */
  full: number;
  sections: Serial1[];
};

/** A text of the standard in the reader's language; Chinese if it has no English text. */
export function wordingIn(lang: Lang, official: string, english: string | undefined): string {
  return lang === 'en' && english ? english : official;
}

/** Natural order of serials: `4.1.2` before `4.1.10`, a parent before its children. */
export function compareSerials(a: string, b: string): number {
  const left = numbersOf(a);
  const right = numbersOf(b);
  for (const [index, number] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (number !== other) return number - other;
  }
  return left.length - right.length;
}

/** Cache: a standard has few serials, but sorting compares them often. */
const numbers = new Map<string, readonly number[]>();
const MAX_CACHED = 5000;

function numbersOf(serial: string): readonly number[] {
  let found = numbers.get(serial);
  if (!found) {
    found = serial.split('.').map(Number);
    if (numbers.size < MAX_CACHED) numbers.set(serial, found);
  }
  return found;
}

/** The chapter with this serial1; undefined if the standard has none. */
export function findChapter(standard: Standard, serial1: string): Serial1 | undefined {
  return standard.sections.find(({ serial }) => serial === serial1);
}

/** The items of a chapter, in order. */
export function chapterItems(chapter: Serial1): StandardItem[] {
  return chapter.children.flatMap(({ items }) => items);
}

/** All items of the standard, in order. */
export function allItems(standard: Standard): StandardItem[] {
  return standard.sections.flatMap(chapterItems);
}

/** All items by serial, in order. */
export function itemsBySerial(standard: Standard): ReadonlyMap<string, StandardItem> {
  let items = indexes.get(standard);
  if (!items) {
    items = new Map(allItems(standard).map((item) => [item.serial, item]));
    indexes.set(standard, items);
  }
  return items;
}

/** Cache: a version of a standard never changes. */
const indexes = new WeakMap<Standard, ReadonlyMap<string, StandardItem>>();

/** The item with this serial; undefined if the standard has none. */
export function findItem(standard: Standard, serial: string): StandardItem | undefined {
  return itemsBySerial(standard).get(serial);
}
