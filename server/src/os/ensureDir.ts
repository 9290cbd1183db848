import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents. Node's recursive mkdir loops forever if the system reports an existing parent as
 * missing, as under /proc.
 */
export function ensureDir(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || existsSync(above)) throw error;
    ensureDir(above, mode);
    ensureDir(path, mode);
  }
}
