import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Its time is that of the newest backup; other ways of backing up can touch it. */
const RECORD = 'last-backup';

/** When the newest backup was made, in milliseconds since 1970; null where none is known. */
export function lastBackup(data: string): number | null {
  return statSync(join(data, RECORD), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** Notes in the data directory that a backup has just been made. */
export function recordBackup(data: string, file: string): void {
  writeFileSync(join(data, RECORD), `${file}\n`, { mode: 0o600 });
}
