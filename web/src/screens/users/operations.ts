import type { User } from '@shp/shared/api/objects';
import { hasDuty } from '@shp/shared/domain/accounts/duties';
import { KIND_ROLES, type UserKind } from '@shp/shared/domain/accounts/roles';
import { MANAGES, mayManage } from '@shp/shared/domain/accounts/userAdministration';
import { client } from '../../core/client.ts';
import type { Outcome } from '../../ui/runAll.ts';

/** Operations on users of a list; each returns the initial password that it generated, if any. */
export const OPERATIONS = {
  delete: async (id: string) => {
    await client.call('POST user/delete', { userId: id, softDelete: true });
    return null;
  },
  recover: async (id: string) => {
    await client.call('POST user/recover', { userId: id });
    return null;
  },
  reset: async (id: string) => (await client.call('POST user/reset_password', { id })).initialPassword,
  /** Chosen in the dialog of `reset`. */
  resetFactor: async (id: string) => {
    await client.call('POST user/reset_factor', { id });
    return null;
  },
  remove: async (id: string) => {
    await client.call('POST user/delete', { userId: id, softDelete: false });
    return null;
  },
} as const satisfies Record<string, (id: string) => Promise<string | null>>;

export type Operation = Exclude<keyof typeof OPERATIONS, 'resetFactor'>;
export type Target = { id: string; name: string; account: string };
export type Done = { target: Target; outcome: Outcome<string | null> };

/** The operations of a list: for the recycle bin, or for active users. */
export function operationsOf(isDeleted: boolean): readonly Operation[] {
  return isDeleted ? ['recover', 'remove'] : ['reset', 'delete'];
}

/** Whether the caller may operate on a user: the caller manages that user and is another account. */
export function mayOperate(caller: User, target: User): boolean {
  return caller.id !== target.id && mayManage(caller, target);
}

/** Whether the caller may add users of a kind. */
export function mayAdd(caller: User, kind: UserKind): boolean {
  return hasDuty(caller, 'security') && KIND_ROLES[kind].some((one) => MANAGES[caller.role].includes(one));
}
