import type { CommandContext } from '../command/context.ts';
import { paint } from '../lib/streams.ts';

const BAR = 24;
const PAINT_MS = 100;
const LINE_MS = 5_000;
const JSON_MS = 1_000;

/** What progress counts. */
const UNITS = { bytes, rows: String, assessments: String, tables: String } as const;
type Unit = keyof typeof UNITS;

export type Progress = { at(done: number, total: number): void; end(): void };
/** The work under way: its text for people, and its name in `--progress json`. */
type What = string | { readonly shown: string; readonly name: string };

/**
 * Progress of long work: a bar on a terminal, a line every few seconds elsewhere, nothing with `--quiet`; with
 * `--progress json` lines for programs. The rate counts from the first `at()`, so a resumed run estimates its time
 * correctly.
 */
export function progress(context: CommandContext, what: What, unit: Unit): Progress {
  if (context.watch) return { at: context.watch, end() {} };
  const { shown, name } = typeof what === 'string' ? { shown: what, name: what } : what;
  if (context.globals.progress === 'json') return jsonLines(context, name, unit);
  if (context.globals.quiet) return { at() {}, end() {} };
  const { err } = context.streams;
  const amount = UNITS[unit];
  const speed = speedometer();
  const bar = err.isTTY === true;
  let last = bar ? 0 : performance.now();
  let painted = false;
  return {
    at(done, total) {
      const now = performance.now();
      const { rate, left } = speed(done, total, now);
      if (now - last < (bar ? PAINT_MS : LINE_MS)) return;
      last = now;
      const figures = context.texts.cli.progress(amount(done), amount(total), amount(Math.round(rate)), left);
      if (bar) err.write(`\r\u001b[K${shown} ${paint(context.streams, err, 'green', barOf(done, total))} ${figures}`);
      else err.write(`${shown}: ${figures}\n`);
      painted = bar;
    },
    end() {
      if (painted) err.write('\r\u001b[K');
    },
  };
}

/** The first figures, then a line a second at most, and the last figures at the end. */
function jsonLines({ streams }: CommandContext, what: string, unit: Unit): Progress {
  const speed = speedometer();
  let reportedAt = Number.NEGATIVE_INFINITY;
  let untold: string | null = null;
  const tell = () => {
    if (untold !== null) streams.err.write(untold);
    untold = null;
  };
  return {
    at(done, total) {
      const now = performance.now();
      const { rate, left } = speed(done, total, now);
      const figures = { what, done, total, unit, perSecond: Math.round(rate), secondsLeft: left };
      untold = `${JSON.stringify({ progress: figures })}\n`;
      if (now - reportedAt < JSON_MS) return;
      reportedAt = now;
      tell();
    },
    end: tell,
  };
}

/** Amount a second since the first figures, and the seconds left at that rate. */
function speedometer() {
  const started = performance.now();
  let first: number | null = null;
  return (done: number, total: number, now: number): { rate: number; left: number | null } => {
    first ??= done;
    const rate = (done - first) / Math.max((now - started) / 1000, 0.001);
    return { rate, left: rate > 0 ? Math.ceil((total - done) / rate) : null };
  };
}

function barOf(done: number, total: number): string {
  const full = total > 0 ? Math.min(BAR, Math.round((done / total) * BAR)) : 0;
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
}

/** A byte count for people. */
export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  if (count < 1024 ** 2) return `${(count / 1024).toFixed(1)} KB`;
  return `${(count / 1024 ** 2).toFixed(1)} MB`;
}
