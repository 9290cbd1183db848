import { isDeepStrictEqual } from 'node:util';
import type { ProfileChange } from '@shp/shared/api/objects';
import type { users } from '@shp/shared/api/users/users';
import { deletionConflict } from '@shp/shared/domain/accounts/deletionRules';
import type { Duty } from '@shp/shared/domain/accounts/duties';
import type { Profile } from '@shp/shared/domain/accounts/profiles';
import { KIND_ROLES, type UserRole } from '@shp/shared/domain/accounts/roles';
import { divisionFits, MANAGES, mayManage } from '@shp/shared/domain/accounts/userAdministration';
import { takesGuardedSteps } from '@shp/shared/domain/assessment/stepUnits';
import { resetEffects } from '../assessments/resetEffects.ts';
import { takeAutomaticStepsWithout } from '../assessments/steps.ts';
import { changesBetween } from '../audit/append.ts';
import { checkScope } from '../auth/access.ts';
import { checkOwnPassword } from '../auth/ownPassword.ts';
import { checkNewPassword, checkOldPasswords, unfitPassword } from '../auth/passwordRules.ts';
import { digestChosen, digestInitial, newInitialPassword } from '../auth/passwords.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/router.ts';
import { conflict, HttpError, invalid, notFound } from '../httpError.ts';
import { createOnce } from '../idempotency.ts';
import { newId } from '../store/db/ids.ts';
import { clearDestinations } from '../store/notices/preferences.ts';
import { openApplications, openReviews } from '../store/repositories/assessments.ts';
import { refreshAfterLink, refreshAfterMove, refreshAfterUnitChange } from '../store/repositories/escalations.ts';
import { listFactors, removeFactors } from '../store/repositories/factors.ts';
import { endAccess, recordMadeByToken } from '../store/repositories/sessions.ts';
import {
  accountTaken,
  findUser,
  insertUser,
  isReferenced,
  listAdministrators,
  recordMaker,
  removeUser,
  storedDuties,
  type UserChange,
  type UserRow,
  updateUser,
} from '../store/repositories/users.ts';
import type { Caller, Write } from '../types.ts';
import { checkDuties, checkHeld, checkSeparate, dutiesFor } from '../users/duties.ts';
import { mergeProfile, withoutNull } from '../users/profile.ts';
import { checkReadOnly, findReadable, type ReadOnly, userFor } from '../users/view.ts';

type NewAccount = {
  role: UserRole;
  account: string;
  division: string | null;
  duties?: readonly Duty[] | undefined;
  profile: Profile;
  password?: string | undefined;
};

/** Adds an account once per idempotency key. Without a password the server generates one and shows it once. */
async function add(
  context: Context<Caller>,
  input: object,
  account: NewAccount,
): Promise<{ id: string; initialPassword?: string }> {
  const { caller } = context;
  checkPlace(caller, account.role, account.division);
  const duties = dutiesFor(account.role, account.duties);
  if (account.password !== undefined) await checkNewPassword(account.password, account.account, 'password');
  const initialPassword = account.password === undefined ? newInitialPassword() : undefined;
  const passwordHash =
    initialPassword === undefined ? await digestChosen(account.password ?? '') : digestInitial(initialPassword);
  const answer = (id: string) => (initialPassword === undefined ? { id } : { id, initialPassword });
  return createOnce(
    context,
    input,
    async ({ db, now, audit }) => {
      if (await accountTaken(db, account.account))
        throw conflict((text) => text.refused.accountTaken(account.account), 'account');
      if (duties !== undefined) await checkSeparate(db, duties);
      const id = newId();
      const { role, division } = account;
      const profile = withoutNull(account.profile);
      await insertUser(
        db,
        {
          id,
          role,
          account: account.account,
          division,
          duties,
          profile,
          passwordHash,
          mustChangePassword: true,
          at: now,
        },
        caller.id,
      );
      if (caller.by.kind === 'token') await recordMadeByToken(db, id, caller.by.id);
      if (takesGuardedSteps(role)) await refreshAfterUnitChange(db, { role, division });
      const changes = changesBetween({}, { account: account.account, role, division, duties, ...profile });
      await audit({ object: { kind: role, id, name: profile.name }, changes });
      return { id, answer: answer(id) };
    },
    async (write, id) => {
      const row = await findManaged(write, caller, id, [account.role]);
      await write.audit({ object: objectOf(row) });
      if (row.last_login_at !== null || initialPassword === undefined) return { id, answer: { id } };
      await updateUser(write.db, row, { password: { hash: passwordHash, mustChange: true } }, write.now);
      await linkAccounts(write, caller, id);
      return { id, answer: answer(id) };
    },
  );
}

