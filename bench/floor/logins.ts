import { verify } from '@node-rs/argon2';
import type { Database } from 'better-sqlite3';
import type { Work } from './serve.ts';

/** The comparison of a password alone: what the hash allows. */
export function loginWork(db: Database): Work {
  const find = db.prepare('SELECT password_hash FROM users WHERE account_key = ?');
  return async (_query, body) => {
    const { account, password } = JSON.parse(body) as { account: string; password: string };
    const { password_hash } = find.get(account) as { password_hash: string };
    return { good: await verify(password_hash, password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }) };
  };
}
