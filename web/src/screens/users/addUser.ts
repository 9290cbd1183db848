import type { Output } from '@shp/shared/api/index';
import type { ProfileChange } from '@shp/shared/api/objects';
import type { UserKind, UserRole } from '@shp/shared/domain/accounts/roles';
import { client } from '../../core/client.ts';

const CALLS = {
  managers: 'POST user/add_manager',
  experts: 'POST user/add_expert',
  stations: 'POST user/add_station',
  supervisors: 'POST user/add_supervisor',
} as const satisfies Record<UserKind, string>;

export type NewUser = {
  account: string;
  role?: UserRole;
  division?: string | null;
  profile: ProfileChange;
  password?: string;
};
export type Added = Output<'POST user/add_station'>;

/** Adds a user of a kind. Its fields have been validated for that kind, and its password is hashed. */
export function addUser(kind: UserKind, input: NewUser, idempotencyKey?: string): Promise<Added> {
  return client.call(CALLS[kind], input as never, idempotencyKey === undefined ? {} : { idempotencyKey });
}