function checkPlace(caller: Caller, role: UserRole, division: string | null): void {
  if (!MANAGES[caller.role].includes(role)) throw invalid({ role: { code: 'roleNotAllowed' } });
  if (!divisionFits(role, division)) throw invalid({ division: { code: 'divisionFit' } });
  if (!mayManage(caller, { role, division })) throw invalid({ division: { code: 'divisionScope' } });
}

/** An account of these roles that the caller manages; 404 if it is not in scope. */
async function findManaged(
  { db }: Pick<Write, 'db'>,
  caller: Caller,
  id: string,
  roles: readonly UserRole[],
): Promise<UserRow> {
  const managed = MANAGES[caller.role].filter((role) => roles.includes(role));
  const row = managed.length > 0 ? await findUser(db, caller.scope, id, managed) : undefined;
  if (!row || !mayManage(caller, row)) throw notFound();
  return row;
}

/** Records that the caller set an account's password or removed its factors, for the four-eyes rule. */
async function linkAccounts({ db, now }: Write, caller: Caller, account: string): Promise<void> {
  await recordMaker(db, account, caller.id, now);
  await refreshAfterLink(db, caller.id, account);
}

/** Updates who may decide which reviews after an account came, went or moved, or got other duties. */
async function refreshUnits(write: Write, before: UserRow, after: UserRow | null): Promise<void> {
  const moved =
    after === null ||
    before.division !== after.division ||
    before.is_deleted !== after.is_deleted ||
    before.duties !== after.duties;
  if (!moved) return;
  if (before.role === 'station') return refreshAfterMove(write.db, before.id);
  if (!takesGuardedSteps(before.role)) return;
  await refreshAfterUnitChange(write.db, before);
  if (after !== null && after.division !== before.division) await refreshAfterUnitChange(write.db, after);
}

const objectOf = (row: UserRow) => ({ kind: row.role, id: row.id, name: row.name });
const EVERY_ROLE = Object.values(KIND_ROLES).flat();

type Change = {
  id: string;
  account?: string | undefined;
  division?: string | null | undefined;
  duties?: readonly Duty[] | undefined;
  profile?: ProfileChange | undefined;
  version?: number | undefined;
};

/**
 * Changes an account in the caller's scope; all rules must hold before and after. `readOnly`: the read-only keys in the
 * body.
 */
async function change(
  context: Context<Caller>,
  roles: readonly UserRole[],
  { id, account, division, duties: given, profile, version }: Change,
  readOnly: ReadOnly,
) {
  const { caller } = context;
  return context.write(async (write) => {
    const row = await findManaged(write, caller, id, roles);
    const duties = given === undefined ? undefined : dutiesFor(row.role, given);
    const newDuties = duties !== undefined && String(duties) !== String(storedDuties(row)) ? duties : undefined;
    const moves =
      (account !== undefined && account !== row.account) ||
      (division !== undefined && division !== row.division) ||
      newDuties !== undefined;
    context.judgeAccount({ role: row.role, moves });
    const wanted: UserChange = {};
    // Report input errors before conflicts with the account's state.
    if (division !== undefined && division !== row.division) {
      checkPlace(caller, row.role, division);
      wanted.division = division;
    }
    if (profile !== undefined) wanted.profile = mergeProfile(row.role, profileOf(row), profile, 'profile.');
    // A body read before another change has old times: a conflict, not an input error.
    if (version === undefined || version === row.version) await checkReadOnly(write.db, row, readOnly, write.now);
    if (row.is_deleted === 1) throw conflict((text) => text.refused.deleted);
    await checkVersion(write, row, version);
    if (account !== undefined && account !== row.account) {
      if (await accountTaken(write.db, account, row.id))
        throw conflict((text) => text.refused.accountTaken(account), 'account');
      wanted.account = account;
    }
    if (newDuties !== undefined) {
      await checkDuties(write.db, caller, row.id, newDuties);
      wanted.duties = newDuties;
    }
    return apply(write, row, wanted);
  });
}

