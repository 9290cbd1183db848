import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { loadOnce } from '@shp/shared/domain/lib/loadOnce';
import { semaphore } from '../overload/semaphore.ts';

/** OWASP's minimum for argon2id, the library's own algorithm: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Concurrency: cores + 2, so that no core idles while a login writes or waits for the disk. The queue of 128 is about a
 * second's work and smaller than the limit of running calls (`overload/admission.ts`), so a login storm does not block
 * other calls.
 */
const slowly = semaphore(availableParallelism() + 2, 128);

/** 31 letters and digits without look-alikes: 16 of them are 79 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random initial password, `xxxx-xxxx-xxxx-xxxx`. */
export function newInitialPassword(): string {
  const part = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return [part(), part(), part(), part()].join('-');
}

/** The stored form of an initial password. With 79 random bits a fast digest is safe. */
export function digestInitial(password: string): string {
  return `sha256$${sha256(hashPassword(password))}`;
}

/**
 * The stored form of a password that a person chose; `sm3` is its form on the wire. Takes about 9 ms, off the main
 * thread.
 */
export function digestChosen(sm3: string): Promise<string> {
  return slowly(() => hash(sm3, ARGON2));
}

/** Whether a password, in its wire form, matches the stored one. */
export async function matches(storedHash: string, sm3: string): Promise<boolean> {
  if (storedHash.startsWith('sha256$')) {
    // Take as long as any other comparison; otherwise the time reveals accounts that were never used.
    await compareWithDecoy(sm3);
    return timingSafeEqual(Buffer.from(storedHash.slice(7), 'hex'), Buffer.from(sha256(sm3), 'hex'));
  }
  return slowly(() => verify(storedHash, sm3, ARGON2));
}

const decoy = loadOnce(() => digestChosen(sha256(newInitialPassword())));

/** Takes the time of a real comparison, so that an unknown account does not answer faster than a known one. */
export async function compareWithDecoy(sm3: string): Promise<false> {
  await matches(await decoy(), sm3);
  return false;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
