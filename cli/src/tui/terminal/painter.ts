import { displayWidth } from '../../lib/width.ts';
import { unstyled } from '../look/look.ts';
import { columnsOf } from './columnsOf.ts';
import type { PreRenderedLines } from './preRenderedLines.ts';

export type Cell = { readonly x: number; readonly y: number };

const SYNC = ['\u001b[?2026h', '\u001b[?2026l'] as const;
const HIDE = '\u001b[?25l';
const SHOW = '\u001b[?25h';
const at = (x: number, y: number) => `\u001b[${y + 1};${x + 1}H`;

/** A box that stands over the page: its rows of the frame from `from` on, below the page, are shown at `x`, `y`. */
export type Float = {
  readonly from: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
/** Boxes over the page as they are in the last frame, the uppermost last; the page's rows from `top` until `bottom` are dimmed below them. */
export type Floats = {
  boxes(): readonly Float[];
  readonly top: number;
  readonly bottom: number;
  dim(text: string): string;
};
const NO_FLOATS: Floats = { boxes: () => [], top: 0, bottom: 0, dim: (text) => text };

/** What the painter needs of an output stream. */
export type Canvas = {
  readonly columns: number;
  readonly rows: number;
  write(text: string): boolean;
  once(event: 'drain', listener: () => void): unknown;
};

/**
 * Paints full-screen frames. Writes only changed lines in one call, so nothing flickers; a slow terminal gets only the
 * newest frame.
 */
export class Painter {
  private frame: readonly string[] = [];
  private readonly floats = new Set<Floats>();
  private shown: readonly (string | undefined)[] = [];
  private cursor: Cell | null = null;
  private shownCursor: Cell | null = null;
  private due = false;
  private waiting = false;
  private paused = true;

  constructor(
    private readonly canvas: Canvas,
    private readonly verbatim: PreRenderedLines,
  ) {}

  /** Paints a frame, one line per row. */
  paint(frame: string): void {
    this.frame = this.verbatim.expand(frame).split('\n');
    this.schedule();
  }

  /** Places the terminal's cursor, which input methods follow; null hides it. */
  setCursor(cursor: Cell | null): void {
    this.cursor = cursor;
    this.schedule();
  }

  /** Shows boxes over the page, until the returned function is called. */
  addFloats(floats: Floats): () => void {
    this.floats.add(floats);
    this.schedule();
    return () => {
      this.floats.delete(floats);
      this.schedule();
    };
  }

  /** The place in the frame of a cell of the screen, which a box may cover. */
  inFrame(cell: Cell): Cell {
    const box = this.shownFloats()
      .boxes()
      .findLast(({ x, y, width, height }) => cell.x >= x && cell.x < x + width && cell.y >= y && cell.y < y + height);
    return box === undefined ? cell : { x: cell.x - box.x, y: cell.y - box.y + box.from };
  }

  /** The place on the screen of a cell of the frame. */
  private onScreen(cell: Cell | null): Cell | null {
    const box =
      cell &&
      this.shownFloats()
        .boxes()
        .find(({ from, height }) => cell.y >= from && cell.y < from + height);
    return box ? { x: cell.x + box.x, y: cell.y - box.from + box.y } : cell;
  }

  /** The boxes of the page that is shown: a hidden one's have no rows in the frame. */
  private shownFloats(): Floats {
    const isShown = ({ from, height }: Float) => height > 0 && this.frame.length > from;
    return [...this.floats].findLast(({ boxes }) => boxes().some(isShown)) ?? NO_FLOATS;
  }

  /** The rows of the screen: the page with the boxes over it. */
  private composed(rows: number): string[] {
    const { boxes: boxesOf, top, bottom, dim } = this.shownFloats();
    const lines = Array.from({ length: rows }, (_, y) => this.frame[y] ?? '');
    const boxes = boxesOf();
    if (boxes.length === 0) return lines;
    for (let y = top; y < bottom; y++) lines[y] = dim(unstyled(lines[y] ?? ''));
    for (const box of boxes) {
      for (let row = 0; row < box.height && box.y + row < bottom; row++) {
        const under = unstyled(lines[box.y + row] ?? '');
        const own = this.frame[box.from + row] ?? '';
        const rest = ' '.repeat(Math.max(0, box.width - displayWidth(unstyled(own))));
        const right = columnsOf(under, box.x + box.width, this.canvas.columns).trimEnd();
        lines[box.y + row] = dim(columnsOf(under, 0, box.x)) + own + rest + dim(right);
      }
    }
    return lines;
  }

  /** Starts, or continues after {@link pause}, with unknown screen content. */
  resume(): void {
    this.paused = false;
    this.waiting = false;
    this.forget();
    this.schedule();
  }

  pause(): void {
    this.paused = true;
  }

  /** Repaints everything in the next frame. */
  forget(): void {
    this.shown = [];
    this.shownCursor = null;
  }

  private schedule(): void {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      this.flush();
    });
  }

  private flush(): void {
    if (this.paused || this.waiting) return;
    const { columns, rows } = this.canvas;
    const fresh = this.shown.length === 0;
    const lines = this.composed(rows);
    const place = this.onScreen(this.cursor);
    let text = '';
    for (const [y, line] of lines.entries()) {
      if (line === this.shown[y] || (fresh && line === '')) continue;
      // Erasing after a full row would delete its last character.
      text += at(0, y) + line + (!fresh && !fills(line, columns) ? '\u001b[K' : '');
    }
    if (text === '' && !fresh && sameCell(place, this.shownCursor)) return;
    const hidden = this.shownCursor === null || text === '' ? '' : HIDE;
    const cursor = place === null ? (this.shownCursor === null ? '' : HIDE) : at(place.x, place.y) + SHOW;
    this.shown = lines;
    this.shownCursor = place;
    const whole = SYNC[0] + hidden + (fresh ? '\u001b[0m\u001b[2J' : '') + text + cursor + SYNC[1];
    if (this.canvas.write(whole)) return;
    this.waiting = true;
    this.canvas.once('drain', () => {
      this.waiting = false;
      this.flush();
    });
  }
}

/** Whether a line fills the row. */
function fills(line: string, columns: number): boolean {
  if (line.length * 2 < columns) return false;
  return displayWidth(unstyled(line)) >= columns;
}

function sameCell(a: Cell | null, b: Cell | null): boolean {
  return a === b || (a !== null && b !== null && a.x === b.x && a.y === b.y);
}
