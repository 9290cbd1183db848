import type { RowPrinter } from './print.ts';
import { harmless, paint, type Streams } from './streams.ts';
import type { Field } from './view.ts';
import { displayWidth } from './width.ts';

const GAP = '  ';
const NARROWEST = 6;

/** Columns aligned by display width; on a terminal too narrow the widest give way. */
export function tablePrinter<R>(streams: Streams, fields: readonly Field<R>[]): RowPrinter<R> {
  const lines: string[][] = [];
  return {
    rows(rows) {
      for (const row of rows) lines.push(fields.map((field) => harmless(field.text(row))));
      return '';
    },
    end() {
      const headings = fields.map(({ heading }) => heading);
      const wished = widthsOf([headings, ...lines]);
      const room = streams.out.isTTY ? streams.out.columns : undefined;
      // An id that is cut is of no use: it is there to be copied. Where it does not fit whole, nothing else would be read.
      const whole = fields.map(({ name }, place) => (name === 'id' ? (wished[place] ?? 0) : NARROWEST));
      const widths = fit(wished, lineWidth(whole) > (room ?? 0) ? whole.map(() => NARROWEST) : whole, room);
      const line = (cells: readonly string[]) =>
        cells
          .map((cell, place) => pad(cell, widths[place] ?? 0, fields[place]?.type === 'number'))
          .join(GAP)
          .trimEnd();
      const head = paint(streams, streams.out, 'bold', line(headings));
      return `${[head, ...lines.map(line)].join('\n')}\n`;
    },
  };
}

/** One object, a line a field. */
export function describe<R>(streams: Streams, fields: readonly Field<R>[], object: R): string {
  const width = Math.max(0, ...fields.map(({ heading }) => displayWidth(heading)));
  const lines = fields.map((field) => {
    const name = paint(streams, streams.out, 'bold', pad(field.heading, width, false));
    return `${name}${GAP}${harmless(field.text(object))}`.trimEnd();
  });
  return `${lines.join('\n')}\n`;
}

function widthsOf(lines: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const line of lines) {
    for (const [place, cell] of line.entries()) widths[place] = Math.max(widths[place] ?? 0, displayWidth(cell));
  }
  return widths;
}

function lineWidth(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
}

/** Takes columns from the widest until the line fits, from none more than it needs. */
function fit(widths: readonly number[], least: readonly number[], columns: number | undefined): number[] {
  const fitted = [...widths];
  if (columns === undefined) return fitted;
  let over = lineWidth(fitted) - columns;
  while (over > 0) {
    const spare = fitted.map((width, place) => (width > (least[place] ?? 0) ? width : 0));
    const widest = Math.max(...spare);
    if (widest === 0) break;
    fitted[spare.indexOf(widest)] = widest - 1;
    over -= 1;
  }
  return fitted;
}

/** A text in exactly this many columns of a terminal, cut where it is longer. */
export function pad(text: string, width: number, right: boolean): string {
  const cut = truncate(text, width);
  const space = ' '.repeat(Math.max(0, width - displayWidth(cut)));
  return right ? space + cut : cut + space;
}

function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const character of text) {
    used += displayWidth(character);
    if (used > width) break;
    kept += character;
  }
  return `${kept}…`;
}
