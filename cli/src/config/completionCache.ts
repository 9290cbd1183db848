import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDir } from '@shp/server/os/ensureDir';
import { atomicWrite } from '../lib/atomicWrite.ts';

type Kept<V> = Record<string, { at: number; values: V[] }>;

const KEEP_MS = 60_000;

const fileOf = (folder: string) => join(folder, 'completion.json');

/** Caches candidates for a minute, so that typing does not repeat requests. */
export async function cached<V>(folder: string, key: readonly string[], get: () => Promise<V[]>): Promise<V[]> {
  const name = createHash('sha256').update(JSON.stringify(key)).digest('hex');
  const file = fileOf(folder);
  const now = Date.now();
  const isFresh = ({ at }: { at: number }) => at <= now && now - at < KEEP_MS;
  const entries = Object.fromEntries(Object.entries(read<V>(file)).filter(([, one]) => isFresh(one)));
  const known = entries[name];
  if (known) return known.values;
  const values = await get();
  ensureDir(folder, 0o700);
  atomicWrite(file, JSON.stringify({ ...entries, [name]: { at: now, values } } satisfies Kept<V>), 0o600);
  return values;
}

/** Deletes the cache on logout: it contains names that the session could see. */
export function forgetCompletions(folder: string): void {
  rmSync(fileOf(folder), { force: true });
}

function read<V>(file: string): Kept<V> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept<V>;
  } catch {
    return {};
  }
}
