import type { Options } from '../../command/command.ts';
import type { CommandContext } from '../../command/context.ts';
import { Failure, UsageError } from '../../lib/errors.ts';
import { sanitized } from '../../lib/streams.ts';

/** PostgreSQL instead of SQLite in the data directory. */
export const DATABASE_URL = {
  databaseUrl: { kind: 'text', value: 'URL', help: ({ cli }) => cli.serve.databaseUrl },
} as const satisfies Options;

/** The PostgreSQL URL from the flag or the environment; null if there is none. @throws UsageError */
export function databaseUrl(context: CommandContext, flag: string | undefined): string | null {
  return postgresUrl(context, '--database-url', flag ?? process.env.SHP_DATABASE_URL);
}

/** Checks a PostgreSQL URL from a flag or the environment. @throws UsageError */
export function postgresUrl(context: CommandContext, flag: string, given: string | undefined): string | null {
  if (!given) return null;
  if (!/^postgres(?:ql)?:\/\//.test(given)) throw new UsageError(context.texts.cli.usage.databaseUrl(flag));
  const host = plaintextPgHost(given, process.env);
  if (host !== null) context.note(sanitized(context.texts.cli.serve.unencrypted(host)));
  return given;
}

/** Runs work on the database and file store and explains their errors. @throws Failure, UsageError */
export async function withStorageErrors<T>(
  context: CommandContext,
  filesFlag: string,
  work: () => Promise<T>,
): Promise<T> {
  const { serve, usage } = context.texts.cli;
  const [
    { DatabaseAway, DatabaseRefuses, EmptyDatabase, UnfitDatabase },
    { ForeignFiles, StoreAway, StoreRefuses, UnfitStore },
  ] = await Promise.all([import('@shp/server/store/db/faults'), import('@shp/server/fileStoreErrors')]);
  return work().catch((error: unknown) => {
    if (error instanceof DatabaseAway) throw new Failure(serve.noDatabase(error.message));
    if (error instanceof DatabaseRefuses) throw new Failure(serve.databaseRefuses(error.message));
    if (error instanceof EmptyDatabase) throw new Failure(serve.emptyDatabase, serve.emptyDatabaseHint);
    if (error instanceof UnfitDatabase)
      throw new Failure(serve.unfitDatabase(error.found.version, error.found.encoding));
    if (error instanceof ForeignFiles)
      throw new Failure(
        error.place.startsWith('s3:') ? serve.foreignBucket(error.place) : serve.foreignFiles(error.place),
      );
    if (error instanceof StoreAway) throw new Failure(serve.noStore(error.message));
    if (error instanceof StoreRefuses)
      throw new Failure(serve.storeRefuses(error.bucket, error.code || String(error.status)));
    if (error instanceof UnfitStore) {
      if (error.lacks === 'name') throw new UsageError(usage.bucket(filesFlag));
      throw new Failure(error.lacks === 'keys' ? serve.noKeys : serve.noEndpoint);
    }
    throw error;
  });
}

const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])?$/;

/** The remote PostgreSQL host if the connection would be unencrypted without `sslmode` saying so; else null. */
export function plaintextPgHost(url: string, env: NodeJS.ProcessEnv): string | null {
  if (env.PGSSLMODE || !URL.canParse(url)) return null;
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const explicit = searchParams.has('sslmode') || searchParams.has('ssl');
  return explicit || host.startsWith('/') || LOCAL.test(host) ? null : host;
}
