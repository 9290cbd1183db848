import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system of its own, which can be filled up and made to be read only. */
export type Small = { path: string; readOnly(yes: boolean): void; clear(): void };

/** Only whoever may mount can make one. */
export const MAY_MOUNT = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'shp-mount-'));
  const may = run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'none', folder);
  if (may) run('umount', folder);
  rmSync(folder, { recursive: true, force: true });
  return may;
})();

export function newSmall(megabytes: number): Small {
  const path = mkdtempSync(join(tmpdir(), 'shp-small-'));
  const must = (...command: [string, ...string[]]) => {
    if (!run(...command)) throw new Error(command.join(' '));
  };
  must('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'none', path);
  return {
    path,
    readOnly: (yes) => must('mount', '-o', `remount,${yes ? 'ro' : 'rw'}`, path),
    clear() {
      must('umount', path);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function run(...[command, ...args]: [string, ...string[]]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
