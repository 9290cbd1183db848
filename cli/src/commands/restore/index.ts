import type { Restored } from '@shp/server/backup/endAccess';
import { ensureDir } from '@shp/server/os/ensureDir';
import { clockText } from '@shp/shared/sheets/days';
import { printOnRequest } from '../../bulk/forEachId.ts';
import { confirm } from '../../command/ask.ts';
import { command } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { dataDir } from '../../config/dirs.ts';
import { Failure, PartlyDone } from '../../lib/errors.ts';
import { sanitized } from '../../lib/streams.ts';
import { isFilePath } from '../../lib/userFile.ts';
import { resultView } from '../../lists/resultViews.ts';
import { progress } from '../../output/progress.ts';
import { IDENTITY_FLAG, openBackup } from '../flags/backupKeyFlags.ts';
import { createPrivately, DATA, withDataDirErrors } from '../flags/maintenanceFlags.ts';

export const commands = [
  command({
    name: 'restore',
    summary: ({ cli }) => cli.backup.restore,
    args: [{ name: 'FILE' }],
    options: { ...DATA, ...IDENTITY_FLAG },
    examples: [
      'shp restore shp.tar --data /srv/shp',
      'shp restore shp.tar.gz.age --identity key.txt --data /srv/shp --yes',
    ],
    prints: 'on request',
    run: ({ args: [file], options }, context) => {
      if (!isFilePath(file)) throw new Failure(context.texts.cli.errors.notFile(file));
      createPrivately();
      const data = dataDir(options.data);
      return withDataDirErrors(context, data, () => restore(context, file, data, options.identity));
    },
  }),
];

async function restore(
  context: CommandContext,
  file: string,
  data: string,
  identity: string | undefined,
): Promise<void> {
  const [{ takeDirectory }, { finishRestore, hasData }] = await Promise.all([
    import('@shp/server/os/dataDirLock'),
    import('@shp/server/backup/swap'),
  ]);
  const { cli } = context.texts;
  const backup = await openBackup(context, file, identity);
  let restored: Restored;
  let replaces: boolean;
  try {
    ensureDir(data, 0o700);
    const lock = takeDirectory(data, '');
    try {
      replaces = hasData(data);
      if (replaces) await confirm(context, cli.prompts.restore(data));
      await finishRestore(data);
      const bar = progress(context, { shown: cli.backup.writing, name: 'restore' }, 'bytes');
      restored = await backup.restoreTo(data, bar.at).finally(bar.end);
    } finally {
      lock.release();
    }
  } finally {
    await backup.close();
  }
  const { at, counts, unsound } = backup.manifest;
  const { since, audited } = restored;
  context.note(cli.backup.accessEnded);
  for (const kind of ['deleted', 'reset', 'changed'] as const)
    if (since && since[kind].length > 0) context.note(cli.backup.since[kind](sanitized(since[kind].join(', '))));
  if (since === null) context.note(replaces ? cli.backup.sinceUnreadable : cli.backup.sinceUnknown);
  if (!audited) context.note(cli.backup.notAudited);
  context.note(cli.backup.restored(data, clockText(at) ?? at, counts));
  const { users: accounts = 0, assessments = 0, files = 0 } = counts;
  const result = { data, at, accounts, assessments, files, unsound };
  await printOnRequest(context, resultView(result), result);
  if (unsound.length > 0) throw new PartlyDone(cli.backup.unsoundRestored(unsound.join(', ')));
}
