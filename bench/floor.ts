// The floor: the same work by bare node:http with better-sqlite3 or pg, as little code as does it, on the same data:
// tsx bench/floor.ts serve --port 0 --data DIR, or with the PostgreSQL at SHP_DATABASE_URL
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { verify } from '@node-rs/argon2';
import { databaseFile } from '@shp/server/store/db/types';
import Sqlite from 'better-sqlite3';
import { Pool } from 'pg';

const { values } = parseArgs({
  options: { data: { type: 'string', default: '' }, port: { type: 'string' } },
  allowPositionals: true,
});
const url = process.env.SHP_DATABASE_URL ?? '';
const onPostgres = url !== '';

/** A list of values as the database takes it, and the comparison with it. */
const list = (values: readonly string[]) => (onPostgres ? values : JSON.stringify(values));
const AMONG = onPostgres ? '= ANY(?)' : 'IN (SELECT value FROM json_each(?))';
const NARROW = `is_deleted = 0 AND status ${AMONG} AND division >= ? AND division < ?`;
const WIDE = 'is_deleted = 0';
const LAST = onPostgres ? 'NULLS LAST' : '';
const COLUMNS = `id, number, station_id, station_name, division, level, status, station_score, expert_score, created_at,
  submitted_at, concluded_at, valid_until, updated_at, version`;
const PUT = 'INSERT INTO expert_scores (assessment_id, expert_id, serial, score, missing, reason, by_id, at)';
const OVER = `ON CONFLICT (assessment_id, expert_id, serial) DO UPDATE SET score = excluded.score,
  missing = excluded.missing, reason = excluded.reason, by_id = excluded.by_id, at = excluded.at`;

