import { MINUTE_WIDTH } from '@shp/shared/sheets/column';
import { clockText } from '@shp/shared/sheets/days';
import Table from 'cli-table3';
import { paint, type Streams, sanitized } from '../lib/streams.ts';
import { displayWidth, fitting, truncate } from '../lib/width.ts';
import { foldLines, piecesOf, wrapLine } from '../lib/wrap.ts';
import type { Field } from './columns.ts';
import type { RowPrinter } from './serializers.ts';

const GAP = '  ';
/** Minimum width of a text column. */
const LEGIBLE = 10;
/** A wrapped word of up to this width is whole. */
const PIECE_MOST = 24;
const YEAR = 'YYYY-';
/** The columns by which a row is known, and the share of the room in which they are whole. */
const NAMING = 2;
const NAMES_SHARE = 0.6;

/** What a table does on a narrow terminal. */
export type NarrowLayout = {
  /** Wrap long texts instead of cutting them. */
  readonly sentences?: boolean;
  /** The columns to leave out, in this order, before a text is cut. */
  readonly spare?: readonly string[] | undefined;
  /** The text columns that are never cut. */
  readonly whole?: readonly string[] | undefined;
  /** The column that gives its room to the others first. */
  readonly yields?: string | undefined;
  /** Cut the columns by which a row is known before one is left out that is not spare. */
  readonly cutsNames?: boolean | undefined;
  /** Columns of which `leftOut` does not tell. */
  readonly drawn?: readonly string[] | undefined;
  /** Called with the headings of omitted columns. Without it, all columns are printed and lines may be too long. */
  readonly leftOut?: (headings: readonly string[]) => void;
};

/**
 * A table aligned by display width. Texts shrink on a narrow terminal; ids, numbers and times do not, since half of one
 * misleads.
 */
export function tablePrinter<R>(
  streams: Streams,
  fields: readonly Field<R>[],
  { sentences = false, spare = [], whole = [], yields, cutsNames, drawn = [], leftOut }: NarrowLayout = {},
): RowPrinter<R> {
  const lines: string[][] = [];
  return {
    rows(rows) {
      for (const row of rows) lines.push(fields.map((field) => sanitized(field.text(row))));
      return '';
    },
    end() {
      let headings = fields.map(({ heading }) => heading);
      for (const [index, { type }] of fields.entries()) if (type === 'number') alignDecimals(lines, index);
      const room = streams.out.isTTY ? streams.out.columns : Number.POSITIVE_INFINITY;
      let wished = widthsOf([headings, ...lines]);
      if (lineWidth(wished) > room) {
        headings = fields.map(({ heading, short }) => short ?? heading);
        wished = widthsOf([headings, ...lines]);
      }
      if (sentences && lineWidth(wished) > room) {
        for (const [index, { type }] of fields.entries()) if (type === 'time') shortenTimes(lines, index);
        wished = widthsOf([headings, ...lines]);
      }
      let shown = fields.map((_, index) => index);
      const widthOf = (widths: readonly number[], count = shown.length) =>
        lineWidth(shown.slice(0, count).map((index) => widths[index] ?? 0));
      const spared = spare.map((name) => fields.findIndex((field) => field.name === name));
      while (leftOut && widthOf(wished) > room && spared.length > 0) {
        const out = spared.shift();
        shown = shown.filter((index) => index !== out);
      }
      const cells = widthsOf(lines);
      const leastOf = (pieces: (text: string) => string) => {
        const needs = sentences ? widthsOf([headings, ...lines].map((line) => line.map(pieces))) : [];
        return fields.map(({ name, type }, index) => {
          const isCut = name !== 'id' && type === 'text' && !whole.includes(name);
          const need = isCut ? (needs[index] ?? 0) : (cells[index] ?? 0);
          return Math.min(wished[index] ?? 0, Math.max(LEGIBLE, need));
        });
      };
      const wholePieces = leastOf(longestPiece);
      const least = widthOf(wholePieces) <= room ? wholePieces : leastOf(longestNumber);
      while (leftOut && shown.length > 1 && widthOf(least) > room) shown = shown.slice(0, -1);
      // A row is known by its first columns: the last ones go before these are cut.
      const names = widthOf(wished, NAMING);
      const named = cutsNames || names > room * NAMES_SHARE ? widthOf(least, NAMING) : names;
      const rest = () => widthOf(least) - widthOf(least, NAMING);
      while (leftOut && !sentences && named + rest() > room) {
        const out = shown.findLast((index, at) => at >= NAMING && !whole.includes(fields[index]?.name ?? ''));
        if (out === undefined) break;
        shown = shown.filter((index) => index !== out);
      }
      // A number's heading is whole where a longer text can give way.
      for (const [index, { type }] of fields.entries()) {
        if (type !== 'number') continue;
        const was = least[index] ?? 0;
        least[index] = wished[index] ?? 0;
        const needed = sentences ? widthOf(least) : Math.max(named, widthOf(least, NAMING)) + rest();
        if (needed > room) least[index] = was;
      }
      const missing = fields.filter(({ name }, index) => !shown.includes(index) && !drawn.includes(name));
      if (missing.length > 0) leftOut?.(missing.map(({ heading }) => heading));
      const of = <T>(all: readonly T[]) => shown.flatMap((index) => all[index] ?? []);
      const yielding = shown.map((index, at) =>
        yields === undefined ? !sentences && at >= NAMING : fields[index]?.name === yields,
      );
      const widths = fit(of(wished), of(least), room, yielding);
      const seen = lines.map(of);
      const below = sentences ? seen.flatMap((texts) => wrappedRow(texts, widths)) : seen;
      const right = of(fields).map(({ type }) => type === 'number');
      const [head = '', ...body] = draw([of(headings), ...below], widths, right);
      return `${[paint(streams, streams.out, 'bold', head), ...body].join('\n')}\n`;
    },
  };
}

