import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDir } from '@shp/server/os/ensureDir';
import { LANGS, type Lang } from '@shp/shared/domain/lib/lang';
import { atomicWrite } from '../../lib/atomicWrite.ts';

/** Saved choices: the language, and the columns of each list. */
export type Preferences = { readonly lang?: Lang; readonly columns: Readonly<Record<string, readonly string[]>> };

const fileOf = (dir: string) => join(dir, 'tui.json');

/** Unreadable preferences count as missing. */
export function readPreferences(dir: string): Preferences {
  try {
    const stored = JSON.parse(readFileSync(fileOf(dir), 'utf8')) as Partial<Preferences>;
    const lang = LANGS.find((one) => one === stored.lang);
    return { columns: stored.columns ?? {}, ...(lang ? { lang } : {}) };
  } catch {
    return { columns: {} };
  }
}

export function writePreferences(dir: string, preferences: Preferences): void {
  try {
    ensureDir(dir, 0o700);
    atomicWrite(fileOf(dir), `${JSON.stringify(preferences, null, 2)}\n`, 0o600);
  } catch {
    // Write errors are ignored; the user can choose again.
  }
}
