import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Compression } from '@shp/server/backup/coding';
import type { RetentionRule } from '@shp/server/backup/keep';
import { printOnRequest } from '../../bulk/forEachId.ts';
import { confirm } from '../../command/ask.ts';
import { command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { dataDir } from '../../config/dirs.ts';
import { Failure, PartlyDone, UsageError } from '../../lib/errors.ts';
import { withLock } from '../../lib/lock.ts';
import { isFilePath, mustBeFile } from '../../lib/userFile.ts';
import { resultView } from '../../lists/resultViews.ts';
import { screenColumn, type View } from '../../output/columns.ts';
import { printObject, printRows } from '../../output/print.ts';
import { bytes, progress } from '../../output/progress.ts';
import { VERSION } from '../../version.ts';
import { IDENTITY_FLAG, openBackup, withKeys } from '../flags/backupKeyFlags.ts';
import { createPrivately, DATA, FILES, withDataDirErrors } from '../flags/maintenanceFlags.ts';

/** Names of the backups in a folder, with their time. */
const OWN = /^shp-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar(?:\.gz|\.zst)?(?:\.age)?$/;

function nameFor(now: Date, ending: string, isEncrypted: boolean): string {
  return `shp-${now.toISOString().replace(/[-:]|\.\d+/g, '')}${ending}${isEncrypted ? '.age' : ''}`;
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
    options: {
      ...DATA,
      ...FILES,
      keep: { kind: 'text', value: '7d,4w,12m', help: ({ cli }) => cli.backup.keep },
      recipient: { kind: 'list', value: 'PUBLIC-KEY', help: ({ cli }) => cli.backup.recipient },
    },
    examples: [
      'shp backup shp.tar --data /srv/shp',
      'shp backup /backups/ --data /srv/shp --keep 7d,4w,12m',
      'shp backup /backups/ --data /srv/shp --recipient age1…',
    ],
    prints: 'on request',
    async run({ args: [name], options }, context) {
      // Low priority, so that a running server comes first.
      setPriority(constants.priority.PRIORITY_LOW);
      createPrivately();
      const data = dataDir(options.data);
      const folder = name.endsWith('/') || (existsSync(name) && statSync(name).isDirectory());
      const { recipient: recipients = [], files } = options;
      const { BEST, checkRecipients, compressionFor, ENDINGS } = await import('@shp/server/backup/coding');
      const { usage } = context.texts.cli;
      await withKeys(context, '--recipient', () => checkRecipients(recipients));
      const work = { data, files, recipients };
      if (!folder) {
        if (options.keep !== undefined) throw new UsageError(usage.needsFolder('--keep'));
        mustBeFile(name, context.texts);
        if (existsSync(name)) await confirm(context, context.texts.cli.prompts.replace(name));
        const compression = await withKeys(context, '', async () => compressionFor(name));
        return withLock(name, { wait: 0 }, () => backUp(context, { ...work, compression }, name));
      }
      const rule = await ruleOf(context, options.keep);
      return withLock(join(name, 'shp-backup'), { wait: 0 }, async () => {
        await clear(name);
        const now = new Date();
        const file = nameFor(now, ENDINGS[BEST], recipients.length > 0);
        // Deletes old backups only after a new one exists.
        await backUp(context, { ...work, compression: BEST }, join(name, file)).finally(async () => {
          if (rule !== null && existsSync(join(name, file))) await prune(context, name, rule, now.getTime());
        });
      });
    },
  }),
  command({
    name: 'backup verify',
    summary: ({ cli }) => cli.backup.verify,
    args: [{ name: 'FILE' }],
    options: IDENTITY_FLAG,
    examples: ['shp backup verify shp.tar', 'shp backup verify shp.tar.gz.age --identity key.txt'],
    prints: true,
    web: null,
    async run({ args: [file], options }, context) {
      if (!isFilePath(file)) throw new Failure(context.texts.cli.errors.notFile(file));
      const backup = await withDataDirErrors(context, file, () => openBackup(context, file, options.identity));
      await backup.close();
      const { manifest, sha256 } = backup;
      const { at, program, counts, unsound } = manifest;
      const { users = 0, assessments = 0, files = 0 } = counts;
      const row = { at, program, accounts: users, assessments, files, unsound, sha256 };
      const { columns } = context.texts.cli.backup;
      const view: View<typeof row> = {
        columns: [
          screenColumn('at', columns.at, (one) => one.at, 'time'),
          screenColumn('program', columns.program, (one) => one.program),
          screenColumn('accounts', columns.accounts, (one) => one.accounts, 'number'),
          screenColumn('assessments', columns.assessments, (one) => one.assessments, 'number'),
          screenColumn('files', columns.files, (one) => one.files, 'number'),
          screenColumn('unsound', columns.unsound, (one) => one.unsound),
          screenColumn('sha256', columns.sha256, (one) => one.sha256, 'code'),
        ],
        paths: ['at', 'program', 'accounts', 'assessments', 'files', 'unsound', 'sha256'],
      };
      await printObject(context, view, row);
      if (unsound.length > 0) throw new PartlyDone(context.texts.cli.backup.unsoundRestored(unsound.join(', ')));
      context.note(context.texts.cli.backup.sound(file));
    },
  }),
  command({
    name: 'backup list',
    summary: ({ cli }) => cli.backup.list,
    args: [{ name: 'DIR' }],
    options: { keep: { kind: 'text', value: '7d,4w,12m', help: ({ cli }) => cli.backup.keepTried } },
    examples: ['shp backup list /backups/', 'shp backup list /backups/ --keep 7d,4w,12m'],
    prints: true,
    web: null,
    async run({ args: [folder], options }, context) {
      if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
        throw new Failure(context.texts.cli.backup.noFolder(folder));
      const { isBackup } = await import('@shp/server/backup/detect');
      const rule = await ruleOf(context, options.keep);
      // As `backup` would find the folder now, with its new backup in it.
      const goes = rule === null ? null : await expiredIn(folder, rule, Date.now());
      const rows: Listed[] = [];
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const [name, path] = [entry.name, join(folder, entry.name)];
        const time = timeOf(name);
        // A backup may have any name; its time is then that of the file.
        if (time === null && !(entry.isFile() && !name.endsWith('.part') && (await isBackup(path)))) continue;
        const { size, mtimeMs } = statSync(path);
        const at = new Date(time ?? mtimeMs).toISOString();
        const expired = goes === null ? {} : { expired: goes.includes(name) };
        rows.push({ file: name, at, bytes: size, encrypted: name.endsWith('.age'), ...expired });
      }
      const { columns } = context.texts.cli.backup;
      const view: View<Listed> = {
        columns: [
          screenColumn('file', columns.file, ({ file }) => file),
          screenColumn('at', columns.at, ({ at }) => at, 'time'),
          screenColumn(
            'bytes',
            columns.bytes,
            (row) => row.bytes,
            'number',
            (row) => bytes(row.bytes),
          ),
          screenColumn('encrypted', columns.encrypted, ({ encrypted }) => encrypted),
          ...(goes === null ? [] : [screenColumn<Listed>('expired', columns.expired, ({ expired }) => expired)]),
        ],
        paths: ['file', 'at', 'bytes', 'encrypted', ...(goes === null ? [] : ['expired'])],
      };
      await printRows(context, view, [rows.sort((a, b) => (a.at < b.at ? 1 : -1))]);
    },
  }),
];

