import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SignedHead } from '@shp/shared/trust/history';

/** The last head that a server of this data directory signed; the database must still continue it. */
export const HEAD_NAME = 'audit-head.json';

/** The head in a data directory; null if there is none. An unreadable file counts as a head that no tree continues. */
export async function readHeadFile(data: string): Promise<SignedHead | null> {
  const text = await readFile(join(data, HEAD_NAME), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const unreadable = { head: { size: -1, root: '', at: '' }, key: '', signature: '' };
  try {
    const { head, key, signature } = JSON.parse(text) as SignedHead;
    const isHead = [head.root, head.at, key, signature].every((one) => typeof one === 'string');
    return isHead && Number.isInteger(head.size) ? { head, key, signature } : unreadable;
  } catch {
    return unreadable;
  }
}

/** Replaces the head in a data directory. */
export async function writeHeadFile(data: string, head: SignedHead): Promise<void> {
  const path = join(data, HEAD_NAME);
  await writeFile(`${path}.part`, `${JSON.stringify(head)}\n`, { mode: 0o600 });
  await rename(`${path}.part`, path);
}
