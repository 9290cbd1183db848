import type { Lang } from '@shp/shared/domain/lib/lang';
import { type Column, MINUTE_WIDTH } from '@shp/shared/sheets/column';
import { displayWidth } from '../../lib/width.ts';
import type { ColourName } from '../look/skins.ts';
import type { Sort } from './sort.ts';

/** Blanks between columns. */
export const GAP = 2;
/** The arrow of the sort column, with a blank. */
const ARROW = 2;
/** A text of up to this width is whole before one more column is shown. */
const WHOLE_TEXT = 24;
/** The same of texts other than the name, below {@link ROOMY}. */
const WHOLE_NARROW = 16;
/** The share of the room in which the first text, a row's name, is whole before one more column is shown. */
const WHOLE_NAME = 0.4;
/** A text that has a shorter form for narrow widths takes no more before one more column is shown. */
const SHORTENED_TEXT = 20;
/** A text that has no room whole is cut to no less than this, so that one more column is shown. */
const CUT_TEXT = 12;
/** A heading of up to this width is whole, or its short one, before one more column is shown. */
const WHOLE_HEADING = 14;
/** From this room on, whole texts come before one more column. */
const ROOMY = 100;

/** A list column. `least` is its minimum width; by default it depends on the type. `mark` colours a dot before the text, `colour` the text. */
export type ListColumn<R> = Column<R> & {
  readonly least?: number;
  /** The heading where the whole one has no room. */
  readonly short?: string;
  /** The share of the room in which a row's name is whole before one more column is shown, if not the usual. */
  readonly nameShare?: number;
  /** Matters more than the end of a row's name: where it has no room, names are cut. */
  readonly cutsNames?: true;
  /** Its values fall as those rise by which it sorts: days since a time. */
  readonly turned?: true;
  /** The only direction in which the server sorts by it. */
  readonly only?: 'rising' | 'falling';
  /** The text for a width in which the whole one has no room. */
  narrow?(row: R, width: number): string;
  mark?(row: R): ColourName;
  colour?(row: R): ColourName | null;
};
/** The columns that sort, each order once. */
export function sortable<R>(columns: readonly ListColumn<R>[]): ListColumn<R>[] {
  const first = (by: string) => columns.find(({ sortBy }) => sortBy === by);
  return columns.filter((column) => column.sortBy !== undefined && first(column.sortBy) === column);
}

/** Whether a column's values fall in an order; null if they follow another one. */
export function fallsIn<R>({ sortBy, turned }: ListColumn<R>, sort: Sort | null): boolean | null {
  return sort === null || sort.by !== sortBy ? null : sort.desc !== (turned === true);
}

/** A visible column with its width. */
export type LaidOutColumn<R> = { readonly column: ListColumn<R>; readonly width: number };

/** The width of the longest value of a column; undefined while no rows are known. */
export type WidestValues = (key: string) => number | undefined;

/**
 * Lays out columns: the first one is fixed, the others scroll from `left`. Shows as many as fit at minimum width, then
 * widens them: first to whole headings, then to whole values, then texts over the room that is left. No column takes
 * more than its rows need while another is cut, or hidden though a part of its text has room.
 */