/** A backup in a folder; with `--keep` also whether that rule would delete it. */
type Listed = { file: string; at: string; bytes: number; encrypted: boolean; expired?: boolean };

/** The rule of `--keep`; null without one. @throws UsageError */
async function ruleOf({ texts }: CommandContext, keep: string | undefined): Promise<RetentionRule | null> {
  if (keep === undefined) return null;
  const { parseRetentionRule } = await import('@shp/server/backup/keep');
  const rule = parseRetentionRule(keep);
  if (rule === null) throw new UsageError(texts.cli.usage.keep('--keep'));
  return rule;
}

type Work = { data: string; files: string | undefined; recipients: readonly string[]; compression: Compression };

async function backUp(
  context: CommandContext,
  { data, files, recipients, compression }: Work,
  file: string,
): Promise<void> {
  const { makeBackup } = await import('@shp/server/backup/make');
  const { cli } = context.texts;
  const bar = progress(context, context.command, 'bytes');
  const { isBucket } = await import('@shp/server/files/blobs/fileStore');
  const bucket = files !== undefined && isBucket(files) ? files : null;
  const options = {
    files: bucket === null ? files : null,
    recipients,
    compression,
    program: VERSION,
    signal: context.signal,
    watch: bar.at,
  };
  const manifest = await withDataDirErrors(context, data, () => makeBackup(data, file, options).finally(bar.end));
  context.note(cli.backup.made(file, bytes(statSync(file).size), manifest.counts));
  if (bucket !== null) context.note(cli.backup.withoutFiles(bucket));
  const { at, unsound } = manifest;
  const { users: accounts = 0, assessments = 0, files: fileCount = 0 } = manifest.counts;
  const result = { file, at, bytes: statSync(file).size, accounts, assessments, files: fileCount, unsound };
  await printOnRequest(context, resultView(result), result);
  if (manifest.unsound.length > 0) throw new PartlyDone(cli.backup.unsound(manifest.unsound.join(', ')));
}

/** Deletes the remains of a killed backup; the caller holds the folder's lock. */
async function clear(folder: string): Promise<void> {
  const { UNFINISHED } = await import('@shp/server/backup/make');
  for (const name of readdirSync(folder)) {
    if (UNFINISHED.test(name) && OWN.test(name.replace(UNFINISHED, ''))) rmSync(join(folder, name), { force: true });
  }
}

async function prune(context: CommandContext, folder: string, rule: RetentionRule, now: number): Promise<void> {
  for (const name of await expiredIn(folder, rule, now)) {
    rmSync(join(folder, name));
    context.note(context.texts.cli.backup.removed(name));
  }
}

/** The names of the backups in a folder that a rule deletes once there is one of `now`. */
async function expiredIn(folder: string, rule: RetentionRule, now: number): Promise<string[]> {
  const { expiredBackups } = await import('@shp/server/backup/keep');
  const found = readdirSync(folder).flatMap((name) => {
    const time = timeOf(name);
    return time === null ? [] : [{ name, time }];
  });
  // The second of `now`, as in the name of its backup: a name has no milliseconds.
  const times = new Set([Math.floor(now / 1000) * 1000, ...found.map(({ time }) => time)]);
  const expired = new Set(expiredBackups([...times], rule, now));
  return found.filter(({ time }) => expired.has(time)).map(({ name }) => name);
}
