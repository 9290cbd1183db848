import type { Backup } from '@shp/server/backup/restore';
import type { Options } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import { readUserFile } from '../../lib/userFile.ts';
import { progress } from '../../output/progress.ts';

/** The secret key of an encrypted backup. */
export const IDENTITY_FLAG = {
  identity: { kind: 'text', value: 'FILE', help: ({ cli }) => cli.backup.identity },
} as const satisfies Options;

/** Runs work on a backup; explains errors of keys and compression. @throws UsageError, Failure */
export async function withKeys<T>(context: CommandContext, flag: string, work: () => Promise<T>): Promise<T> {
  const { EncryptedBackup, NoZstd, UnfitKey } = await import('@shp/server/backup/coding');
  const { backup, usage } = context.texts.cli;
  return work().catch((error: unknown) => {
    if (error instanceof UnfitKey) throw new UsageError(usage.ageKey(flag));
    if (error instanceof NoZstd) throw new Failure(backup.noZstd);
    if (error instanceof EncryptedBackup) throw new Failure(error.tried ? backup.wrongIdentity : backup.encrypted);
    throw error;
  });
}

/** Reads a whole backup and verifies it. @throws Failure */
export async function openBackup(context: CommandContext, file: string, identity: string | undefined): Promise<Backup> {
  const [{ Backup }, { identitiesIn }] = await Promise.all([
    import('@shp/server/backup/restore'),
    import('@shp/server/backup/coding'),
  ]);
  return withKeys(context, '--identity', async () => {
    const identities = identity === undefined ? [] : await identitiesIn(readUserFile(identity).toString('utf8'));
    const bar = progress(context, { shown: context.texts.cli.backup.checking, name: 'verify' }, 'bytes');
    return Backup.open(file, { signal: context.signal, watch: bar.at, identities }).finally(bar.end);
  });
}
