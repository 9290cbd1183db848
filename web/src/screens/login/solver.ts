import type { WorkChallenge } from '@shp/shared/api/sessionObjects';
import { solveChallenge } from 'altcha-lib';
import { sha256 } from './sha256.ts';

export type Solved = { code: string } | { error: string };

/** Worker, so that solving does not freeze the page: receives a challenge, posts the code for the login. */
addEventListener('message', ({ data }: MessageEvent<WorkChallenge>) => {
  solve(data).then(
    (code) => postMessage({ code } satisfies Solved),
    (error: unknown) => postMessage({ error: String(error) } satisfies Solved),
  );
});

async function solve(challenge: WorkChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (solution === null) throw new Error('the challenge was not solved in time');
  return btoa(JSON.stringify({ challenge, solution }));
}

async function deriveKey(
  { cost, keyLength = 32 }: { cost: number; keyLength?: number },
  salt: Uint8Array,
  password: Uint8Array,
) {
  const first = new Uint8Array(salt.length + password.length);
  first.set(salt);
  first.set(password, salt.length);
  let derivedKey = sha256(first);
  for (let round = 1; round < cost; round++) derivedKey = sha256(derivedKey);
  return { derivedKey: derivedKey.subarray(0, keyLength) };
}
