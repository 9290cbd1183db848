import type { Lang } from '@shp/shared/domain/lib/lang';
import { type Column, type ColumnType, column, shownText, type Value } from '@shp/shared/sheets/column';
import type { OutCell } from '@shp/shared/sheets/write/layout';
import { UsageError } from '../lib/errors.ts';
import type { Texts } from '../lib/texts.ts';

/** How objects of one kind are shown. */
export type View<R> = {
  /** What a sheet holds, and one object shown whole. */
  readonly columns: readonly Column<R>[];
  /** What a terminal has room for; every column where absent. */
  readonly brief?: readonly string[];
  /** Whether a table tells long texts whole, over several lines: sentences are there to be read to their end. */
  readonly sentences?: true;
  /** Every path that `--fields` may name besides the columns. */
  readonly paths: readonly string[];
};

/** One chosen column or path of an object. */
export type Field<R> = {
  readonly name: string;
  readonly heading: string;
  readonly type: ColumnType;
  /** For machines. */
  raw(row: R): unknown;
  /** The heading of a csv or tsv in a language. */
  headingIn(lang: Lang): string;
  /** For a csv or tsv: the raw value, or names and clock times in a language. */
  cell(row: R, lang: Lang | null): OutCell;
  /** For a person. */
  text(row: R): string;
};

/** A column of a list that has no sheet, headed by a text of the current language. */
export function own<R>(
  key: string,
  heading: string,
  value: (row: R) => Value | undefined,
  type: ColumnType = 'text',
  words?: (row: R) => string,
): Column<R> {
  return column({
    key,
    heading: { zh: heading, en: heading },
    type,
    width: 16,
    value,
    ...(words ? { words: (row: R) => words(row) } : {}),
  });
}

/** The named fields in their order; every column where none is named. @throws UsageError */
export function fieldsOf<R>(view: View<R>, names: readonly string[] | undefined, texts: Texts): Field<R>[] {
  if (names === undefined) return view.columns.map((one) => columnField(one, texts));
  return names.map((name) => {
    const known = view.columns.find(({ key }) => key === name);
    if (known) return columnField(known, texts, view.paths.includes(name) ? name : undefined);
    // What a profile's field is called, also where the object's own place for it is named.
    const inside = view.columns.find(({ key }) => name === `profile.${key}`);
    if (isPath(view, name)) return pathField<R>(name, inside, texts.lang);
    throw new UsageError(texts.cli.usage.unknownField(name, allowed(view).join(', ')));
  });
}

/** A path of the kind, or one below an open object of it, such as `profile.name`. */
function isPath<R>({ paths }: View<R>, name: string): boolean {
  return paths.some((path) => path === name || (path.endsWith('.*') && name.startsWith(path.slice(0, -1))));
}

function allowed<R>({ columns, paths }: View<R>): string[] {
  return [...new Set([...columns.map(({ key }) => key), ...paths])];
}

function columnField<R>(one: Column<R>, { lang, common }: Texts, path?: string): Field<R> {
  return {
    name: one.key,
    heading: one.heading[lang],
    type: one.type,
    raw: path === undefined ? one.value : (row) => at(row, path),
    headingIn: (other) => one.heading[other],
    cell: (row, other) => columnCell(one, row, other),
    text: (row) => shownText(one, row, lang, common.marks.list),
  };
}

/** Numbers stay numbers in every language; anything else becomes what a person reads. */
function columnCell<R>(one: Column<R>, row: R, lang: Lang | null): OutCell {
  return lang === null || one.type === 'number' ? one.value(row) : one.text(row, lang);
}

function pathField<R>(path: string, inside: Column<R> | undefined, lang: Lang): Field<R> {
  return {
    name: path,
    heading: inside?.heading[lang] ?? path,
    type: 'text',
    raw: (row) => at(row, path),
    headingIn: (other) => inside?.heading[other] ?? path,
    cell: (row, other) => (inside ? columnCell(inside, row, other) : cellOf(at(row, path))),
    text: (row) => textOf(at(row, path)),
  };
}

/** What stands at a dotted path; null where nothing does. */
export function at(value: unknown, path: string): unknown {
  let here = value;
  for (const key of path.split('.')) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return null;
    here = (here as Record<string, unknown>)[key];
  }
  return here ?? null;
}

function cellOf(value: unknown): OutCell {
  return typeof value === 'number' || value === null ? value : textOf(value);
}

function textOf(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The object that `--fields` leaves: a path keeps its place, so that readers of the whole also read the part. */
export function project<R>(row: R, fields: readonly Field<R>[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const field of fields) {
    const path = field.name.split('.');
    const last = path.pop() ?? '';
    let here = result;
    for (const key of path) {
      here[key] ??= {};
      here = here[key] as Record<string, unknown>;
    }
    here[last] = field.raw(row);
  }
  return result;
}
