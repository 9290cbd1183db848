import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@shp/server/folder';
import { VERSION } from '../../version.ts';

/** Writes down what went wrong inside the program; answers where, null where nothing can be written. */
export function writeCrashLog(dir: string, error: unknown): string | null {
  const path = join(dir, 'tui-crash.log');
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const head = `${new Date().toISOString()} shp ${VERSION} node ${process.version} ${process.platform}`;
  try {
    makeFolder(dir, 0o700);
    appendFileSync(path, `${head}\n${detail}\n\n`, { mode: 0o600 });
    return path;
  } catch {
    return null;
  }
}
