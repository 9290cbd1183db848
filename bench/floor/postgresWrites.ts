import { createHash, randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Work } from './serve.ts';
import { chained, type Item } from './writes.ts';

/** A statement that is planned once a connection. */
const ask = async (client: PoolClient, name: string, text: string, ...values: unknown[]) =>
  (await client.query({ name, text, values })).rows;

/** One durable transaction on one connection. */
async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await ask(client, 'session', 'SELECT user_id FROM sessions WHERE token_hash = $1', 'unknown');
    await client.query('BEGIN');
    const answer = await work(client);
    await client.query('COMMIT');
    return answer;
  } finally {
    client.release();
  }
}

/** One row of the audit, chained to the one before; whoever adds the next waits for the end of this transaction. */
async function audit(client: PoolClient, action: string, object: string, changes: string, at: string): Promise<void> {
  await ask(client, 'turn', 'SELECT seq FROM audit_end FOR UPDATE');
  const [last] = await ask(client, 'last', 'SELECT digest FROM audit ORDER BY seq DESC LIMIT 1');
  const id = randomUUID();
  const digest = chained(last?.digest ?? '', id, at, action, object, changes);
  const [added] = await ask(
    client,
    'audit',
    `INSERT INTO audit (id, at, by_id, by_name, by_role, action, object_kind, object_id, object_name, address, changes, digest)
      VALUES ($1, $2, 'x', 'x', 'admin', $3, 'x', $4, 'x', '127.0.0.1', $5, $6) RETURNING seq`,
    id,
    at,
    action,
    object,
    changes,
    digest,
  );
  await ask(client, 'end', 'UPDATE audit_end SET count = count + 1, seq = $1, digest = $2', added.seq, digest);
}

/** Twenty items over what is kept, their sum, one audit row: one durable transaction. */
export function scoreWork(pool: Pool): Work {
  return (_query, body) => {
    const { id, expertId, items } = JSON.parse(body) as { id: string; expertId: string; items: Item[] };
    const at = new Date().toISOString();
    const all = (client: PoolClient) =>
      ask(client, 'all', 'SELECT * FROM expert_scores WHERE assessment_id = $1 AND expert_id = $2', id, expertId);
    return inTransaction(pool, async (client) => {
      const before = await all(client);
      const rows = items.map(({ serial, score, reason }) => ({ serial, score: Math.round(score * 10), reason }));
      await ask(
        client,
        'put',
        `INSERT INTO expert_scores (assessment_id, expert_id, serial, score, missing, reason, by_id, at)
          SELECT $1, $2, serial, score, 0, reason, $2, $3 FROM json_to_recordset($4) AS x (serial text, score int, reason text)
          ON CONFLICT (assessment_id, expert_id, serial) DO UPDATE SET score = excluded.score, missing = excluded.missing,
          reason = excluded.reason, by_id = excluded.by_id, at = excluded.at`,
        id,
        expertId,
        at,
        JSON.stringify(rows),
      );
      await ask(client, 'touch', 'UPDATE assessments SET updated_at = $1 WHERE id = $2', at, id);
      await audit(client, 'assessment/expert_scores', id, JSON.stringify({ before: before.length, items }), at);
      return { sum: (await all(client)).reduce((sum, { score }) => sum + (score ?? 0), 0) };
    });
  };
}

/** One account with its audit row: one durable transaction. */
export function userWork(pool: Pool): Work {
  return (_query, body) => {
    const { account, division, profile } = JSON.parse(body) as {
      account: string;
      division: string;
      profile: { name: string };
    };
    const id = randomUUID();
    const at = new Date().toISOString();
    const digest = createHash('sha256').update(id).digest('hex');
    return inTransaction(pool, async (client) => {
      const taken = await ask(client, 'taken', 'SELECT id FROM users WHERE account_key = $1', account);
      if (taken.length > 0) throw new Error('taken');
      await ask(
        client,
        'user',
        `INSERT INTO users (id, role, account, account_key, division, name, name_key, profile, password_hash,
          must_change_password, created_at, updated_at) VALUES ($1, 'station', $2, $2, $3, $4, $4, $5, $6, 1, $7, $7)`,
        id,
        account,
        division,
        profile.name,
        JSON.stringify(profile),
        digest,
        at,
      );
      await ask(client, 'hand', `INSERT INTO account_hands (user_id, by_id, at) VALUES ($1, 'x', $2)`, id, at);
      await audit(client, 'user/add_station', id, body, at);
      return { id };
    });
  };
}
