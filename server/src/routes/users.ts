import type { ProfileChange } from '@shp/shared/api/objects';
import { users } from '@shp/shared/api/users';
import { PROVINCE } from '@shp/shared/domain/divisions';
import { divisionFits, MANAGES, mayManage } from '@shp/shared/domain/managing';
import type { Profile } from '@shp/shared/domain/profiles';
import { whyKept } from '@shp/shared/domain/removal';
import { KIND_ROLES, type Role, type UserRole } from '@shp/shared/domain/roles';
import { changesBetween } from '../audit/append.ts';
import { limitGuesses } from '../auth/guesses.ts';
import { digestChosen, digestInitial, matches, newInitialPassword } from '../auth/passwords.ts';
import type { Caller, Context, Write } from '../context.ts';
import type { Handlers } from '../dispatch.ts';
import { createOnce } from '../idempotent.ts';
import { conflict, invalid, notFound, Refusal, type Said } from '../refusal.ts';
import { settleWithout } from '../review/steps.ts';
import { newId } from '../store/ids.ts';
import { recordLoginFailure } from '../store/limits.ts';
import { endAccess } from '../store/sessions.ts';
import { readSettings } from '../store/settings.ts';
import { listUsers } from '../store/userLists.ts';
import {
  accountTaken,
  countAdmins,
  findUser,
  insertUser,
  isReferred,
  listUnits,
  recordHand,
  removeUser,
  type UserChange,
  type UserRow,
  updateUser,
  userOf,
} from '../store/users.ts';
import { mergeProfile, withoutNull } from '../users/profile.ts';
import { findReadable } from '../users/readable.ts';
import { unitTree } from '../users/tree.ts';

type NewAccount = {
  role: UserRole;
  account: string;
  division: string | null;
  profile: Profile;
  password?: string | undefined;
};

/** Adds an account once for each idempotency key; without a password the server makes one and shows it once. */
async function add(
  context: Context<Caller>,
  input: object,
  account: NewAccount,
): Promise<{ id: string; initialPassword?: string }> {
  const { caller } = context;
  if (account.role === 'admin' && caller.by.kind === 'token') throw new Refusal('forbidden');
  checkPlace(caller, account.role, account.division);
  const initialPassword = account.password === undefined ? newInitialPassword() : undefined;
  const passwordHash =
    initialPassword === undefined ? await digestChosen(account.password ?? '') : digestInitial(initialPassword);
  const answer = (id: string) => (initialPassword === undefined ? { id } : { id, initialPassword });
  return createOnce(
    context,
    input,
    async ({ db, now, audit }) => {
      if (await accountTaken(db, account.account))
        throw conflict((text) => text.conflicts.accountTaken(account.account), 'account');
      const id = newId();
      const { role, division } = account;
      const profile = withoutNull(account.profile);
      await insertUser(
        db,
        { id, role, account: account.account, division, profile, passwordHash, mustChangePassword: true, at: now },
        caller.id,
      );
      const changes = changesBetween({}, { account: account.account, role, division, ...profile });
      await audit({ object: { kind: role, id, name: profile.name }, changes });
      return { id, answer: answer(id) };
    },
    async (write, id) => {
      const row = await findManaged(write, caller, id, [account.role]);
      await write.audit({ object: objectOf(row) });
      if (row.last_login_at !== null || initialPassword === undefined) return { id, answer: { id } };
      await updateUser(write.db, row, { passwordHash, mustChangePassword: true }, write.now);
      await recordHand(write.db, id, caller.id, write.now);
      return { id, answer: answer(id) };
    },
  );
}

function checkPlace(caller: Caller, role: UserRole, division: string | null): void {
  if (!MANAGES[caller.role].includes(role)) throw invalid({ role: { code: 'roleNotAllowed' } });
  if (!divisionFits(role, division)) throw invalid({ division: { code: 'divisionFit' } });
  if (!mayManage(caller, { role, division })) throw invalid({ division: { code: 'divisionScope' } });
}

/** An account that the caller manages, of one of these roles; 404 where there is none in its scope. */
async function findManaged({ db }: Write, caller: Caller, id: string, roles: readonly UserRole[]): Promise<UserRow> {
  const managed = MANAGES[caller.role].filter((role) => roles.includes(role));
  const row = managed.length > 0 ? await findUser(db, caller.scope, id, managed) : undefined;
  if (!row || !mayManage(caller, row)) throw notFound();
  if (row.role === 'admin' && caller.by.kind === 'token') throw new Refusal('forbidden');
  return row;
}