/** One object, one line per field. */
export function describe<R>(streams: Streams, fields: readonly Field<R>[], object: R): string {
  const width = Math.max(0, ...fields.map(({ heading }) => displayWidth(heading)));
  const texts = fields.map((field) => sanitized(field.text(object)));
  const [room = 0] = widthsOf(texts.map((text) => [text]));
  const rows = fields.map(({ heading }, index) => [heading, texts[index] ?? '']);
  const lines = draw(rows, [width, room], [false, false]).map((line, index) => {
    const heading = fields[index]?.heading ?? '';
    return `${paint(streams, streams.out, 'bold', heading)}${line.slice(heading.length)}`;
  });
  const text = `${lines.join('\n')}\n`;
  return streams.out.isTTY ? foldLines(text, streams.out.columns) : text;
}

/** No borders, only gaps, so that `cut` and `awk` can read it. */
const BARE = {
  ...Object.fromEntries(
    ['top', 'bottom', 'left', 'right', 'mid']
      .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
      .map((part) => [part, '']),
  ),
  middle: GAP,
};
/** A figure as `numberText` writes it: its whole part, its decimals, and a percent sign. */
const FIGURE = /^(-?[\d,]+)(?:\.(\d+))?(%?)$/;

/** Gives all figures of a column as many decimals as the one with most. */
function alignDecimals(lines: readonly string[][], index: number): void {
  const most = Math.max(0, ...lines.map((line) => FIGURE.exec(line[index] ?? '')?.[2]?.length ?? 0));
  if (most === 0) return;
  for (const line of lines) {
    line[index] = (line[index] ?? '').replace(
      FIGURE,
      (_, whole: string, decimals = '', percent: string) => `${whole}.${decimals.padEnd(most, '0')}${percent}`,
    );
  }
}

/** Rows per layout: larger tables take more time per row. */
const BATCH = 20;

/** Formats rows in columns of these widths, cutting longer cells. */
function draw(rows: readonly (readonly string[])[], widths: readonly number[], right: readonly boolean[]): string[] {
  const lines: string[] = [];
  for (let at = 0; at < rows.length; at += BATCH) {
    const table = new Table({
      chars: BARE,
      style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
      colWidths: [...widths],
      colAligns: right.map((one) => (one ? 'right' : 'left')),
    });
    for (const row of rows.slice(at, at + BATCH)) {
      table.push(widths.map((width, index) => truncate(row[index] ?? '', width)));
    }
    lines.push(
      ...table
        .toString()
        .split('\n')
        .map((line) => line.trimEnd()),
    );
  }
  return lines;
}

function widthsOf(lines: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const line of lines) {
    for (const [index, cell] of line.entries()) widths[index] = Math.max(widths[index] ?? 0, displayWidth(cell));
  }
  return widths;
}

function lineWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
}

/** Narrows the widest columns until the line fits, those that yield first, but none below its minimum. */
function fit(
  wished: readonly number[],
  least: readonly number[],
  room: number,
  yielding: readonly boolean[],
): number[] {
  const widths = [...wished];
  const spare = (among: readonly boolean[]) =>
    widths.map((width, index) => (among[index] && width > (least[index] ?? 0) ? width : 0));
  const all = widths.map(() => true);
  for (let over = lineWidth(widths) - room; over > 0; over -= 1) {
    const first = spare(yielding);
    const from = first.some((width) => width > 0) ? first : spare(all);
    const widest = Math.max(...from);
    if (widest === 0) break;
    widths[from.indexOf(widest)] = widest - 1;
  }
  return widths;
}

/** One row, wrapped over several lines. */
function wrappedRow(texts: readonly string[], widths: readonly number[]): string[][] {
  const parts = widths.map((width, index) => wrapLine(texts[index] ?? '', width));
  const rows = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: rows }, (_, row) => parts.map((lines) => lines[row] ?? ''));
}

/** Times without seconds, and without the year where all are of this one. */
function shortenTimes(lines: readonly string[][], index: number): void {
  const year = (clockText(new Date().toISOString()) ?? '').slice(0, YEAR.length);
  const from = lines.every((line) => (line[index] || year).startsWith(year)) ? YEAR.length : 0;
  for (const line of lines) line[index] = (line[index] ?? '').slice(from, MINUTE_WIDTH);
}

/** The widest part of a text that wrapping does not break. */
const longestPiece = (text: string) =>
  widest(piecesOf(text).map((piece) => (isNumber(piece) ? piece : fitting(piece, PIECE_MOST))));
const longestNumber = (text: string) => widest(piecesOf(text).filter(isNumber));
const isNumber = (piece: string) => /\d/.test(piece);

function widest(pieces: readonly string[]): string {
  let longest = '';
  for (const piece of pieces) if (displayWidth(piece) > displayWidth(longest)) longest = piece;
  return longest;
}
