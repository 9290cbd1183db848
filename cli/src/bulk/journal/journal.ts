import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { extname } from 'node:path';
import { atomicWrite } from '../../lib/atomicWrite.ts';

/** What a run is about: the same work, sent to the same server by the same account, goes on where it stopped. */
export type Identity = { kind: string; sha256: string; server: string; account: string };
/** The first line of a journal. */
export type Start = Identity & { journal: 1; rows: number; report: string; startedAt: string };

/** A run as its journal tells it: `K` is what was settled of a row before it was sent, `R` what became of it. */
export type Journal<K, R extends string> = {
  readonly start: Start;
  /** The rows that are to be sent. */
  readonly keys: Map<number, K>;
  /** Rows whose line is in the report. */
  readonly done: Map<number, R>;
};

type Line<K, R> = Start | { row: number; key: K } | { row: number; done: R };

/** Writes a new journal with the keys of all rows, safely on disk before the first of them is sent. */
export function createJournal<K, R extends string>(path: string, start: Start, keys: Map<number, K>): Journal<K, R> {
  atomicWrite(path, `${JSON.stringify(start)}\n${keyLines(keys)}`, 0o600);
  return { start, keys, done: new Map() };
}

/** Adds keys of rows that had none, safely on disk before the rows are sent. */
export function addKeys<K>(path: string, keys: ReadonlyMap<number, K>): void {
  const file = openSync(path, 'a');
  try {
    appendFileSync(file, keyLines(keys));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

const keyLines = <K>(keys: ReadonlyMap<number, K>) =>
  [...keys].map(([row, key]) => `${JSON.stringify({ row, key })}\n`).join('');

/** Reads a journal, null where there is none; a last line cut off by a crash is taken away. */
export function readJournal<K, R extends string>(path: string): Journal<K, R> | null {
  if (!existsSync(path)) return null;
  const [first, ...rest] = wholeLines(path).map((line) => JSON.parse(line) as Line<K, R>);
  if (!first || !('journal' in first)) return null;
  const keys = new Map<number, K>();
  const done = new Map<number, R>();
  for (const line of rest) {
    if ('key' in line) keys.set(line.row, line.key);
    else if ('done' in line) done.set(line.row, line.done);
  }
  return { start: first, keys, done };
}

export function doneLine(row: number, result: string): string {
  return `${JSON.stringify({ row, done: result })}\n`;
}

export function isFinished({ start, done }: Pick<Journal<unknown, string>, 'start' | 'done'>): boolean {
  return done.size >= start.rows;
}

export function isSame(one: Identity, other: Identity): boolean {
  return (
    one.kind === other.kind &&
    one.sha256 === other.sha256 &&
    one.server === other.server &&
    one.account === other.account
  );
}

/** The lines of a file of whole lines; what follows the last line's end is cut away. */
export function wholeLines(path: string): string[] {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) truncateSync(path, end);
  return bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
}

/** Puts a file of an earlier run aside under the time of its last change: reports hold passwords shown once. */
export function putAside(path: string): string | null {
  if (!existsSync(path)) return null;
  const stamp = statSync(path).mtime.toISOString().replace(/[-:]/g, '').slice(0, 15);
  const ending = extname(path);
  const aside = `${path.slice(0, path.length - ending.length)}.${stamp}${ending}`;
  renameSync(path, aside);
  return aside;
}
