import Table from 'cli-table3';
import { paint, type Streams, sanitized } from '../lib/streams.ts';
import { displayWidth, fitting, truncate } from '../lib/width.ts';
import type { Field } from './columns.ts';
import type { RowPrinter } from './serializers.ts';

const GAP = '  ';
/** Minimum width of a text column. */
const LEGIBLE = 10;

/** What a table does on a narrow terminal. */
export type NarrowLayout = {
  /** Wrap long texts instead of cutting them. */
  readonly sentences?: boolean;
  /** How many of the last columns to leave out before a text is cut. */
  readonly spare?: number | undefined;
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
  { sentences = false, spare = 0, leftOut }: NarrowLayout = {},
): RowPrinter<R> {
  const lines: string[][] = [];
  return {
    rows(rows) {
      for (const row of rows) lines.push(fields.map((field) => sanitized(field.text(row))));
      return '';
    },
    end() {
      const headings = fields.map(({ heading }) => heading);
      const wished = widthsOf([headings, ...lines]);
      const cells = widthsOf(lines);
      const room = streams.out.isTTY ? streams.out.columns : Number.POSITIVE_INFINITY;
      const least = fields.map(({ name, type }, index) =>
        Math.min(wished[index] ?? 0, Math.max(LEGIBLE, name !== 'id' && type === 'text' ? 0 : (cells[index] ?? 0))),
      );
      let shown = fields.length - (leftOut && lineWidth(wished) > room ? spare : 0);
      while (leftOut && shown > 1 && lineWidth(least.slice(0, shown)) > room) shown -= 1;
      if (shown < fields.length) leftOut?.(headings.slice(shown));
      const widths = fit(wished.slice(0, shown), least, room);
      const below = sentences ? lines.flatMap((texts) => folded(texts, widths)) : lines;
      const right = fields.slice(0, shown).map(({ type }) => type === 'number');
      const [head = '', ...drawn] = draw([headings, ...below], widths, right);
      return `${[paint(streams, streams.out, 'bold', head), ...drawn].join('\n')}\n`;
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
  return `${lines.join('\n')}\n`;
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

/** Narrows the widest columns until the line fits, but none below its minimum. */
function fit(wished: readonly number[], least: readonly number[], room: number): number[] {
  const widths = [...wished];
  for (let over = lineWidth(widths) - room; over > 0; over -= 1) {
    const spare = widths.map((width, index) => (width > (least[index] ?? 0) ? width : 0));
    const widest = Math.max(...spare);
    if (widest === 0) break;
    widths[spare.indexOf(widest)] = widest - 1;
  }
  return widths;
}

/** One row, wrapped over several lines. */
function folded(texts: readonly string[], widths: readonly number[]): string[][] {
  const parts = widths.map((width, index) => fold(texts[index] ?? '', width));
  const rows = Math.max(...parts.map(({ length }) => length));
  return Array.from({ length: rows }, (_, row) => parts.map((lines) => lines[row] ?? ''));
}

/** Wraps a text at spaces if possible. */
function fold(text: string, width: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (displayWidth(rest) > width) {
    const most = fitting(rest, width);
    const space = rest.lastIndexOf(' ', most.length);
    const line = space > 0 ? rest.slice(0, space) : most;
    lines.push(line);
    rest = rest.slice(line.length).trimStart();
  }
  return [...lines, rest];
}
