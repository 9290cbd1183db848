import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Dialect, dialectOf } from '@shp/server/store/db/dialect';
import { openPostgres } from '@shp/server/store/db/postgres';
import { openSqlite } from '@shp/server/store/db/sqlite';
import { MIGRATIONS } from '@shp/server/store/schema/migrations';
import type { Db } from '@shp/server/store/schema/schema';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  Migrator,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { databaseOf, dropDatabaseOf } from '../support/postgres.ts';

const FOLDER = new URL('../../server/src/store/schema/migrations/', import.meta.url);

/** SHA-256 of the SQL of released migrations, which must never change. */
const RELEASED: Record<string, Record<Dialect, string>> = {
  '0001': {
    sqlite: '6c7603988e74d3f75bcdab615e3ee622990db0cadd6210f7239e1ec8e7a5e1e7',
    postgres: '261ef09d5c311f8c320c6b65b6f27f7beb69c4cc44976ffb818ccecd66fe35bb',
  },
  '0002': {
    sqlite: 'b5bdd8d0f3d660251efd65c3d18dc26b7455c5915293f096c9d9c8ba7c12c9a5',
    postgres: '1905af32bf80d4c006168136f192b04cd50d12c805f78a3bc4f6a2fbe86b9eea',
  },
  '0003': {
    sqlite: 'f3652ef64ee74f889fb4533bf0723ee28efb57a7adb7ce162a1fac48da04d3ee',
    postgres: '1da80860ebcfead937624fd05539df62ecba4fa85b7fb8d3b188638292251e4a',
  },
  '0004': {
    sqlite: 'a4fe68f565f87230bc7152fbd6236e38e4e30a8207d2004254c0685be6d93233',
    postgres: '6b62440d2e397e182333157191ce3502a9f653f31db45039f561df9d531e1357',
  },
  '0005': {
    sqlite: 'eb10dbadc3212b04ae9b3a4003d695b0919727c55276b05ee2d39fba5ec5b766',
    postgres: 'f26a09b762beb9acb839f2fa7ef0e63cd767ffc85538f899f44afebef754e37c',
  },
  '0006': {
    sqlite: '5103fe98298eb7547f6861538c55c16d10f81c92d074342a8576ebe6f5b9c32e',
    postgres: '445dba2f7832514ed075400b7d7654edc975a68660a604c07a289122826d9838',
  },
  '0007': {
    sqlite: '5a7c008f7c6ea6966208f43cc1d4c4724cd682136439b5939ed4211db750c75c',
    postgres: '2d28351c7572782ab2ae99a30c8ae30679472e5ce21060307fb8dc396c07a901',
  },
  '0008': {
    sqlite: '0e479298edd7728500d58b3b6e11c99ed982098c3157c1e6753ec77c5a671fc9',
    postgres: 'a64b36d43541be1318894c9893a0c2be4057c2d989a7be482d5de8c6a8756826',
  },
  '0009': {
    sqlite: '11ebba8dec2ada1a4359f4d03fe169dce844acb4874b32a4849961f357f4e165',
    postgres: '76f620e1d310632fc95fc0eb0c9bea790853dfafb3f2159851d7ec3d512545a2',
  },
  '0010': {
    sqlite: '6c775861c8eb2baeb96b3b0b8b70b266506540d6d5e764a6ac63bcfdcc10c535',
    postgres: '172ccc8788a88d1a0fa1cdfd1fada00371f32e9d4e426fbbbbb7247e04f1aa3f',
  },
  '0012': {
    sqlite: '91a4b6405a8e4afd6269dc7fecfdb4bacd57eabdffe575958a294a034698f2d5',
    postgres: '2bc1a4127bb8fdb9977f89d5f356d307793e3555c0ba1d96fcbd72d272d4de42',
  },
  '0013': {
    sqlite: '7543d41f64c128c0cc7b7cb5d8a211b6d179599335b7ae7a56bcd8e270e96054',
    postgres: '7e5be53a0336fd2f3be28d2b3c21f96cfe8376cfd8d05228c079f512744c8099',
  },
  '0014': {
    sqlite: '488ae0f536f349e26943db17254428c4b181db79b63b272652c9339fe4ed7742',
    postgres: 'a12cfe6d4540bf7e28b8df48c175874b0f2022337b1cba9a38aa45033a204fa7',
  },
};

test('each migration has a file that imports only kysely and frozen.ts', () => {
  const files = readdirSync(FOLDER, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts'));
  for (const file of files) {
    const imports = readFileSync(new URL(file, FOLDER), 'utf8').matchAll(/\bfrom '([^']+)'|\bimport\(/g);
    for (const [, from] of imports)
      expect(['kysely', file.includes('/') ? '../frozen.ts' : './frozen.ts'], file).toContain(from);
  }
  const numbers = files.filter((file) => file !== 'frozen.ts').map((file) => basename(file).slice(0, 4));
  expect(Object.keys(MIGRATIONS)).toEqual(numbers.sort());
});

