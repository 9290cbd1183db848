import { displayWidth } from '../../lib/width.ts';
import type { PreRenderedLines } from './preRenderedLines.ts';

export type Cell = { readonly x: number; readonly y: number };

const SYNC = ['\u001b[?2026h', '\u001b[?2026l'] as const;
const HIDE = '\u001b[?25l';
const SHOW = '\u001b[?25h';
const at = (x: number, y: number) => `\u001b[${y + 1};${x + 1}H`;

/** What the painter paints on. */
export type Canvas = {
  readonly columns: number;
  readonly rows: number;
  write(text: string): boolean;
  once(event: 'drain', listener: () => void): unknown;
};

/**
 * Paints frames on the whole screen. Only lines that differ from what stands there are written, in one piece, so
 * nothing flickers; a terminal that cannot keep up gets the newest frame and not all of them.
 */
export class Painter {
  private frame: readonly string[] = [];
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

  /** Takes a frame, a line a row. */
  paint(frame: string): void {
    this.frame = this.verbatim.expand(frame).split('\n');
    this.schedule();
  }

  /** Where the terminal's own cursor stands, which input methods follow; null hides it. */
  setCursor(cursor: Cell | null): void {
    this.cursor = cursor;
    this.schedule();
  }

  /** Begins, or goes on after {@link pause}, with a screen of which nothing is known. */
  resume(): void {
    this.paused = false;
    this.waiting = false;
    this.forget();
    this.schedule();
  }

  pause(): void {
    this.paused = true;
  }

  /** What stands on the screen is not what was painted any more; the next frame is painted whole. */
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
    const lines = Array.from({ length: rows }, (_, y) => this.frame[y] ?? '');
    let text = '';
    for (const [y, line] of lines.entries()) {
      if (line === this.shown[y] || (fresh && line === '')) continue;
      // Erasing after a line that fills the row would take its last character with it.
      text += at(0, y) + line + (!fresh && !fills(line, columns) ? '\u001b[K' : '');
    }
    if (text === '' && !fresh && sameCell(this.cursor, this.shownCursor)) return;
    const hidden = this.shownCursor === null || text === '' ? '' : HIDE;
    const cursor =
      this.cursor === null ? (this.shownCursor === null ? '' : HIDE) : at(this.cursor.x, this.cursor.y) + SHOW;
    this.shown = lines;
    this.shownCursor = this.cursor;
    const whole = SYNC[0] + hidden + (fresh ? '\u001b[0m\u001b[2J' : '') + text + cursor + SYNC[1];
    if (this.canvas.write(whole)) return;
    this.waiting = true;
    this.canvas.once('drain', () => {
      this.waiting = false;
      this.flush();
    });
  }
}

/** Whether a line takes the whole row. */
function fills(line: string, columns: number): boolean {
  if (line.length * 2 < columns) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what sets a style takes no room
  return displayWidth(line.replace(/\u001b\[[\d;:]*m/g, '')) >= columns;
}

function sameCell(a: Cell | null, b: Cell | null): boolean {
  return a === b || (a !== null && b !== null && a.x === b.x && a.y === b.y);
}