export function layOut<R>(
  columns: readonly ListColumn<R>[],
  room: number,
  left: number,
  lang: Lang,
  needs: WidestValues = () => undefined,
): LaidOutColumn<R>[] {
  const [first, ...others] = columns;
  if (!first) return [];
  const name = columns.find(({ type, mark, least }) => type === 'text' && mark === undefined && least === undefined);
  const whole = (column: ListColumn<R>) => {
    const need = needs(column.key);
    return need === undefined ? undefined : Math.max(need + markWidth(column), headingWidth(column, lang));
  };
  const least = (column: ListColumn<R>) => {
    const need = needs(column.key);
    // A mark's names change while the list is shown; other columns take what their rows need.
    if (need === undefined || (column.least !== undefined && column.mark !== undefined))
      return leastWidth(column, room >= ROOMY ? 0.75 : 0.6);
    const named = Math.min(WHOLE_HEADING, displayWidth(column.short ?? column.heading[lang])) + arrowWidth(column);
    const value = Math.max(need + markWidth(column), named);
    if (column.type !== 'text') return value;
    if (column === name)
      return Math.min(value, Math.max(WHOLE_TEXT, Math.floor(room * (column.nameShare ?? WHOLE_NAME))));
    if (room < ROOMY) return Math.min(value, WHOLE_NARROW);
    return Math.min(value, column.narrow === undefined ? WHOLE_TEXT : SHORTENED_TEXT);
  };
  const aim = (column: ListColumn<R>) =>
    whole(column) ?? (column.type === 'number' ? 0 : column.type === 'time' ? MINUTE_WIDTH : column.width);
  const taken: ListColumn<R>[] = [];
  const widths: number[] = [];
  let used = 0;
  let cut = 0;
  for (const column of [first, ...others.slice(left)]) {
    const gap = taken.length > 0 ? GAP : 0;
    let width = least(column);
    if (taken.length > 0 && used + gap + width > room) {
      if (isText(column)) width = Math.min(width, CUT_TEXT);
      const lack = Math.max(0, used + gap + width - room);
      const cuts = column.cutsNames && name !== undefined && taken.includes(name);
      if (lack > 0 && !(cuts && least(name) - lack >= WHOLE_TEXT / 2)) break;
      cut += lack;
      used -= lack;
    }
    used += gap + width;
    taken.push(column);
    widths.push(width);
  }
  const spare = { left: room - used };
  const headed = widen(
    widths.map((width, index) => width - (taken[index] === name ? cut : 0)),
    taken.map((column) => headingWidth(column, lang)),
    spare,
  );
  const wide = widen(headed, taken.map(aim), spare);
  return taken.map((column, index) => ({ column, width: wide[index] ?? column.width })).map(stretched(taken, spare));
}

const isText = <R>({ type, mark }: ListColumn<R>) => type === 'text' && mark === undefined;

/** Widens the narrowest first, none above its aim, until the room is used up. */
function widen(widths: readonly number[], aims: readonly number[], spare: { left: number }): number[] {
  const wider = [...widths];
  while (spare.left > 0) {
    let least = -1;
    for (const [index, width] of wider.entries()) {
      if (width < (aims[index] ?? 0) && (least < 0 || width < (wider[least] ?? 0))) least = index;
    }
    if (least < 0) break;
    wider[least] = (wider[least] ?? 0) + 1;
    spare.left -= 1;
  }
  return wider;
}

/** Shares the room that is left among the texts; figures and codes stay where the eye finds them. */
function stretched<R>(
  taken: readonly ListColumn<R>[],
  spare: { left: number },
): (laid: LaidOutColumn<R>) => LaidOutColumn<R> {
  const sharing = taken.filter(isText);
  const share = Math.floor(spare.left / Math.max(1, sharing.length));
  const rest = spare.left - share * sharing.length;
  return ({ column, width }) => {
    const place = sharing.indexOf(column);
    return place < 0 ? { column, width } : { column, width: width + share + (place < rest ? 1 : 0) };
  };
}

/** The dot of a mark and its blank. */
const MARK_WIDTH = 2;

function markWidth<R>({ mark }: ListColumn<R>): number {
  return mark === undefined ? 0 : MARK_WIDTH;
}

const arrowWidth = <R>({ sortBy }: ListColumn<R>) => (sortBy === undefined ? 0 : ARROW);

function headingWidth<R>(column: ListColumn<R>, lang: Lang): number {
  return displayWidth(column.heading[lang]) + arrowWidth(column);
}

/** The minimum width: figures and times in full, most of a code, this share of a text. */
function leastWidth<R>({ type, width, least }: ListColumn<R>, ofText: number): number {
  if (least !== undefined) return least;
  switch (type) {
    case 'time':
      return MINUTE_WIDTH;
    case 'date':
      return 10;
    case 'number':
      return Math.min(width, 8);
    case 'code':
      return Math.ceil(width * 0.85);
    default:
      return Math.max(8, Math.ceil(width * ofText));
  }
}

/** The columns, with those of `brief` first. */
export function ordered<R>(columns: readonly Column<R>[], brief: readonly string[]): ListColumn<R>[] {
  const first = brief.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  return [...first, ...columns.filter(({ key }) => !brief.includes(key))];
}

/** A column as wide as its longest name or its heading. */
export function asWideAsNames<R>(column: Column<R>, names: readonly string[], lang: Lang): ListColumn<R> {
  const width = Math.max(...[column.heading[lang], ...names].map((name) => displayWidth(name)));
  return { ...column, width, least: width };
}

/** A column with a coloured dot before its text. */
export function withMark<R>(column: ListColumn<R>, mark: (row: R) => ColourName): ListColumn<R> {
  const least = (column.least ?? column.width) + MARK_WIDTH;
  return { ...column, width: column.width + MARK_WIDTH, least, mark };
}
