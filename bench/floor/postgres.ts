// The floor on PostgreSQL: the same work by bare node:http and pg, as little code as does it, on the same database.
// tsx bench/floor/postgres.ts URL
import { Pool } from 'pg';
import { COLUMNS, type Expert, type Row, withExperts } from './lists.ts';
import { loginWork } from './logins.ts';
import { scoreWork, userWork } from './postgresWrites.ts';
import { serve } from './serve.ts';

const [url = ''] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: 10 });

/** A statement that is planned once a connection. */
function prepared<R extends object>(name: string, text: string) {
  return async (...values: unknown[]) => (await pool.query<R>({ name, text, values })).rows;
}

const session = prepared('session', 'SELECT user_id FROM sessions WHERE token_hash = $1');
const experts = prepared<Expert>(
  'experts',
  `SELECT ae.assessment_id, u.id, u.name FROM assessment_experts ae JOIN users u ON u.id = ae.expert_id
    WHERE ae.assessment_id = ANY($1) ORDER BY ae.assigned_at, u.id`,
);
const password = prepared<{ password_hash: string }>(
  'password',
  'SELECT password_hash FROM users WHERE account_key = $1',
);
const page = (name: string, where: string, order: string) => ({
  total: prepared<{ total: string }>(`${name}-total`, `SELECT count(*) AS total FROM assessments WHERE ${where}`),
  rows: (skipped: number, ...filter: unknown[]) =>
    prepared<Row>(
      `${name}-rows`,
      `SELECT ${COLUMNS} FROM assessments WHERE ${where} ORDER BY ${order} LIMIT 20 OFFSET $${filter.length + 1}`,
    )(...filter, skipped),
});
const narrow = page(
  'narrow',
  'is_deleted = 0 AND status = ANY($1) AND division >= $2 AND division < $3',
  'submitted_at DESC NULLS LAST, id DESC',
);
const wide = page('wide', 'is_deleted = 0', 'created_at DESC, id DESC');

serve({
  '/list': async (query) => {
    await session('unknown');
    const status = query.getAll('status');
    const city = (query.get('city') ?? '').slice(0, 4);
    const filter = status.length > 0 ? [status, city, `${city}~`] : [];
    const { total, rows } = status.length > 0 ? narrow : wide;
    const skipped = (Number(query.get('page') ?? 1) - 1) * 20;
    const [[counted], found] = await Promise.all([total(...filter), rows(skipped, ...filter)]);
    return { total: Number(counted?.total), items: withExperts(found, await experts(found.map(({ id }) => id))) };
  },
  '/scores': scoreWork(pool),
  '/users': userWork(pool),
  '/login': loginWork(async (account) => (await password(account))[0] ?? { password_hash: '' }),
});
