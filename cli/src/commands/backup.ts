import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { DAY } from '@shp/shared/domain/days';
import { dataDir } from '../config/dataDir.ts';
import { command } from '../core/command.ts';
import type { Shp } from '../core/context.ts';
import { PartlyDone, UsageError } from '../core/errors.ts';
import { withLock } from '../files/lock.ts';
import { mustBeFile } from '../files/named.ts';
import { confirm } from '../input/ask.ts';
import { bytes, progress } from '../output/progress.ts';
import { VERSION } from '../version.ts';
import { daysOf } from './parts/days.ts';
import { DATA, FILES, inWords } from './parts/upkeep.ts';

const MOST_DAYS = 36_500;
/** The backups that a folder gets, by their time. */
const OWN = /^shp-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar$/;

function nameFor(now: Date): string {
  return `shp-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.tar`;
}

function timeOf(name: string): number | null {
  const [, ...parts] = OWN.exec(name) ?? [];
  if (parts.length === 0) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export const commands = [
  command({
    name: 'backup',
    summary: ({ cli }) => cli.backup.backup,
    args: [{ name: 'FILE' }],
    options: { ...DATA, ...FILES, keep: { kind: 'text', value: '30d', help: ({ cli }) => cli.backup.keep } },
    examples: ['shp backup shp.tar --data /srv/shp', 'shp backup /backups/ --data /srv/shp --keep 30d'],
    async run({ args: [name], options }, shp) {
      // Beside a server at work it takes the processor only where that leaves it.
      setPriority(constants.priority.PRIORITY_LOW);
      const data = dataDir(options.data);
      const folder = name.endsWith('/') || (existsSync(name) && statSync(name).isDirectory());
      if (!folder) {
        if (options.keep !== undefined) throw new UsageError(shp.texts.cli.usage.needsFolder('--keep'));
        mustBeFile(name, shp.texts);
        if (existsSync(name)) await confirm(shp, shp.texts.cli.prompts.replace(name));
        return withLock(name, { wait: 0 }, () => backUp(shp, { data, files: options.files }, name));
      }
      const days = options.keep === undefined ? null : daysOf(shp, '--keep', options.keep, MOST_DAYS);
      return withLock(join(name, 'shp-backup'), { wait: 0 }, async () => {
        await clear(name);
        const now = new Date();
        // What is too old goes only once there is a newer one.
        await backUp(shp, { data, files: options.files }, join(name, nameFor(now))).finally(() => {
          if (days !== null && existsSync(join(name, nameFor(now)))) prune(shp, name, now.getTime() - days * DAY);
        });
      });
    },
  }),
];

async function backUp(
  shp: Shp,
  { data, files }: { data: string; files: string | undefined },
  file: string,
): Promise<void> {
  const { makeBackup } = await import('@shp/server/backup/make');
  const { cli } = shp.texts;
  const bar = progress(shp, shp.command, bytes);
  const { isBucket } = await import('@shp/server/files/fileStore');
  const bucket = files !== undefined && isBucket(files) ? files : null;
  const options = { files: bucket === null ? files : null, program: VERSION, signal: shp.signal, watch: bar.at };
  const manifest = await inWords(shp, data, () => makeBackup(data, file, options).finally(bar.end));
  shp.note(cli.backup.made(file, bytes(statSync(file).size), manifest.counts));
  if (bucket !== null) shp.note(cli.backup.withoutFiles(bucket));
  if (manifest.unsound.length > 0) throw new PartlyDone(cli.backup.unsound(manifest.unsound.join(', ')));
}

/** Removes what a killed backup left in the folder; whoever holds the lock is the only one at work there. */
async function clear(folder: string): Promise<void> {
  const { UNFINISHED } = await import('@shp/server/backup/make');
  for (const name of readdirSync(folder)) {
    if (UNFINISHED.test(name) && OWN.test(name.replace(UNFINISHED, ''))) rmSync(join(folder, name), { force: true });
  }
}

function prune(shp: Shp, folder: string, before: number): void {
  for (const name of readdirSync(folder)) {
    const time = timeOf(name);
    if (time === null || time >= before) continue;
    rmSync(join(folder, name));
    shp.note(shp.texts.cli.backup.removed(name));
  }
}
