import type { Options } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { Failure } from '../../lib/errors.ts';

/** The data directory. */
export const DATA = {
  data: { kind: 'text', value: 'DIR', help: ({ cli }) => cli.serve.data },
} as const satisfies Options;

/** Where uploaded files are stored; the same value as for `serve`. */
export const FILES = {
  files: { kind: 'text', value: 'DIR|s3://BUCKET', help: ({ cli }) => cli.serve.files },
} as const satisfies Options;

/** umask 077: only this account can read new files. For commands that write into a data directory. */
export function createPrivately(): void {
  process.umask(0o077);
}

/** Runs work on a data directory and explains its errors. @throws Failure */
export async function withDataDirErrors<T>(context: CommandContext, data: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = await failureOf(context, data, error);
    throw failure ?? error;
  }
}

async function failureOf(context: CommandContext, data: string, error: unknown): Promise<Failure | null> {
  const { backup, serve } = context.texts.cli;
  const [{ NoDatabase, RestoreUnfinished }, { DirectoryInUse }, { DamagedBackup, NewerBackup }] = await Promise.all([
    import('@shp/server/backup/snapshot'),
    import('@shp/server/os/dataDirLock'),
    import('@shp/server/backup/restore'),
  ]);
  if (error instanceof NoDatabase) return new Failure(backup.noDatabase(data), backup.noDatabaseHint);
  if (error instanceof RestoreUnfinished) return new Failure(backup.unfinished(data), backup.unfinishedHint);
  if (error instanceof DirectoryInUse) return new Failure(serve.inUse(data, error.pid, error.address));
  if (error instanceof DamagedBackup) return new Failure(backup.damaged(error.part), backup.damagedHint);
  if (error instanceof NewerBackup) return new Failure(backup.newer(error.program));
  const { code, message } = error as { code?: string; message: string };
  if (code?.startsWith('SQLITE_')) return new Failure(backup.badDatabase(message), backup.badDatabaseHint);
  return null;
}