const objectOf = (row: UserRow) => ({ kind: row.role, id: row.id, name: row.name });
const EVERY_ROLE = Object.values(KIND_ROLES).flat();

/** Changes an account inside the caller's scope; what must hold before must hold after. */
async function change(
  context: Context<Caller>,
  roles: readonly UserRole[],
  input: {
    id: string;
    account?: string | undefined;
    division?: string | null | undefined;
    profile?: ProfileChange | undefined;
    version?: number | undefined;
  },
) {
  const { caller } = context;
  return context.write(async (write) => {
    const row = await findManaged(write, caller, input.id, roles);
    const { account, division, profile, version } = input;
    const wanted: UserChange = {};
    // What is wrong with the input is told before what has become of the account.
    if (division !== undefined && division !== row.division) {
      checkPlace(caller, row.role, division);
      wanted.division = division;
    }
    if (profile !== undefined) wanted.profile = mergeProfile(row.role, profileOf(row), profile, 'profile.');
    if (row.is_deleted === 1) throw conflict((text) => text.conflicts.deleted);
    checkVersion(row, version);
    if (account !== undefined && account !== row.account) {
      if (await accountTaken(write.db, account, row.id))
        throw conflict((text) => text.conflicts.accountTaken(account), 'account');
      wanted.account = account;
    }
    return apply(write, row, wanted);
  });
}

function profileOf(row: UserRow): Profile {
  return JSON.parse(row.profile) as Profile;
}

async function apply(write: Write, row: UserRow, wanted: UserChange) {
  const changed = await updateUser(write.db, row, wanted, write.now);
  // Who may see what changes with the division: what is open under the old one ends.
  if (wanted.division !== undefined) await endAccess(write.db, row.id);
  await write.audit({ object: objectOf(changed), changes: changesBetween(plain(row), plain(changed)) });
  return userOf(changed);
}

function plain(row: UserRow): Record<string, unknown> {
  return { account: row.account, division: row.division, isDeleted: row.is_deleted === 1, ...profileOf(row) };
}

function checkVersion(row: UserRow, version: number | undefined): void {
  if (version !== undefined && version !== row.version) throw new Refusal('conflict', { current: userOf(row) });
}

async function remove(write: Write, caller: Caller, row: UserRow, soft: boolean): Promise<void> {
  const { db } = write;
  const kept = whyKept(
    {
      own: row.id === caller.id,
      lastAdmin: row.role === 'admin' && row.is_deleted === 0 && (await countAdmins(db)) <= 1,
      referred: await isReferred(db, row.id),
    },
    soft,
  );
  if (kept) throw conflict(kept);
  await endAccess(write.db, row.id);
  if (soft) await updateUser(write.db, row, { isDeleted: true }, write.now);
  else await removeUser(write.db, row.id);
  await write.audit({ object: objectOf(row), changes: { [soft ? 'isDeleted' : 'removed']: [false, true] } });
  if (row.role === 'expert') await settleWithout(write, row.id);
}

/** A wrong old password counts as a failed login does: whoever finds a session open cannot try passwords with it. */
async function checkOldPassword(context: Context<Caller>, self: UserRow, oldPassword: string): Promise<void> {
  const who = { account: self.account, address: context.address };
  const settings = await readSettings(context.read);
  await limitGuesses(context.read, settings, who, context.now);
  if (await matches(self.password_hash, oldPassword)) return;
  await context.write(async ({ db, audit }) => {
    await limitGuesses(db, settings, who, context.now);
    await recordLoginFailure(db, who, context.now);
    await audit({ object: objectOf(self), changes: { failed: [null, true] } });
  });
  throw new Refusal('old_password_wrong');
}

