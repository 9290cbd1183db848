import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { loadOnce } from '@shp/shared/domain/lib/loadOnce';
import { inTurns } from '../overload/semaphore.ts';

/** OWASP's minimum for argon2id, the library's own algorithm: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Two more than there are cores, so that none of them idles while logins are written down or wait for the disk; still more
 * would only get in the way of answering others. A second's worth may wait, fewer than calls may be under way
 * (`queue.ts`): a storm of logins keeps nobody else out.
 */
const slowly = inTurns(availableParallelism() + 2, 128);

/** 31 letters and digits without look-alikes: 16 of them are 79 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random initial password, `xxxx-xxxx-xxxx-xxxx`. */
export function newInitialPassword(): string {
  const part = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return [part(), part(), part(), part()].join('-');
}

/** What is kept of an initial password: random enough that a fast digest is safe (79 bits). */
export function digestInitial(password: string): string {
  return `sha256$${sha256(hashPassword(password))}`;
}

/** What is kept of a password that a person chose; `sm3` is how it was sent. Some 9 ms, off the main thread. */
export function digestChosen(sm3: string): Promise<string> {
  return slowly(() => hash(sm3, ARGON2));
}

/** Whether a password, as it was sent, is the kept one. */
export async function matches(kept: string, sm3: string): Promise<boolean> {
  if (kept.startsWith('sha256$')) {
    // As long as any other comparison, or the time would tell which accounts nobody has used yet.
    await matchNobody(sm3);
    return timingSafeEqual(Buffer.from(kept.slice(7), 'hex'), Buffer.from(sha256(sm3), 'hex'));
  }
  return slowly(() => verify(kept, sm3, ARGON2));
}

const decoy = loadOnce(() => digestChosen(sha256(newInitialPassword())));

/** Takes the time of a real comparison, so that an unknown account answers no faster than a known one. */
export async function matchNobody(sm3: string): Promise<false> {
  await matches(await decoy(), sm3);
  return false;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
