import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Its modification time is the time of the newest backup; other backup tools can touch it. */
const RECORD = 'last-backup';

/** When the newest backup was made, in milliseconds since 1970; null if unknown. */
export function lastBackup(data: string): number | null {
  return statSync(join(data, RECORD), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** Records a finished backup in the data directory. */
export function recordBackup(data: string, file: string): void {
  writeFileSync(join(data, RECORD), `${file}\n`, { mode: 0o600 });
}
