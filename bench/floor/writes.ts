import { createHash, randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { Work } from './serve.ts';

export type Item = { serial: string; score: number; reason: string };

/** The digest of a row of the audit after the one with the digest `previous`. */
export function chained(previous: string, id: string, at: string, action: string, object: string, changes: string) {
  const row = JSON.stringify([previous, id, at, 'x', 'x', 'admin', action, 'x', object, 'x', '127.0.0.1', changes]);
  return createHash('sm3').update(row).digest('hex');
}

/** One row of the audit, chained to the one before, and the record of its end. */
function auditing(db: Database) {
  const last = db.prepare('SELECT digest FROM audit ORDER BY seq DESC LIMIT 1');
  const add =
    db.prepare(`INSERT INTO audit (id, at, by_id, by_name, by_role, action, object_kind, object_id, object_name,
    address, changes, digest) VALUES (?, ?, 'x', 'x', 'admin', ?, 'x', ?, 'x', '127.0.0.1', ?, ?)`);
  const end = db.prepare('UPDATE audit_end SET count = count + 1, seq = ?, digest = ?');
  return (action: string, object: string, changes: string, at: string) => {
    const { digest } = (last.get() as { digest: string } | undefined) ?? { digest: '' };
    const id = randomUUID();
    const sum = chained(digest, id, at, action, object, changes);
    end.run(add.run(id, at, action, object, changes, sum).lastInsertRowid, sum);
  };
}

/** Twenty items over what is kept, their sum, one audit row: one durable transaction. */
export function scoreWork(db: Database): Work {
  const session = db.prepare('SELECT user_id FROM sessions WHERE token_hash = ?');
  const audit = auditing(db);
  const all = db.prepare('SELECT * FROM expert_scores WHERE assessment_id = ? AND expert_id = ?');
  const put =
    db.prepare(`INSERT INTO expert_scores (assessment_id, expert_id, serial, score, missing, reason, by_id, at)
    VALUES (?, ?, ?, ?, 0, ?, ?, ?) ON CONFLICT (assessment_id, expert_id, serial) DO UPDATE SET score = excluded.score,
    missing = excluded.missing, reason = excluded.reason, by_id = excluded.by_id, at = excluded.at`);
  const touch = db.prepare('UPDATE assessments SET updated_at = ? WHERE id = ?');
  const keep = db.transaction((id: string, expert: string, items: Item[], at: string) => {
    const before = all.all(id, expert);
    for (const { serial, score, reason } of items)
      put.run(id, expert, serial, Math.round(score * 10), reason, expert, at);
    touch.run(at, id);
    audit('assessment/expert_scores', id, JSON.stringify({ before: before.length, items }), at);
    return (all.all(id, expert) as { score: number | null }[]).reduce((sum, { score }) => sum + (score ?? 0), 0);
  });
  return (_query, body) => {
    session.get('unknown');
    const { id, expertId, items } = JSON.parse(body) as { id: string; expertId: string; items: Item[] };
    return { sum: keep.immediate(id, expertId, items, new Date().toISOString()) };
  };
}

/** One account with its audit row: one durable transaction. */
export function userWork(db: Database): Work {
  const session = db.prepare('SELECT user_id FROM sessions WHERE token_hash = ?');
  const audit = auditing(db);
  const taken = db.prepare('SELECT id FROM users WHERE account_key = ?');
  const user = db.prepare(`INSERT INTO users (id, role, account, account_key, division, name, name_key, profile,
    password_hash, must_change_password, created_at, updated_at) VALUES (?, 'station', ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`);
  const hand = db.prepare("INSERT INTO account_hands (user_id, by_id, at) VALUES (?, 'x', ?)");
  const add = db.transaction((id: string, body: string, at: string) => {
    const { account, division, profile } = JSON.parse(body) as { account: string; division: string; profile: object };
    if (taken.get(account)) throw new Error('taken');
    const { name } = profile as { name: string };
    const digest = createHash('sha256').update(id).digest('hex');
    user.run(id, account, account, division, name, name, JSON.stringify(profile), digest, at, at);
    hand.run(id, at);
    audit('user/add_station', id, body, at);
  });
  return (_query, body) => {
    session.get('unknown');
    const id = randomUUID();
    add.immediate(id, body, new Date().toISOString());
    return { id };
  };
}
