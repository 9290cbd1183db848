import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, rounded } from '../load.ts';
import { Line } from './line.ts';
import type { Ask, Work } from './work.ts';

/** An answered request: when it was sent after the beginning, and how long it took, in milliseconds. */
export type Taken = { at: number; took: number };
export type Driven = {
  /** Requests that were due; `unsent` of them found no connection free, as many as there may be. */
  due: number;
  unsent: number;
  right: Taken[];
  refused: Taken[];
  /** Lines that broke with a request on them. */
  cut: number;
  /** What must not be: another's or half an answer, another status, a refusal that does not say when to come again. */
  wrong: string[];
};

const TICK_MS = 4;
/** Where this process was held up, it does not make up for all of it at once. */
const MOST_AT_ONCE = 2000;
const MOST_LINES = 3000;

/** Makes so many requests a second of servers in turn, whether or not those before have been answered. */
export async function drive(urls: readonly string[], work: Work, rate: number, seconds: number): Promise<Driven> {
  const driven: Driven = { due: 0, unsent: 0, right: [], refused: [], cut: 0, wrong: [] };
  const began = performance.now();
  const lines = new Set<Line>();
  const free: Line[] = [];
  let opened = 0;
  const under = new Set<Promise<void>>();

  const run = async (line: Line, ask: Ask) => {
    const sent = performance.now();
    const reply = await line.ask(ask.request).catch(() => null);
    ask.became?.(reply);
    if (line.closed) lines.delete(line);
    else free.push(line);
    const taken = { at: sent - began, took: performance.now() - sent };
    if (reply === null) driven.cut += 1;
    else if (reply.status === 200 && ask.isRight(reply.body)) driven.right.push(taken);
    else if ((reply.status === 503 || reply.status === 429) && Number(reply.retryAfter) > 0) driven.refused.push(taken);
    else driven.wrong.push(`${ask.request.split('\r\n')[0]}: ${reply.status} ${reply.body.slice(0, 200)}`);
  };

  for (let passed = 0; passed < seconds * 1000; passed = performance.now() - began) {
    const missing = Math.min(Math.floor((passed / 1000) * rate) - driven.due, MOST_AT_ONCE);
    for (let each = 0; each < missing; each++) {
      driven.due += 1;
      const line = lineOf();
      if (line === null) driven.unsent += 1;
      else {
        const running: Promise<void> = run(line, work.next()).finally(() => under.delete(running));
        under.add(running);
      }
    }
    await sleep(TICK_MS);
  }
  await Promise.all(under);
  for (const line of lines) line.end();
  return driven;

  function lineOf(): Line | null {
    for (let line = free.pop(); line; line = free.pop()) {
      if (!line.closed) return line;
      lines.delete(line);
    }
    if (lines.size >= MOST_LINES) return null;
    const line = new Line(urls[opened++ % urls.length] ?? '');
    lines.add(line);
    return line;
  }
}

/** How long answers took, in milliseconds. */
export function timesOf(taken: readonly Taken[]) {
  const took = taken.map((one) => one.took);
  const longest = took.reduce((most, one) => Math.max(most, one), 0);
  return { p50: rounded(percentile(took, 0.5)), p95: rounded(percentile(took, 0.95)), longest: rounded(longest) };
}
