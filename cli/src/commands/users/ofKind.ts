import { ApiError } from '@shp/shared/api/errors';
import type { User } from '@shp/shared/api/objects';
import { kindOf, type UserKind } from '@shp/shared/domain/roles';
import type { Api } from '../../api/client.ts';
import type { Shp } from '../../core/context.ts';

/** The account of this id, which is one of this kind. @throws ApiError as the server's where it is of another. */
export async function userOfKind(shp: Shp, api: Api, kind: UserKind, id: string): Promise<User> {
  const user = await api.call('GET user', { id });
  judge(shp, kind, user);
  return user;
}

/**
 * Makes sure of the kind before a call that takes accounts of any kind. What somebody may not see, as with a token that
 * only writes, is left to the server. @throws ApiError
 */
export async function checkKind(shp: Shp, api: Api, kind: UserKind, id: string): Promise<void> {
  const user = await api.call('GET user', { id }).catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return null;
    throw error;
  });
  if (user !== null) judge(shp, kind, user);
}

function judge({ texts }: Shp, kind: UserKind, { role }: User): void {
  const is = kindOf(role);
  if (is !== kind) throw new ApiError(404, { code: 'not_found', message: texts.cli.users.otherKind(is) });
}
