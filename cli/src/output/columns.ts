import type { Lang } from '@shp/shared/domain/lib/lang';
import { type Column, type ColumnType, column, shownText, type Value } from '@shp/shared/sheets/column';
import type { OutCell } from '@shp/shared/sheets/write/layout';
import { UsageError } from '../lib/errors.ts';
import type { Texts } from '../lib/texts.ts';

/** The view of a kind of object: its columns and fields. */
export type View<R> = {
  /** All columns, as in sheets and for a single object. */
  readonly columns: readonly Column<R>[];
  /** The columns for a list on a terminal; all if absent. */
  readonly brief?: readonly string[];
  /** The columns that a narrow table leaves out, in this order, before it cuts a text. */
  readonly spare?: readonly string[];
  /** The text columns that a table never cuts. */
  readonly whole?: readonly string[];
  /** The column that gives its room to the others first; else those after the first two. */
  readonly yields?: string;
  /** Cut the columns by which a row is known before one is left out that is not spare. */
  readonly cutsNames?: true;
  /** Columns that draw what another one says: a note of what has no room leaves them out. */
  readonly drawn?: readonly string[];
  /** Short headings of columns, for narrow tables. */
  readonly short?: Readonly<Record<string, string>>;
  /** Wrap long texts in a table instead of cutting them. */
  readonly sentences?: true;
  /** The paths that `--fields` accepts besides the columns. */
  readonly paths: readonly string[];
};

/** A chosen column or path. */
export type Field<R> = {
  readonly name: string;
  readonly heading: string;
  /** The heading of a table that is too wide with the whole one. */
  readonly short?: string | undefined;
  readonly type: ColumnType;
  /** The value in json and ndjson. */
  raw(row: R): unknown;
  /** The heading in csv and tsv, in a language. */
  headingIn(lang: Lang): string;
  /** The cell in csv and tsv: the raw value, or text in a language. */
  cell(row: R, lang: Lang | null): OutCell;
  /** The text in a table. */
  text(row: R): string;
};

/** A column without a sheet column, with a heading in the current language. */
export function screenColumn<R>(
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

/** A column with the value at its key, for people in words. */
export function worded<R>(key: keyof R & string, heading: string, words: (row: R) => string): Column<R> {
  return screenColumn(key, heading, (row) => row[key] as Value | undefined, 'text', words);
}

/** The fields by name, in this order; all columns if no name is given. @throws UsageError */
export function fieldsOf<R>(view: View<R>, names: readonly string[] | undefined, texts: Texts): Field<R>[] {
  if (names === undefined) return view.columns.map((one) => columnField(view, one, texts));
  if (names.length === 0) throw new UsageError(texts.cli.usage.whichFields(allowed(view).join(', ')));
  return names.map((name) => {
    const known = view.columns.find(({ key }) => key === name);
    if (known) return columnField(view, known, texts, view.paths.includes(name) ? name : undefined);
    // A profile field has the same heading when named by its full path.
    const inside = view.columns.find(({ key }) => name === `profile.${key}`);
    if (isPath(view, name)) return pathField<R>(name, inside, texts.lang);
    throw new UsageError(texts.cli.usage.unknownField(name, allowed(view).join(', ')));
  });
}

/** Whether the path is known, or below a known object, such as `profile.name`. */
function isPath<R>({ paths }: View<R>, name: string): boolean {
  return paths.some((path) => path === name || (path.endsWith('.*') && name.startsWith(path.slice(0, -1))));
}

function allowed<R>({ columns, paths }: View<R>): string[] {
  return [...new Set([...columns.map(({ key }) => key), ...paths])];
}

function columnField<R>(view: View<R>, one: Column<R>, { lang, common }: Texts, path?: string): Field<R> {
  return {
    name: one.key,
    heading: one.heading[lang],
    short: view.short?.[one.key],
    type: one.type,
    raw: path === undefined ? one.value : (row) => at(row, path),
    headingIn: (other) => one.heading[other],
    cell: (row, other) => columnCell(one, row, other),
    text: (row) => shownText(one, row, lang, common.marks.list),
  };
}

/** Numbers stay numbers in all languages; other values become text. */
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

/** The value at a dotted path; null if there is none. */
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

/** The object reduced to `--fields`; each path keeps its place. */
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
