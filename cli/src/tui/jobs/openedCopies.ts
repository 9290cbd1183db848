import { rmSync, statSync } from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The copies that other programs were given, with their time of writing. */
const copies = new Map<string, number>();

/** The path of a new copy in a folder of its own that only the user can read; both go with the process. */
export async function newCopyPath(name: string): Promise<string> {
  if (copies.size === 0) process.once('exit', removeCopies);
  const path = join(await mkdtemp(join(tmpdir(), 'shp-')), name);
  copies.set(path, 0);
  return path;
}

/** The copy is written: what changes it from now on is the user's work, and stays. */
export async function copyWritten(path: string): Promise<void> {
  copies.set(path, (await stat(path)).mtimeMs);
}

function removeCopies(): void {
  for (const [path, writtenAt] of copies) {
    try {
      const info = statSync(path, { throwIfNoEntry: false });
      if (info === undefined || info.mtimeMs === writtenAt) rmSync(dirname(path), { recursive: true, force: true });
    } catch {
      // A program holds the file, as on Windows: it stays in the folder for temporary files.
    }
  }
}
