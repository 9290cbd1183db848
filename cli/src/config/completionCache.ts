import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@shp/server/folder';
import type { Value } from '../completion/values.ts';
import { writeWhole } from '../lib/atomicWrite.ts';

type Kept = Record<string, { at: number; values: Value[] }>;

const KEEP_MS = 60_000;

const fileOf = (folder: string) => join(folder, 'completion.json');

/** Values from a minute ago are good enough while somebody types: they are asked for once. */
export async function cached(folder: string, key: readonly string[], get: () => Promise<Value[]>): Promise<Value[]> {
  const name = createHash('sha256').update(JSON.stringify(key)).digest('hex');
  const file = fileOf(folder);
  const now = Date.now();
  const isFresh = ({ at }: { at: number }) => at <= now && now - at < KEEP_MS;
  const kept = Object.fromEntries(Object.entries(read(file)).filter(([, one]) => isFresh(one)));
  const known = kept[name];
  if (known) return known.values;
  const values = await get();
  makeFolder(folder, 0o700);
  writeWhole(file, JSON.stringify({ ...kept, [name]: { at: now, values } } satisfies Kept), 0o600);
  return values;
}

/** The names that are kept are those of a session's view: they end with it. */
export function forgetCompletions(folder: string): void {
  rmSync(fileOf(folder), { force: true });
}

function read(file: string): Kept {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch {
    return {};
  }
}
