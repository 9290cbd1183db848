import type { CallKey, Calls } from '@shp/shared/api/index';
import type { Role } from '@shp/shared/domain/accounts/roles';

let calls: Calls | null = null;

/** Loads the call table, which says who may make a call. It costs more than a first frame may, so it comes after it. */
export async function loadPermissions(): Promise<void> {
  ({ calls } = await import('@shp/shared/api/index'));
}

/** Whether a role may make a call. Until the table is here the server is the only judge. */
export function mayCall(role: Role, key: CallKey): boolean {
  if (calls === null) return true;
  const who: readonly Role[] | string = calls[key].who;
  return typeof who === 'string' || who.includes(role);
}
