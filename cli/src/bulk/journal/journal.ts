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

/** Identifies a run: the same work by the same account on the same server resumes. */
export type Identity = { kind: string; sha256: string; server: string; account: string };
/** The first line of a journal. */
export type Start = Identity & { journal: 1; rows: number; report: string; startedAt: string };

/** The journal in memory. `K` is the key of a row, fixed before it is sent; `R` its result. */
export type Journal<K, R extends string> = {
  readonly start: Start;
  /** The rows to send. */
  readonly keys: Map<number, K>;
  /** The rows in the report. */
  readonly done: Map<number, R>;
};

type Line<K, R> = Start | { row: number; key: K } | { row: number; done: R };

/** Writes a new journal with the keys of all rows, fsynced before the first row is sent. */
export function createJournal<K, R extends string>(path: string, start: Start, keys: Map<number, K>): Journal<K, R> {
  atomicWrite(path, `${JSON.stringify(start)}\n${keyLines(keys)}`, 0o600);
  return { start, keys, done: new Map() };
}

/** Adds keys for further rows, fsynced before the rows are sent. */
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

/** The journal of a run, beside its file. */
export const journalOf = (file: string) => `${file}.journal.ndjson`;

/** Reads a journal; null if there is none. Drops a line that a crash cut off. */
export function readJournal<K, R extends string>(path: string): Journal<K, R> | null {
  return existsSync(path) ? journalIn(wholeLines(path)) : null;
}

/** Reads a journal that a run may be writing, and leaves the file as it is. */
export function peekJournal<K, R extends string>(path: string): Journal<K, R> | null {
  return existsSync(path) ? journalIn(readFileSync(path, 'utf8').split('\n').slice(0, -1)) : null;
}

function journalIn<K, R extends string>(lines: readonly string[]): Journal<K, R> | null {
  const [first, ...rest] = lines.map((line) => JSON.parse(line) as Line<K, R>);
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

/** The complete lines of a file; truncates a partial last line. */
export function wholeLines(path: string): string[] {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) truncateSync(path, end);
  return bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
}

/**
 * Renames a file of an earlier run, with its time of change in the name: reports hold passwords that are shown only
 * once.
 */
export function renameEarlierFile(path: string): string | null {
  if (!existsSync(path)) return null;
  const stamp = statSync(path).mtime.toISOString().replace(/[-:]/g, '').slice(0, 15);
  const ending = extname(path);
  const aside = `${path.slice(0, path.length - ending.length)}.${stamp}${ending}`;
  renameSync(path, aside);
  return aside;
}
