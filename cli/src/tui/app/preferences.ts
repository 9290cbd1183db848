import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@shp/server/folder';
import { LANGS, type Lang } from '@shp/shared/domain/lib/lang';
import { atomicWrite } from '../../lib/atomicWrite.ts';

/** What somebody chose on the screen, for the next time: the language, and the columns of each list. */
export type Preferences = { readonly lang?: Lang; readonly columns: Readonly<Record<string, readonly string[]>> };

const fileOf = (dir: string) => join(dir, 'tui.json');

/** Preferences are no reason to fail: what cannot be read is as if it were not there. */
export function readPreferences(dir: string): Preferences {
  try {
    const kept = JSON.parse(readFileSync(fileOf(dir), 'utf8')) as Partial<Preferences>;
    const lang = LANGS.find((one) => one === kept.lang);
    return { columns: kept.columns ?? {}, ...(lang ? { lang } : {}) };
  } catch {
    return { columns: {} };
  }
}

export function writePreferences(dir: string, preferences: Preferences): void {
  try {
    makeFolder(dir, 0o700);
    atomicWrite(fileOf(dir), `${JSON.stringify(preferences, null, 2)}\n`, 0o600);
  } catch {
    // A choice that is not kept is chosen again the next time.
  }
}
