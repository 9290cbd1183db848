import type { Call, Who } from '@shp/shared/api/call';
import type { CallKey } from '@shp/shared/api/index';
import { type DutyHolder, hasDuty } from '@shp/shared/domain/accounts/duties';
import { builtFile } from '../lib/builtFile.ts';
import type { Texts } from './texts.ts';

/** Who may make a call. */
type Admission = Pick<Call, 'who' | 'duty'>;
type Admissions = Readonly<Record<CallKey, Admission>>;

let calls: Admissions | null = null;

/**
 * Loads each call's roles. The build keeps them in a file of their own: the call table takes as long to load as Ink,
 * for the schemas in it.
 */
export async function loadPermissions(): Promise<void> {
  calls = (await builtFile<Admissions>('admissions.json')) ?? (await allAdmissions());
}

/** The roles of each call, as the call table has them. */
export async function allAdmissions(): Promise<Admissions> {
  const { calls: table } = await import('@shp/shared/api/index');
  const rows: [string, Call][] = Object.entries(table);
  return Object.fromEntries(rows.map(([key, { who, duty }]) => [key, { who, duty }])) as Admissions;
}

/** Whether an account may make a call. True until the table is loaded; then only the server decides. */
export function mayCall(account: DutyHolder, key: CallKey): boolean {
  return isAdmitted(account, key) && missingDuty(account, key) === null;
}

/** Why an account may not make a call: its role, or the duty that it lacks; null if it may. */
export function whyNoCall(account: DutyHolder, key: CallKey, { tui, common }: Texts): string | null {
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
  const { duty } = calls[key];
  return duty === undefined || duty === 'any' || hasDuty(account, duty) ? null : duty;
}
