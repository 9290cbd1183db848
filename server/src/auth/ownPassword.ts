import type { ErrorCode } from '@shp/shared/api/errors';
import type { Context } from '../context.ts';
import { HttpError, notFound } from '../httpError.ts';
import { recordLoginFailure } from '../store/repositories/limits.ts';
import { readSettings } from '../store/repositories/settings.ts';
import { findUser, type UserRow } from '../store/repositories/users.ts';
import type { Caller } from '../types.ts';
import { throttleLogins } from './loginThrottle.ts';
import { matches } from './passwords.ts';

/**
 * The caller's own account, after checking the password. A wrong password counts as a failed login, so an open session
 * cannot be used to guess passwords. @throws HttpError `wrong`, `too_many_requests`
 */
export async function checkOwnPassword(
  context: Context<Caller>,
  password: string,
  wrong: Extract<ErrorCode, 'old_password_wrong' | 'bad_credentials'>,
): Promise<UserRow> {
  const self = await findSelf(context);
  const who = { account: self.account, address: context.address };
  const settings = await readSettings(context.read);
  await throttleLogins(context.read, settings, who, context.now);
  if (await matches(self.password_hash, password)) return self;
  await context.write(async ({ db, audit }) => {
    await throttleLogins(db, settings, who, context.now);
    await recordLoginFailure(db, who, context.now);
    await audit({ object: { kind: self.role, id: self.id, name: self.name }, changes: { failed: [null, true] } });
  });
  throw new HttpError(wrong);
}

async function findSelf({ read, caller }: Context<Caller>): Promise<UserRow> {
  const self = await findUser(read, { kind: 'self', user: caller.id }, caller.id);
  if (!self) throw notFound();
  return self;
}
