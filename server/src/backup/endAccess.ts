import Sqlite from 'better-sqlite3';
import { AuditBroken } from '../audit/append.ts';
import { transact } from '../context.ts';
import { openDatabase } from '../store/db/database.ts';
import { databaseFile } from '../store/db/types.ts';

/** Accounts that changed after the backup was made, by kind of change. */
export type ChangedAccounts = { readonly deleted: string[]; readonly reset: string[]; readonly changed: string[] };
export type Restored = {
  /** Null if the replaced database is not a later state of the backup, or is unreadable. */
  readonly since: ChangedAccounts | null;
  /** False if rows are missing at the end of the backup's own audit; the restore then adds no audit row. */
  readonly audited: boolean;
};

/** Tables that give access without a password. */
const ACCESS = [
  'sessions',
  'ended_sessions',
  'access_tokens',
  'download_tokens',
  'captchas',
  'factor_attempts',
] as const;

/**
 * Ends every session, token and captcha of a restored database before it goes live, and writes the restore to its
 * audit: a backup must not bring back access that was revoked after it.
 */
export async function endAllAccess(
  staging: string,
  replaced: string,
  backup: { at: string; sha256: string },
): Promise<Restored> {
  const since = changedSince(staging, replaced);
  const database = await openDatabase({ data: staging });
  let audited = true;
  try {
    for (const table of ACCESS) await database.write.deleteFrom(table).execute();
    await transact(database, { by: null, address: '', action: 'restore' }, ({ audit }) =>
      audit({
        object: { kind: 'backup', id: backup.sha256, name: backup.at },
        changes: { backupAt: [null, backup.at], digest: [null, backup.sha256] },
      }),
    ).catch((error: unknown) => {
      if (!(error instanceof AuditBroken)) throw error;
      audited = false;
    });
  } finally {
    await database.close();
  }
  // Back to a single file without WAL, as in the backup.
  const sqlite = new Sqlite(databaseFile(staging));
  sqlite.pragma('journal_mode = DELETE');
  sqlite.close();
  return { since, audited };
}

const ACTIONS = {
  'user/delete': 'deleted',
  'user/reset_password': 'reset',
  'user/change_password': 'changed',
} as const satisfies Record<string, keyof ChangedAccounts>;

type Audited = { action: keyof typeof ACTIONS; account: string };

/** The accounts of the backup that the replaced database has deleted, reset or given a new password since. */
function changedSince(staging: string, replaced: string): ChangedAccounts | null {
  let later: Sqlite.Database | null = null;
  try {
    later = new Sqlite(databaseFile(replaced), { readonly: true, fileMustExist: true });
    later.prepare('ATTACH ? AS backup').run(databaseFile(staging));
    const last = later.prepare('SELECT max(seq) FROM backup.audit').pluck().get() ?? 0;
    const isLater = later
      .prepare('SELECT (SELECT digest FROM audit WHERE seq = ?) IS (SELECT digest FROM backup.audit WHERE seq = ?)')
      .pluck()
      .get(last, last);
    if (isLater !== 1) return null;
    const rows = later
      .prepare<[unknown, ...string[]], Audited>(
        `SELECT DISTINCT audit.action, was.account FROM audit JOIN backup.users AS was ON was.id = audit.object_id
          WHERE audit.seq > ? AND was.is_deleted = 0 AND audit.action IN (${Object.keys(ACTIONS).map(() => '?')})
          ORDER BY was.account`,
      )
      .all(last, ...Object.keys(ACTIONS));
    const of = (kind: keyof ChangedAccounts) =>
      rows.filter(({ action }) => ACTIONS[action] === kind).map(({ account }) => account);
    return { deleted: of('deleted'), reset: of('reset'), changed: of('changed') };
  } catch {
    return null;
  } finally {
    later?.close();
  }
}
