import type { Assertion } from '@shp/shared/api/factors/factorObjects';
import type { ProofKind } from '@shp/shared/domain/accounts/factors';
import { plainCode } from '@shp/shared/domain/accounts/factors';
import type { Services } from '../../context.ts';
import type { AttemptRow, FactorRow } from '../../store/repositories/factors.ts';
import { listFactors, takeRecoveryCode, useFactor } from '../../store/repositories/factors.ts';
import type { Db } from '../../store/schema/schema.ts';
import { counterOfAssertion } from './passkeys.ts';
import { type Seal, SealBroken } from './seal.ts';
import { stepOfCode } from './totp.ts';

type Proof = { kind: ProofKind; code?: string | undefined; assertion?: Assertion | undefined };
type Login = Pick<AttemptRow, 'user_id' | 'secret'>;

/** Whether a proof is right; it then counts as used. */
export async function isProven(
  db: Db,
  services: Pick<Services, 'seal' | 'site'>,
  login: Login,
  proof: Proof,
  at: string,
): Promise<boolean> {
  const { kind, code } = proof;
  if (kind === 'recovery') return code !== undefined && takeRecoveryCode(db, login.user_id, plainCode(code), at);
  for (const factor of await listFactors(db, login.user_id)) {
    if (factor.kind !== kind) continue;
    const counter = await counterAfter(services, factor, login, proof, at);
    if (counter !== null) return useFactor(db, factor, counter, at);
  }
  return false;
}

/** What a factor counts after a right proof; null if the proof is wrong. */
async function counterAfter(
  { seal, site }: Pick<Services, 'seal' | 'site'>,
  factor: FactorRow,
  { secret: challenge }: Login,
  { code, assertion }: Proof,
  at: string,
): Promise<number | null> {
  if (factor.kind === 'totp')
    return code === undefined ? null : stepOfCode(secretOf(seal, factor), code, factor.counter, Date.parse(at));
  const where = site();
  if (where === null || challenge === null || assertion === undefined) return null;
  return counterOfAssertion(where, challenge, factor, assertion);
}

/** The secret of an app; without the key it opens no login, and the message in the log names the account's factor. */
function secretOf(seal: Seal, { id, user_id, secret }: FactorRow): string {
  try {
    return seal.open(secret, user_id);
  } catch (error) {
    if (error instanceof SealBroken) throw new Error(`second factor ${id}: ${error.message}`, { cause: error });
    throw error;
  }
}
