import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Client } from 'pg';

type Value = string | number | null;
type Row = Record<string, unknown>;

/** Direct access to a server's database, for facts that no call returns and states that no call creates. */
export type RawDatabase = {
  /** Runs one statement; `?` stands for each value. */
  sql<R = Row>(text: string, ...values: Value[]): Promise<R[]>;
  /**
   * Runs one statement on a table without triggers and foreign keys, as an attacker with full database access could.
   */
  tamper(table: string, text: string, ...values: Value[]): Promise<void>;
  /** All table names. */
  tables(): Promise<string[]>;
  /** The column names of a table. */
  columns(table: string): Promise<string[]>;
};

/** The database in a data directory, or the PostgreSQL database at a URL. */
export function rawDatabase(data: string, url: string | null): RawDatabase {
  return url === null ? ofSqlite(data) : ofPostgres(url);
}

function ofSqlite(data: string): RawDatabase {
  const asked = async <T>(work: (database: Sqlite.Database) => T): Promise<T> => {
    const database = new Sqlite(join(data, 'shp.sqlite'), { timeout: 5000 });
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    sql: <R>(text: string, ...values: Value[]) =>
      asked((database) => {
        const statement = database.prepare(text);
        if (statement.reader) return statement.all(...values) as R[];
        statement.run(...values);
        return [];
      }),
    tamper: (table, text, ...values) =>
      asked((database) => {
        const triggers = database
          .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?")
          .all(table) as { name: string; sql: string }[];
        for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
        database.pragma('foreign_keys = OFF');
        database.prepare(text).run(...values);
        for (const { sql } of triggers) database.exec(sql);
      }),
    tables: () =>
      asked((database) =>
        database.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all(),
      ),
    columns: (table) =>
      asked((database) =>
        database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table),
      ),
  };
}

function ofPostgres(url: string): RawDatabase {
  const asked = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client(url);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const run = async (client: Client, text: string, values: Value[]): Promise<Row[]> => {
    let place = 0;
    return (
      await client.query<Row>(
        text.replaceAll('?', () => `$${++place}`),
        values,
      )
    ).rows;
  };
  return {
    sql: <R>(text: string, ...values: Value[]) => asked(async (client) => (await run(client, text, values)) as R[]),
    tamper: (_table, text, ...values) =>
      asked(async (client) => {
        await client.query('SET session_replication_role = replica');
        await run(client, text, values);
      }),
    tables: () =>
      asked(async (client) => {
        const { rows } = await client.query<{ name: string }>(
          "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
        );
        return rows.map(({ name }) => name);
      }),
    columns: (table) =>
      asked(async (client) => {
        const { rows } = await client.query<{ name: string }>(
          "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1",
          [table],
        );
        return rows.map(({ name }) => name);
      }),
  };
}