test('released migrations emit the SQL of their release', async () => {
  for (const [number, digests] of Object.entries(RELEASED))
    expect({ [number]: await digestsOf(number) }).toEqual({ [number]: digests });
});

const NUMBERS = Object.keys(MIGRATIONS);

test.each([
  ['step by step', NUMBERS.map((_, place) => NUMBERS.slice(0, place + 1))],
  ['at once', [NUMBERS.slice(0, 1), NUMBERS]],
])('a filled database of the oldest release, upgraded %s, has the schema of a new one', async (_how, steps) => {
  const fresh = await newDatabase();
  await migrate(fresh, NUMBERS);
  const upgraded = await newDatabase();
  for (const [index, numbers] of steps.entries()) {
    await migrate(upgraded, numbers);
    if (index === 0) for (const row of ROWS) await sql.raw(row).execute(upgraded);
  }
  const schema = await schemaOf(fresh);
  expect(schema.length).toBeGreaterThan(100);
  expect(await schemaOf(upgraded)).toEqual(schema);
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM assessments`.execute(upgraded);
  expect(Number(rows[0]?.count)).toBe(1);
});

const userRow = (role: string) => `INSERT INTO users (id, role, account, account_key, division, name, name_key, profile,
  password_hash, must_change_password, created_at, updated_at)
  VALUES ('${role}', '${role}', '${role}', '${role}', '450325', '${role}', '${role}', '{}', '', 0, '2026', '2026')`;

/** Rows of the oldest release in the tables that later migrations rebuild, extend or count. */
const ROWS = [
  userRow('station'),
  userRow('expert'),
  `INSERT INTO assessments (id, number, station_id, station_name, station_key, division, level, status, stage,
    created_at, submitted_at, updated_at, standard_version, form, print, print_digest)
    VALUES ('a', 'GXXSD-2026-000001', 'station', 'station', 'station', '450325', 3, 'failed', 7,
    '2026-01-01T00:00:00.000Z', '2026-02-03T15:59:59.999Z', '2026-02-03T15:59:59.999Z', '2024', '{}', '{}', 'd')`,
  "INSERT INTO assessment_experts (assessment_id, expert_id, assigned_at) VALUES ('a', 'expert', '2026')",
  `INSERT INTO events (id, assessment_id, seq, status, description, remarks, at)
    VALUES ('e', 'a', 1, 'failed', '', '[]', '2026-02-05T00:00:00.000Z')`,
];

async function newDatabase(): Promise<Db> {
  const data = mkdtempSync(join(tmpdir(), 'shp-migrations-'));
  const url = await databaseOf(data);
  const database = url === null ? openSqlite(data) : await openPostgres(url);
  onTestFinished(async () => {
    await database.close();
    rmSync(data, { recursive: true });
    await dropDatabaseOf(data);
  });
  return database.write;
}

async function migrate(db: Db, numbers: readonly string[]): Promise<void> {
  const known = Object.fromEntries(Object.entries(MIGRATIONS).filter(([number]) => numbers.includes(number)));
  const { error } = await new Migrator({ db, provider: { getMigrations: async () => known } }).migrateToLatest();
  expect(error).toBeUndefined();
}

/** One line per table, column, index, constraint, trigger and function, sorted by name. */
async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`${sql.raw(SCHEMA[dialectOf(db)])}`.execute(db);
  return rows.map(({ line }) => line).sort();
}

const SCHEMA: Record<Dialect, string> = {
  sqlite: `SELECT type || ' ' || name || ' ' || coalesce(sql, '') AS line FROM sqlite_master`,
  postgres: `
    SELECT format('column %s.%s %s %s %s %s', table_name, column_name, data_type, is_nullable, column_default,
        collation_name) AS line
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT format('constraint %s on %s: %s', conname, conrelid::regclass, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
};

async function digestsOf(number: string): Promise<Record<Dialect, string>> {
  return { sqlite: await digestOf(number, 'sqlite'), postgres: await digestOf(number, 'postgres') };
}

/** SHA-256 of all statements of a migration. */
async function digestOf(number: string, dialect: Dialect): Promise<string> {
  const digest = createHash('sha256');
  class Recorder extends DummyDriver {
    override async acquireConnection() {
      return {
        async executeQuery(query: CompiledQuery) {
          digest.update(`${query.sql};\n`);
          return { rows: [] };
        },
        async *streamQuery() {},
      };
    }
  }
  const isSqlite = dialect === 'sqlite';
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => (isSqlite ? new SqliteAdapter() : new PostgresAdapter()),
      createDriver: () => new Recorder(),
      createIntrospector: (of) => new SqliteIntrospector(of),
      createQueryCompiler: () => (isSqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
    },
  });
  await MIGRATIONS[number]?.up(db);
  return digest.digest('hex');
}
