import type { Assertion } from '@shp/shared/api/factors/factorObjects';
import type { ProofKind } from '@shp/shared/domain/accounts/factors';
import { plainCode } from '@shp/shared/domain/accounts/factors';
import type { Services } from '../../context.ts';
import { conflict } from '../../httpError.ts';
import type { AttemptRow, FactorRow } from '../../store/repositories/factors.ts';
import { listFactors, takeRecoveryCode, useFactor } from '../../store/repositories/factors.ts';
import type { Db } from '../../store/schema/schema.ts';
import { counterOfAssertion } from './passkeys.ts';
import { openOrNull } from './sealedSecrets.ts';
import { stepOfCode } from './totp.ts';

type Proof = { kind: ProofKind; code?: string | undefined; assertion?: Assertion | undefined };
type Login = Pick<AttemptRow, 'user_id' | 'secret'>;

/**
 * Whether a proof is right; it then counts as used.
 * @throws HttpError `conflict` if the key that opens the account's app is lost, so that no code can be checked
 */
export async function isProven(
  db: Db,
  services: Pick<Services, 'seal' | 'site'>,
  login: Login,
  proof: Proof,
  at: string,
): Promise<boolean> {
  const { kind, code } = proof;
  if (kind === 'recovery') return code !== undefined && takeRecoveryCode(db, login.user_id, plainCode(code), at);
  let isSealed = false;
  for (const factor of await listFactors(db, login.user_id)) {
    if (factor.kind !== kind) continue;
    const secret = secretOf(services, factor);
    isSealed ||= secret === null;
    const counter = secret === null ? null : await counterAfter(services, { ...factor, secret }, login, proof, at);
    if (counter !== null) return useFactor(db, factor, counter, at);
  }
  if (isSealed) throw conflict((text) => text.factors.sealed);
  return false;
}

/** What a factor, opened, counts after a right proof; null if the proof is wrong. */
async function counterAfter(
  { site }: Pick<Services, 'site'>,
  factor: FactorRow,
  { secret: challenge }: Login,
  { code, assertion }: Proof,
  at: string,
): Promise<number | null> {
  if (factor.kind === 'totp')
    return code === undefined ? null : stepOfCode(factor.secret, code, factor.counter, Date.parse(at));
  const where = site();
  if (where === null || challenge === null || assertion === undefined) return null;
  return counterOfAssertion(where, challenge, factor, assertion);
}

/** What a factor's proof is compared with; null if it is sealed with a key that is lost. */
function secretOf({ seal }: Pick<Services, 'seal'>, { kind, user_id, secret }: FactorRow): string | null {
  return kind === 'totp' ? openOrNull(seal, { text: secret, holder: user_id }) : secret;
}
