import type { CommandContext } from '../command/context.ts';
import { paint } from '../lib/streams.ts';

const BAR = 24;
const PAINT_MS = 100;
const LINE_MS = 5_000;

/**
 * Progress of long work: a bar on a terminal, a line every few seconds elsewhere, nothing with `--quiet`. The rate
 * counts from the first `at()`, so a resumed run estimates its time correctly.
 */
export type Progress = { at(done: number, total: number): void; end(): void };

export function progress(context: CommandContext, what: string, amount: (count: number) => string): Progress {
  const { err } = context.streams;
  if (context.watch) return { at: context.watch, end() {} };
  if (context.globals.quiet) return { at() {}, end() {} };
  const started = performance.now();
  const bar = err.isTTY === true;
  let shown = bar ? 0 : started;
  let painted = false;
  let first: number | null = null;
  return {
    at(done, total) {
      const now = performance.now();
      first ??= done;
      if (now - shown < (bar ? PAINT_MS : LINE_MS)) return;
      shown = now;
      const rate = (done - first) / Math.max((now - started) / 1000, 0.001);
      const left = rate > 0 ? Math.ceil((total - done) / rate) : null;
      const figures = context.texts.cli.progress(amount(done), amount(total), amount(Math.round(rate)), left);
      if (bar) err.write(`\r\u001b[K${what} ${paint(context.streams, err, 'green', barOf(done, total))} ${figures}`);
      else err.write(`${what}: ${figures}\n`);
      painted = bar;
    },
    end() {
      if (painted) err.write('\r\u001b[K');
    },
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
