import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@shp/server/store/sqlite';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let folder: string;
let database: ReturnType<typeof openSqlite>;
/** Another connection: it sees what is committed, and nothing else. */
let other: Sqlite.Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'shp-group-'));
  database = openSqlite(folder);
  await sql`create table parent (id integer primary key)`.execute(database.write);
  await sql`create table note (n integer primary key,
    parent integer references parent (id) deferrable initially deferred)`.execute(database.write);
  other = new Sqlite(join(folder, 'shp.sqlite'), { readonly: true });
});

afterEach(async () => {
  other.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const kept = () => other.prepare('select n from note order by n').pluck().all();
const numbers = (count: number) => Array.from({ length: count }, (_, place) => place);

function add(n: number, { parent = null, fail = false }: { parent?: number | null; fail?: boolean } = {}) {
  return database.write.transaction().execute(async (db) => {
    await sql`insert into note (n, parent) values (${n}, ${parent})`.execute(db);
    if (fail) throw new Error(`no ${n}`);
  });
}

describe('transactions that come together', () => {
  test('share commits, and each has returned only when others see it', async () => {
    const states = new Set<unknown>();
    const seen = await Promise.all(
      numbers(40).map(async (n) => {
        await add(n);
        states.add(other.pragma('data_version', { simple: true }));
        return kept().includes(n);
      }),
    );
    expect(seen).toEqual(numbers(40).map(() => true));
    expect(states.size).toBeLessThan(5);
  });

  test('of which one fails lose that one alone', async () => {
    const results = await Promise.allSettled(numbers(5).map((n) => add(n, { fail: n === 2 })));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true]);
    expect(results[2]).toMatchObject({ reason: { message: 'no 2' } });
    expect(kept()).toEqual([0, 1, 3, 4]);
  });

  test('see what those before them have done', async () => {
    const count = () =>
      database.write.transaction().execute(async (db) => {
        const { rows } = await sql<{ n: number }>`select count(*) as n from note`.execute(db);
        await sql`insert into note (n) values (${100 + (rows[0]?.n ?? 0)})`.execute(db);
      });
    await Promise.all([add(0), count(), count()]);
    expect(kept()).toEqual([0, 101, 102]);
  });

  test('all fail where their commit does, and the next one works', async () => {
    const results = await Promise.allSettled([add(0), add(1, { parent: 7 }), add(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(kept()).toEqual([]);
    await add(3);
    expect(kept()).toEqual([3]);
  });

  test('are on disk before a statement that has no transaction is', async () => {
    const first = add(0);
    await sql`insert into note (n) values (1)`.execute(database.write);
    expect(kept()).toEqual([0, 1]);
    await first;
  });
});
