import type { CallKey, Calls } from '@shp/shared/api/index';
import type { Role } from '@shp/shared/domain/accounts/roles';

let calls: Calls | null = null;

/** Loads the call table, which has each call's roles. It is too slow for the first frame, so it is loaded after it. */
export async function loadPermissions(): Promise<void> {
  ({ calls } = await import('@shp/shared/api/index'));
}

/** Whether a role may make a call. True until the table is loaded; then only the server decides. */
export function mayCall(role: Role, key: CallKey): boolean {
  if (calls === null) return true;
  const who: readonly Role[] | string = calls[key].who;
  return typeof who === 'string' || who.includes(role);
}