export const userRoutes: Handlers<keyof typeof users> = {
  async 'GET user'({ id }, context) {
    const { caller } = context;
    if (caller.mustChangePassword && id !== undefined && id !== caller.id)
      throw new Refusal('password_change_required');
    const row = await findReadable(context.read, caller, id ?? caller.id);
    if (!row) throw notFound();
    return userOf(row);
  },

  'POST user/add_manager': (input, context) => add(context, input, { ...input, profile: input.profile as Profile }),
  'POST user/add_expert': (input, context) => {
    const own = context.caller.role === 'city_manager' ? context.caller.division : null;
    return add(context, input, { ...input, role: 'expert', division: input.division ?? own });
  },
  'POST user/add_station': (input, context) => add(context, input, { ...input, role: 'station' }),
  'POST user/add_supervisor': (input, context) => add(context, input, { ...input, role: 'supervisor', division: null }),

  'POST user/update_manager': (input, context) => change(context, KIND_ROLES.managers, input),
  'POST user/update_expert': (input, context) => change(context, KIND_ROLES.experts, input),
  'POST user/update_station': (input, context) => change(context, KIND_ROLES.stations, input),
  'POST user/profile': ({ userId, ...rest }, context) => change(context, EVERY_ROLE, { id: userId, ...rest }),

  async 'POST user/my_profile'({ version, ...fields }, context) {
    const { caller } = context;
    if (caller.role === 'admin' && caller.by.kind === 'token') throw new Refusal('forbidden');
    return context.write(async (write) => {
      const row = await findUser(write.db, { kind: 'self', user: caller.id }, caller.id);
      if (!row) throw notFound();
      const profile = mergeProfile(row.role, profileOf(row), fields, '');
      checkVersion(row, version);
      return apply(write, row, { profile });
    });
  },

  async 'POST user/delete'({ userId, softDelete }, context) {
    return context.write(async (write) => {
      const row = await findManaged(write, context.caller, userId, EVERY_ROLE);
      await remove(write, context.caller, row, softDelete);
      return {};
    });
  },

  async 'POST user/recover'({ userId }, context) {
    return context.write(async (write) => {
      const row = await findManaged(write, context.caller, userId, EVERY_ROLE);
      return apply(write, row, { isDeleted: false });
    });
  },

  async 'POST user/reset_password'({ id }, context) {
    const { caller } = context;
    if (id === caller.id && caller.by.kind === 'token') throw new Refusal('forbidden');
    const initialPassword = newInitialPassword();
    return context.write(async (write) => {
      const row = await findManaged(write, caller, id, EVERY_ROLE);
      if (row.is_deleted === 1) throw conflict((text) => text.conflicts.deleted);
      await updateUser(
        write.db,
        row,
        { passwordHash: digestInitial(initialPassword), mustChangePassword: true },
        write.now,
      );
      await recordHand(write.db, row.id, caller.id, write.now);
      await endAccess(write.db, row.id);
      await write.audit({ object: objectOf(row) });
      return { initialPassword };
    });
  },

  async 'POST user/change_password'({ oldPassword, newPassword }, context) {
    const { caller } = context;
    const self = await findUser(context.read, { kind: 'self', user: caller.id }, caller.id);
    if (!self) throw notFound();
    await checkOldPassword(context, self, oldPassword);
    if (newPassword === oldPassword) {
      const message: Said = (text) => text.password.sameAsOld;
      throw new Refusal('invalid', { message, fields: { newPassword: message } });
    }
    const passwordHash = await digestChosen(newPassword);
    return context.write(async (write) => {
      const row = await findUser(write.db, { kind: 'self', user: caller.id }, caller.id);
      // Two changes at once: the other one has won, so the old password is not the old one any more.
      if (row?.password_hash !== self.password_hash) throw new Refusal('old_password_wrong');
      await updateUser(write.db, row, { passwordHash, mustChangePassword: false }, write.now);
      await endAccess(write.db, caller.id, caller.by.id);
      await write.audit({ object: objectOf(row) });
      return {};
    });
  },

  async 'GET user/managers'(input, context) {
    return page(await listUsers(context.read, context.caller.scope, 'managers', input));
  },
  async 'GET user/experts'(input, context) {
    const { total, rows } = await listUsers(context.read, context.caller.scope, 'experts', input);
    return { total, items: rows.map((row) => ({ ...userOf(row), load: row.load })) };
  },
  async 'GET user/stations'({ filter, ...input }, context) {
    return page(await listUsers(context.read, context.caller.scope, 'stations', { ...input, keyword: filter }));
  },
  async 'GET user/supervisors'(input, context) {
    return page(await listUsers(context.read, context.caller.scope, 'supervisors', input));
  },

  async 'GET user/manager_tree'({ parent, deep }, context) {
    const units = await listUnits(context.read, context.caller.scope);
    return unitTree(units, parent ?? context.caller.division ?? PROVINCE, deep);
  },

  async 'GET user/export'({ kind, format, headings, filter, ...rest }, context) {
    const lists: readonly Role[] = users[`GET user/${kind}`].who;
    if (!lists.includes(context.caller.role)) throw new Refusal('forbidden');
    const job = { list: kind, filter: { ...rest, keyword: filter ?? rest.keyword } } as const;
    return context.services.exporter.open(context, job, { format, headings });
  },
};

function page({ total, rows }: { total: number; rows: UserRow[] }) {
  return { total, items: rows.map(userOf) };
}
