import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Enter or list, as the group or as anybody else. */
const OTHERS = 0o055;
const EVERYBODY = 0o007;

/** Whether other accounts of this machine can look into a directory. Windows has no such modes. */
export function isOpenToOthers(directory: string): boolean {
  if (process.platform === 'win32') return false;
  return ((statSync(directory, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0;
}

/** Takes from everybody else what an earlier version gave them of the data in a directory. A group keeps its rights. */
export function closeToEverybody(directory: string): void {
  if (process.platform === 'win32') return;
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & EVERYBODY) === 0) continue;
    try {
      chmodSync(path, mode & 0o7770);
    } catch {
      // It belongs to another account, which has its reasons.
    }
  }
}
