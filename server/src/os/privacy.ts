import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Read or enter, for the group or all others. */
const OTHERS = 0o055;
const EVERYBODY = 0o007;

/** Whether other accounts of this machine can read a directory. Always false on Windows, which has no such modes. */
export function isReadableByOthers(directory: string): boolean {
  if (process.platform === 'win32') return false;
  return ((statSync(directory, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;
}

/**
 * Removes the rights of all other accounts to the entries of a data directory: an earlier version gave them. The group
 * keeps its rights.
 */
export function removeOthersAccess(directory: string): void {
  if (process.platform === 'win32') return;
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & EVERYBODY) === 0) continue;
    try {
      chmodSync(path, mode & 0o7770);
    } catch {
      // The entry belongs to another account: leave it.
    }
  }
}