function update(context: Context<Caller>, roles: readonly UserRole[], input: Change & ReadOnly) {
  const { id, account, division, duties, profile, version, ...readOnly } = input;
  const wanted = { id, account, division, profile, version };
  // Only an update of a managing account can change duties.
  return roles === KIND_ROLES.managers
    ? change(context, roles, { ...wanted, duties }, readOnly)
    : change(context, roles, wanted, { ...readOnly, duties });
}

function profileOf(row: UserRow): Profile {
  return JSON.parse(row.profile) as Profile;
}

async function apply(write: Write, row: UserRow, wanted: UserChange) {
  // An account sent back as it was read stays as it is, with its version.
  const changed = changes(row, wanted) ? await updateUser(write.db, row, wanted, write.now) : row;
  // Scope and rights change with division and duties, so sessions and tokens of the old ones end.
  if (wanted.division !== undefined || wanted.duties !== undefined) await endAccess(write.db, row.id);
  await refreshUnits(write, row, changed);
  await write.audit({ object: objectOf(changed), changes: changesBetween(plain(row), plain(changed)) });
  return userFor(write.db, changed, write.now);
}

function changes(row: UserRow, { profile, ...others }: UserChange): boolean {
  return Object.keys(others).length > 0 || (profile !== undefined && !isDeepStrictEqual(profile, profileOf(row)));
}

function plain(row: UserRow): Record<string, unknown> {
  const { account, division } = row;
  return { account, division, duties: storedDuties(row), isDeleted: row.is_deleted === 1, ...profileOf(row) };
}

async function checkVersion(write: Write, row: UserRow, version: number | undefined): Promise<void> {
  if (version !== undefined && version !== row.version)
    throw new HttpError('conflict', { current: await userFor(write.db, row, write.now) });
}

async function remove(write: Write, caller: Caller, row: UserRow, soft: boolean): Promise<void> {
  const { db } = write;
  const isActiveAdmin = row.role === 'admin' && row.is_deleted === 0;
  const reason = deletionConflict(
    {
      own: row.id === caller.id,
      lastAdmin: isActiveAdmin && (await listAdministrators(db)).length <= 1,
      referred: await isReferenced(db, row.id),
    },
    soft,
  );
  if (reason) throw conflict((text) => text.refused[reason]);
  if (isActiveAdmin) await checkHeld(db, row.id, []);
  await endAccess(write.db, row.id);
  const after = soft ? await updateUser(write.db, row, { isDeleted: true }, write.now) : null;
  if (after === null) await removeUser(write.db, row.id);
  await refreshUnits(write, row, after);
  await write.audit({ object: objectOf(row), changes: { [soft ? 'isDeleted' : 'removed']: [false, true] } });
  if (row.role === 'expert') await takeAutomaticStepsWithout(write, row.id);
}

