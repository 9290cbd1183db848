import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GroupCommitDialect } from '@shp/server/store/db/groupCommit';
import Sqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';

type Schema = { note: { n: number; parent: number | null; text: string } };
export type Notes = Awaited<ReturnType<typeof openNotes>>;

/** A small database with group commit, a second connection that sees only committed rows, and another program's. */
export async function openNotes(journal: 'wal' | 'delete') {
  const folder = mkdtempSync(join(tmpdir(), 'shp-group-'));
  const file = join(folder, 'notes.sqlite');
  const connection = new Sqlite(file, { timeout: 0 });
  connection.pragma(`journal_mode = ${journal}`);
  connection.pragma('foreign_keys = ON');
  connection.exec('create table parent (id integer primary key)');
  connection.exec(`create table note (n integer primary key, text text not null,
    parent integer references parent (id) deferrable initially deferred)`);
  const write = new Kysely<Schema>({ dialect: new GroupCommitDialect(connection) });
  const other = new Sqlite(file, { timeout: 0 });
  const program = new Sqlite(file, { timeout: 0 });
  const keys = other.prepare<[], number>('select n from note order by n').pluck();
  return {
    write,
    other,
    program,
    kept: () => keys.all(),
    /** Limits the database to `pages` more pages than now; null removes the limit. */
    limit(pages: number | null) {
      const has = connection.pragma('page_count', { simple: true }) as number;
      connection.pragma(`max_page_count = ${pages === null ? 1_000_000 : has + pages}`);
    },
    async close() {
      await write.destroy();
      other.close();
      program.close();
      rmSync(folder, { recursive: true });
    },
  };
}

type Writer = Notes['write'];

/** Adds a note. With `parent`, which never exists, the commit fails, and with it every insert of the group. */
export async function insert(
  db: Writer,
  n: number,
  { parent = null, text = '' }: { parent?: number | null; text?: string } = {},
): Promise<void> {
  await db.insertInto('note').values({ n, parent, text }).execute();
}

/** Adds a duplicate note in a way that makes SQLite roll back the whole transaction. */
export async function insertOrTakeBack(db: Writer, n: number): Promise<void> {
  await sql`insert or rollback into note (n, text) values (${n}, '')`.execute(db);
}
