import type { Call, Who } from '@shp/shared/api/call';
import type { CallKey } from '@shp/shared/api/index';
import { type DutyHolder, hasDuty } from '@shp/shared/domain/accounts/duties';
import { missingScope, type TokenScope, WRITE } from '@shp/shared/domain/accounts/tokens';
import { UPLOAD_DUTY, UPLOADERS, type UploadKind } from '@shp/shared/domain/accounts/uploaders';
import { builtFile } from '../lib/builtFile.ts';
import { never, type Reason, reasonOf } from './keys/reasons.ts';
import type { Texts } from './texts.ts';

/** Who may make a call. */
type Admission = Pick<Call, 'who' | 'duty' | 'token'>;
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
  return Object.fromEntries(rows.map(([key, { who, duty, token }]) => [key, { who, duty, token }])) as Admissions;
}

/** An account, and what the access token allows with which it came; a session allows all. */
export type Caller = DutyHolder & { readonly tokenScopes?: readonly TokenScope[] };

/** Whether an account may make a call. True until the table is loaded; then only the server decides. */
export function mayCall(account: Caller, key: CallKey): boolean {
  return isAdmitted(account, key) && missingDuty(account, key) === null && lackingScope(account, key) === null;
}

/** Why an account may not make a call: its role, a duty or a scope that it lacks; null if it may. */
export function whyNoCall(account: Caller, key: CallKey, texts: Texts): Reason | null {
  const { common } = texts;
  if (!isAdmitted(account, key)) return never(whyNotRole(key, texts));
  const duty = missingDuty(account, key);
  if (duty !== null) return reasonOf(common.duties.lacks(common.duties.names[duty]));
  const scope = lackingScope(account, key);
  if (scope === null) return null;
  return withoutScope(scope, texts);
}

function withoutScope(scope: keyof Texts['acts']['token']['names'] | 'session', { acts: { token } }: Texts): Reason {
  if (scope === 'session') return reasonOf(token.session);
  const name = token.names[scope];
  return { kind: 'now', text: token.lacks(name), brief: token.needs(name) };
}

/** A few roles are named; of more, it is said that this one is not among them. */
const ROLES_NAMED = 2;

function whyNotRole(key: CallKey, { tui, common }: Texts): string {
  const who: Who = calls === null ? 'anyone' : calls[key].who;
  if (typeof who === 'string' || who.length > ROLES_NAMED) return tui.why.noRight;
  return tui.why.onlyFor(who.map((role) => common.roles[role]).join(common.marks.list));
}

/** Why an account uploads nothing of this kind: its role, its duties or its access token; null if it may. */
export function whyNoUpload(account: Caller, kind: UploadKind, texts: Texts): Reason | null {
  const { tui, common } = texts;
  if (!(UPLOADERS[kind] as readonly string[]).includes(account.role)) return never(tui.why.noRight);
  if (!hasDuty(account, UPLOAD_DUTY)) return reasonOf(common.duties.lacks(common.duties.names[UPLOAD_DUTY]));
  const scope = account.tokenScopes === undefined ? null : missingScope(WRITE, account.tokenScopes);
  return scope === null ? null : withoutScope(scope, texts);
}

/** Whether accounts of this role may make a call, whatever else they lack. True until the table is loaded. */
export function isAdmitted({ role }: DutyHolder, key: CallKey): boolean {
  if (calls === null) return true;
  const who: Who = calls[key].who;
  return typeof who === 'string' || who.includes(role);
}

function lackingScope({ tokenScopes }: Caller, key: CallKey): TokenScope | 'session' | null {
  return calls === null || tokenScopes === undefined ? null : missingScope(calls[key].token, tokenScopes);
}

function missingDuty(account: DutyHolder, key: CallKey) {
  if (calls === null) return null;
  const { duty } = calls[key];
  return duty === undefined || duty === 'any' || hasDuty(account, duty) ? null : duty;
}
