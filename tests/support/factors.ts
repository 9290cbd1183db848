import type { FactorAsked } from '@shp/shared/api/factors/factorObjects';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { generateSync } from 'otplib/functional';
import type { Contract, Person } from './contract.ts';

const STEP = 30;

/** The code of an authenticator app, `ahead` time steps later. */
export function codeOf(secret: string, ahead = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + ahead * STEP });
}

/** Adds an authenticator app to an account; returns its secret and the recovery codes. */
export async function addApp({ api }: { api: Pick<Person['api'], 'call'> }, name = 'app') {
  const { id, secret, uri } = await api.call('POST session/begin_totp', {});
  const { factor, codes } = await api.call('POST session/add_totp', { id, name, code: codeOf(secret) });
  return { id: factor.id, secret, uri, codes: codes ?? [] };
}

/** The first step of a login; fails if the account has no second factor. */
export async function firstStep(server: Contract, { account, password }: Person): Promise<FactorAsked> {
  const answer = await server.guest.call('POST session/login', { account, password: hashPassword(password) });
  if (!('factor' in answer)) throw new Error('the login asks for no second factor');
  return answer.factor;
}

/** Lets the codes of the last minutes count as unused, so that a test need not wait for the next one. */
export async function forgetCodes(server: Contract, user: string): Promise<void> {
  await server.rawDatabase.sql('UPDATE factors SET counter = 0 WHERE user_id = ?', user);
}