const STATEMENTS = {
  session: 'SELECT user_id FROM sessions WHERE token_hash = ?',
  password: 'SELECT password_hash FROM users WHERE account_key = ?',
  experts: `SELECT ae.assessment_id, u.id, u.name FROM assessment_experts ae JOIN users u ON u.id = ae.expert_id
    WHERE ae.assessment_id ${AMONG} ORDER BY ae.assigned_at, u.id`,
  narrowTotal: `SELECT count(*) AS total FROM assessments WHERE ${NARROW}`,
  narrow: `SELECT ${COLUMNS} FROM assessments WHERE ${NARROW}
    ORDER BY submitted_at DESC ${LAST}, id DESC LIMIT 20 OFFSET ?`,
  wideTotal: `SELECT count(*) AS total FROM assessments WHERE ${WIDE}`,
  wide: `SELECT ${COLUMNS} FROM assessments WHERE ${WIDE} ORDER BY created_at DESC, id DESC LIMIT 20 OFFSET ?`,
  scores: 'SELECT * FROM expert_scores WHERE assessment_id = ? AND expert_id = ?',
  put: onPostgres
    ? `${PUT} SELECT x.* FROM json_to_recordset(?) AS x (assessment_id text, expert_id text, serial text, score int,
        missing int, reason text, by_id text, at text) ${OVER}`
    : `${PUT} VALUES (?, ?, ?, ?, 0, ?, ?, ?) ${OVER}`,
  touch: 'UPDATE assessments SET updated_at = ? WHERE id = ?',
  taken: 'SELECT id FROM users WHERE account_key = ?',
  user: `INSERT INTO users (id, role, account, account_key, division, name, name_key, profile, password_hash,
    must_change_password, created_at, updated_at) VALUES (?, 'station', ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
  hand: "INSERT INTO account_hands (user_id, by_id, at) VALUES (?, 'x', ?)",
  // On PostgreSQL the next writer waits here for the end of this transaction.
  last: `SELECT digest FROM audit_end ${onPostgres ? 'FOR UPDATE' : ''}`,
  audit: `INSERT INTO audit (id, at, by_id, by_name, by_role, action, object_kind, object_id, object_name, address,
    changes, digest) VALUES (?, ?, 'x', 'x', 'admin', ?, 'x', ?, 'x', '127.0.0.1', ?, ?) RETURNING seq`,
  end: 'UPDATE audit_end SET count = count + 1, seq = ?, digest = ?',
};

type Name = keyof typeof STATEMENTS;
/** The columns that the work reads. */
type Row = {
  id: string;
  assessment_id: string;
  name: string;
  total: number;
  score: number | null;
  digest: string;
  seq: number;
  password_hash: string;
};
/** Work that yields a statement with its values and gets the rows: the same for both databases. */
type Steps<T> = Generator<[Name, ...unknown[]], T, Row[]>;

/** A page of assessments, its exact total and the experts of its rows. */
function* page(query: URLSearchParams): Steps<object> {
  yield ['session', 'unknown'];
  const status = query.getAll('status');
  const city = (query.get('city') ?? '').slice(0, 4);
  const filter = status.length > 0 ? [list(status), city, `${city}~`] : [];
  const [counted] = yield [status.length > 0 ? 'narrowTotal' : 'wideTotal', ...filter];
  const skipped = (Number(query.get('page') ?? 1) - 1) * 20;
  const rows = yield [status.length > 0 ? 'narrow' : 'wide', ...filter, skipped];
  const experts = new Map<string, object[]>(rows.map(({ id }) => [id, []]));
  for (const { assessment_id, id, name } of yield ['experts', list(rows.map(({ id }) => id))])
    experts.get(assessment_id)?.push({ id, name });
  return { total: Number(counted?.total), items: rows.map((row) => ({ ...row, experts: experts.get(row.id) })) };
}

/** One row of the audit, chained to the one before. */
function* audit(action: string, object: string, changes: string, at: string): Steps<void> {
  const [before] = yield ['last'];
  const id = randomUUID();
  const parts = [before?.digest ?? '', id, at, 'x', 'x', 'admin', action, 'x', object, 'x', '127.0.0.1', changes];
  const digest = createHash('sm3').update(JSON.stringify(parts)).digest('hex');
  const [added] = yield ['audit', id, at, action, object, changes, digest];
  yield ['end', added?.seq, digest];
}

type Batch = { id: string; expertId: string; items: { serial: string; score: number; reason: string }[] };

/** Twenty scores over those that are there, their sum, one audit row. */
function* scores(body: string): Steps<object> {
  const { id, expertId, items } = JSON.parse(body) as Batch;
  const at = new Date().toISOString();
  yield ['session', 'unknown'];
  const before = yield ['scores', id, expertId];
  const rows = items.map(({ serial, score, reason }) => ({ serial, score: Math.round(score * 10), reason }));
  if (onPostgres) {
    const common = { assessment_id: id, expert_id: expertId, missing: 0, by_id: expertId, at };
    yield ['put', JSON.stringify(rows.map((row) => ({ ...row, ...common })))];
  } else for (const { serial, score, reason } of rows) yield ['put', id, expertId, serial, score, reason, expertId, at];
  yield ['touch', at, id];
  yield* audit('assessment/expert_scores', id, JSON.stringify({ before: before.length, items }), at);
  return { sum: (yield ['scores', id, expertId]).reduce((sum, { score }) => sum + (score ?? 0), 0) };
}

/** One account, one audit row. */
function* user(body: string): Steps<object> {
  const { account, division, profile } = JSON.parse(body) as Record<string, string> & { profile: { name: string } };
  yield ['session', 'unknown'];
  if ((yield ['taken', account]).length > 0) throw new Error('taken');
  const [id, at, { name }] = [randomUUID(), new Date().toISOString(), profile];
  const digest = createHash('sha256').update(id).digest('hex');
  yield ['user', id, account, account, division, name, name, JSON.stringify(profile), digest, at, at];
  yield ['hand', id, at];
  yield* audit('user/add_station', id, body, at);
  return { id };
}

function* passwordOf(account: string): Steps<string> {
  const [found] = yield ['password', account];
  return found?.password_hash ?? '';
}

type Run = <T>(steps: Steps<T>) => T | Promise<T>;
/** Runs work as it is, or as one durable transaction. */
const { read, write }: { read: Run; write: Run } = onPostgres ? postgres() : sqlite();

function sqlite() {
  const [reader, writer] = [
    new Sqlite(databaseFile(values.data), { readonly: true }),
    new Sqlite(databaseFile(values.data)),
  ];
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) writer.pragma(pragma);
  const runOn = (database: Sqlite.Database): (<T>(steps: Steps<T>) => T) => {
    database.pragma('cache_size = -32000');
    const prepared = new Map<Name, Sqlite.Statement>();
    const ask = ([name, ...given]: [Name, ...unknown[]]): Row[] => {
      const statement = prepared.get(name) ?? database.prepare(STATEMENTS[name]);
      prepared.set(name, statement);
      if (statement.reader) return statement.all(...given) as Row[];
      statement.run(...given);
      return [];
    };
    return (steps) => {
      let step = steps.next();
      while (!step.done) step = steps.next(ask(step.value));
      return step.value;
    };
  };
  const written = runOn(writer);
  return { read: runOn(reader), write: <T>(steps: Steps<T>) => writer.transaction(() => written(steps)).immediate() };
}

function postgres() {
  const pool = new Pool({ connectionString: url, max: 10 });
  const texts = Object.fromEntries(
    Object.entries(STATEMENTS).map(([name, text]) => {
      let place = 0;
      return [name, text.replace(/\?/g, () => `$${++place}`)];
    }),
  );
  const run = async <T>(steps: Steps<T>, around: readonly string[]): Promise<T> => {
    const client = await pool.connect();
    let whole = false;
    try {
      if (around[0]) await client.query(around[0]);
      let step = steps.next();
      while (!step.done) {
        const [name, ...given] = step.value;
        step = steps.next((await client.query<Row>({ name, text: texts[name] ?? '', values: given })).rows);
      }
      if (around[1]) await client.query(around[1]);
      whole = true;
      return step.value;
    } finally {
      client.release(!whole);
    }
  };
  return {
    read: <T>(steps: Steps<T>) => run(steps, []),
    write: <T>(steps: Steps<T>) => run(steps, ['BEGIN', 'COMMIT']),
  };
}

const WORKS: Record<string, (query: URLSearchParams, body: string) => unknown> = {
  '/list': (query) => read(page(query)),
  '/scores': (_query, body) => write(scores(body)),
  '/users': (_query, body) => write(user(body)),
  // The comparison of a password alone: what the hash allows.
  async '/login'(_query, body) {
    const { account, password } = JSON.parse(body) as Record<string, string>;
    const hash = await read(passwordOf(account ?? ''));
    return { good: await verify(hash, password ?? '', { memoryCost: 19_456, timeCost: 2, parallelism: 1 }) };
  },
};

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', search] = (request.url ?? '').split('?');
  let body = '';
  for await (const chunk of request) body += chunk;
  const text = JSON.stringify(await WORKS[path]?.(new URLSearchParams(search), body));
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }).end(text);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
