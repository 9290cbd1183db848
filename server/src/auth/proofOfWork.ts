import { randomBytes, randomInt } from 'node:crypto';
import type { WorkChallenge } from '@shp/shared/api/sessionObjects';
import { z } from 'zod';
import { CAPTCHA_SECONDS } from './captcha.ts';

/**
 * The client tries counters up to a random one in this range, 50 digests each: 100,000 digests on average, about a
 * second on a telephone. The server checks a solution with one try.
 */
const DIGESTS_A_TRY = 50;
const COUNTER_MIN = 1000;
const COUNTER_MAX = 3000;

/**
 * A challenge, its key, and the secret that signed it. The secret is stored under the key, so a solution is valid for
 * this key only.
 */
export async function newWork(now: number): Promise<{ key: string; secret: string; challenge: WorkChallenge }> {
  const [{ createChallenge }, { deriveKey }] = await load();
  const secret = randomBytes(32).toString('base64url');
  const { parameters, signature = '' } = await createChallenge({
    algorithm: 'SHA-256',
    cost: DIGESTS_A_TRY,
    counter: randomInt(COUNTER_MIN, COUNTER_MAX),
    deriveKey,
    expiresAt: Math.floor(now / 1000) + CAPTCHA_SECONDS,
    hmacSignatureSecret: secret,
  });
  return { key: randomBytes(16).toString('base64url'), secret, challenge: { parameters, signature } as WorkChallenge };
}

/** Whether a code solves the challenge that this secret signed. */
export async function isSolution(secret: string, code: string): Promise<boolean> {
  const payload = readPayload(code);
  if (payload === null) return false;
  const [{ verifySolution }, { deriveKey }] = await load();
  const { verified } = await verifySolution({ ...payload, deriveKey, hmacSignatureSecret: secret });
  return verified;
}

const payloadSchema = z.object({
  challenge: z.object({ parameters: z.record(z.string(), z.any()), signature: z.string() }),
  solution: z.object({ counter: z.int().min(0).max(0xffff_ffff), derivedKey: z.string() }),
});
type Payload = { challenge: WorkChallenge; solution: { counter: number; derivedKey: string } };

function readPayload(code: string): Payload | null {
  try {
    return payloadSchema.parse(JSON.parse(Buffer.from(code, 'base64').toString('utf8'))) as Payload;
  } catch {
    return null;
  }
}

/** Solves a challenge for clients on Node; returns the code for the login. */
export async function solveWork(challenge: WorkChallenge): Promise<string> {
  const [{ solveChallenge }, { deriveKey }] = await load();
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('the challenge was not solved in time');
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Loaded with the first challenge. */
function load() {
  return Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/sha')]);
}