export const userRoutes: Handlers<keyof typeof users> = {
  async 'GET user'({ id }, context) {
    const { caller } = context;
    if (caller.mustChangePassword && id !== undefined && id !== caller.id)
      throw new HttpError('password_change_required');
    if (caller.mustAddFactor && id !== undefined && id !== caller.id) throw new HttpError('factor_required');
    const row = await findReadable(context.read, caller, id ?? caller.id);
    if (!row) throw notFound();
    return userFor(context.read, row, context.now);
  },

  'POST user/add_manager': (input, context) => add(context, input, { ...input, profile: input.profile as Profile }),
  'POST user/add_expert': (input, context) => {
    const own = context.caller.role === 'city_manager' ? context.caller.division : null;
    return add(context, input, { ...input, role: 'expert', division: input.division ?? own });
  },
  'POST user/add_station': (input, context) => add(context, input, { ...input, role: 'station' }),
  'POST user/add_supervisor': (input, context) => add(context, input, { ...input, role: 'supervisor', division: null }),

  'POST user/update_manager': (input, context) => update(context, KIND_ROLES.managers, input),
  'POST user/update_expert': (input, context) => update(context, KIND_ROLES.experts, input),
  'POST user/update_station': (input, context) => update(context, KIND_ROLES.stations, input),
  'POST user/profile': ({ userId, id, profile, version, ...readOnly }, context) =>
    change(context, EVERY_ROLE, { id: userId ?? id ?? '', profile, version }, readOnly),

  async 'POST user/my_profile'({ version, ...fields }, context) {
    const { caller } = context;
    context.judgeAccount({ role: caller.role, moves: false });
    return context.write(async (write) => {
      const row = await findUser(write.db, { kind: 'self', user: caller.id }, caller.id);
      if (!row) throw notFound();
      const profile = mergeProfile(row.role, profileOf(row), fields, '');
      await checkVersion(write, row, version);
      return apply(write, row, { profile });
    });
  },

  async 'POST user/delete'({ userId, softDelete }, context) {
    return context.write(async (write) => {
      const row = await findManaged(write, context.caller, userId, EVERY_ROLE);
      context.judgeAccount({ role: row.role, moves: true });
      await remove(write, context.caller, row, softDelete);
      return {};
    });
  },

  async 'GET user/delete_effects'({ id }, context) {
    const row = await findManaged({ db: context.read }, context.caller, id, EVERY_ROLE);
    return {
      reviews: row.role === 'expert' ? await openReviews(context.read, row.id) : [],
      applications: row.role === 'station' ? await openApplications(context.read, row.id) : [],
    };
  },

  async 'POST user/recover'({ userId }, context) {
    return context.write(async (write) => {
      const row = await findManaged(write, context.caller, userId, EVERY_ROLE);
      context.judgeAccount({ role: row.role, moves: true });
      await checkSeparate(write.db, storedDuties(row) ?? []);
      return apply(write, row, { isDeleted: false });
    });
  },

  async 'POST user/reset_password'({ id }, context) {
    const { caller } = context;
    if (id === caller.id) {
      checkScope('session', caller);
      throw conflict((text) => text.refused.resetSelf);
    }
    const initialPassword = newInitialPassword();
    return context.write(async (write) => {
      const row = await findManaged(write, caller, id, EVERY_ROLE);
      context.judgeAccount({ role: row.role, moves: true });
      if (row.is_deleted === 1) throw conflict((text) => text.refused.deleted);
      await updateUser(
        write.db,
        row,
        { password: { hash: digestInitial(initialPassword), mustChange: true } },
        write.now,
      );
      await linkAccounts(write, caller, row.id);
      await endAccess(write.db, row.id);
      // A stranger in the account may have chosen where its notices go.
      const sent = await clearDestinations(write.db, row.id);
      await write.audit({ object: objectOf(row), changes: changesBetween(sent, { mail: null, webhook: null }) });
      return { initialPassword };
    });
  },

  async 'POST user/reset_factor'({ id }, context) {
    const { caller } = context;
    if (id === caller.id) throw conflict((text) => text.refused.resetOwnFactor);
    return context.write(async (write) => {
      const row = await findManaged(write, caller, id, EVERY_ROLE);
      context.judgeAccount({ role: row.role, moves: true });
      if (row.is_deleted === 1) throw conflict((text) => text.refused.deleted);
      const { length } = await listFactors(write.db, row.id);
      await removeFactors(write.db, row.id);
      await linkAccounts(write, caller, row.id);
      await endAccess(write.db, row.id);
      await write.audit({ object: objectOf(row), changes: { factors: [length, 0] } });
      return {};
    });
  },

  async 'GET user/reset_effects'({ id }, context) {
    const { caller, read, now } = context;
    const row = await findManaged({ db: read }, caller, id, EVERY_ROLE);
    return { assessments: await resetEffects(read, caller, row, now) };
  },

  async 'POST user/change_password'({ oldPassword, newPassword }, context) {
    const { caller } = context;
    const self = await checkOwnPassword(context, oldPassword, 'old_password_wrong');
    if (newPassword === oldPassword) throw unfitPassword('newPassword', ({ sameAsOld }) => sameAsOld);
    await checkNewPassword(newPassword, self.account, 'newPassword');
    await checkOldPasswords(context.read, caller.id, newPassword);
    const passwordHash = await digestChosen(newPassword);
    return context.write(async (write) => {
      const row = await findUser(write.db, { kind: 'self', user: caller.id }, caller.id);
      // Another change came first, so the given old password is no longer the current one.
      if (row?.password_hash !== self.password_hash) throw new HttpError('old_password_wrong');
      await updateUser(write.db, row, { password: { hash: passwordHash, mustChange: false } }, write.now);
      await endAccess(write.db, caller.id, caller.by.id);
      await write.audit({ object: objectOf(row) });
      return {};
    });
  },
};
