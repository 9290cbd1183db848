import { verify } from '@node-rs/argon2';
import type { Work } from './serve.ts';

type Found = { password_hash: string };

/** The comparison of a password alone: what the hash allows. */
export function loginWork(find: (account: string) => Found | Promise<Found>): Work {
  return async (_query, body) => {
    const { account, password } = JSON.parse(body) as { account: string; password: string };
    const { password_hash } = await find(account);
    return { good: await verify(password_hash, password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }) };
  };
}
