import type { Call, Who } from '@shp/shared/api/call';
import type { CallKey, Calls } from '@shp/shared/api/index';
import { type DutyHolder, hasDuty } from '@shp/shared/domain/accounts/duties';
import type { Texts } from './texts.ts';

let calls: Calls | null = null;

/** Loads the call table, which has each call's roles. It is too slow for the first frame, so it is loaded after it. */
export async function loadPermissions(): Promise<void> {
  ({ calls } = await import('@shp/shared/api/index'));
}

/** Whether an account may make a call. True until the table is loaded; then only the server decides. */
export function mayCall(account: DutyHolder, key: CallKey): boolean {
  return isAdmitted(account, key) && missingDuty(account, key) === null;
}

/** Why an account may not make a call: its role, or the duty that it lacks; null if it may. */
export function whyNot(account: DutyHolder, key: CallKey, { tui, common }: Texts): string | null {
  if (!isAdmitted(account, key)) return tui.why.noRight;
  const duty = missingDuty(account, key);
  return duty === null ? null : common.duties.lacks(common.duties.names[duty]);
}

function isAdmitted({ role }: DutyHolder, key: CallKey): boolean {
  if (calls === null) return true;
  const who: Who = calls[key].who;
  return typeof who === 'string' || who.includes(role);
}

function missingDuty(account: DutyHolder, key: CallKey) {
  if (calls === null) return null;
  const { duty }: Call = calls[key];
  return duty === undefined || duty === 'any' || hasDuty(account, duty) ? null : duty;
}
