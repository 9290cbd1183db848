import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A new id: 9 characters of time in milliseconds, then 80 random bits. Later ids sort after earlier ones. */
export function newId(now: number = Date.now(), bytes: Uint8Array = randomBytes(16)): string {
  let time = '';
  for (let rest = now, i = 0; i < 9; i++, rest = Math.floor(rest / 32)) time = ALPHABET[rest % 32] + time;
  let random = '';
  for (const byte of bytes) random += ALPHABET[byte % 32];
  return time + random;
}
