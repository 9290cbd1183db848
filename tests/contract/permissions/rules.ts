import type { Call, ObjectKind, Who } from '@shp/shared/api/call';
import { type CallKey, calls } from '@shp/shared/api/index';
import { MANAGERS, type Role, type UserRole } from '@shp/shared/domain/accounts/roles';
import type { AccountChange, TokenNeed } from '@shp/shared/domain/accounts/tokens';
import type { Statistic } from '@shp/shared/domain/statistics/exports';
import type { Relation } from './fixture.ts';

/** Roles that see the whole region; below, roles that see near objects. */
const WIDE: readonly Role[] = ['admin', 'province_manager'];
const REVIEWERS: readonly Role[] = ['admin', ...MANAGERS, 'expert', 'station', 'supervisor'];

const OK = '200';
const NOT_FOUND = '404 not_found';

/**
 * The expected outcome for a role and a relation, from the call's row (`who`, `reach`), the data scopes of
 * docs/spec/wire.md#data-scope and the exceptions below. `label` distinguishes the cases of one call.
 */
export function expected(key: CallKey, label: string, role: Role, at: Relation | null): string {
  const row: Call = calls[key];
  if (row.who === 'anyone') return EXCEPTIONS[key]?.(role, label, at) ?? OK;
  if (role === 'guest') return '401 unauthenticated';
  const who: Who = row.who;
  if (typeof who !== 'string' && !who.includes(role)) return '403 forbidden';
  const exception = EXCEPTIONS[key]?.(role, label, at);
  if (exception !== undefined) return exception;
  if (at === null || row.reach.kind !== 'object') return OK;
  return reaches(role, row.reach.of, at) ? OK : NOT_FOUND;
}

/** The role of the account that a case changes, by label; by default a station. */
const TARGETS: Record<string, UserRole> = {
  unit: 'county_manager',
  expert: 'expert',
  station: 'station',
  supervisor: 'supervisor',
};
/** Calls that change more of an account than its profile. */
const MOVES: readonly CallKey[] = ['POST user/delete', 'POST user/recover', 'POST user/reset_password'];

/** The change of a case, for the token and confirmation rules. */
function changeOf(key: CallKey, label: string): AccountChange {
  const { reach }: Call = calls[key];
  const kind = label in TARGETS ? label : reach.kind === 'object' && reach.of === 'manager' ? 'unit' : 'station';
  return { role: TARGETS[kind] ?? 'station', moves: MOVES.includes(key) || label === 'account' };
}

/** The token need of a case. */
export function tokenNeed(key: CallKey, label: string): TokenNeed {
  const row: Call = calls[key];
  return row.token === 'session' ? 'session' : (row.tokenFor?.(changeOf(key, label)) ?? row.token);
}

/** Whether a case needs a confirmed session. */
export function isConfirmed(key: CallKey, label: string): boolean {
  const { confirmation = 'never' }: Call = calls[key];
  return typeof confirmation === 'function' ? confirmation(changeOf(key, label)) : confirmation === 'always';
}

/** The relations of the objects that a list must contain for a role. */
export function listed(key: CallKey, label: string, role: Role): Relation[] {
  const kind = LISTS[key] ?? (label.replace(/s$/, '') as ObjectKind);
  return (['near', 'far'] as const).filter((at) => reaches(role, kind, at));
}

/** Object types of lists, where the call's row does not state them; `user/export` takes them from the label. */
const LISTS: Partial<Record<CallKey, ObjectKind>> = {
  'GET user/managers': 'manager',
  'GET user/manager_tree': 'manager',
  // An expert may review in any division, so every manager lists all experts.
  'GET user/experts': 'expert',
  'GET user/stations': 'station',
  'GET user/supervisors': 'supervisor',
  'GET assessment/query': 'assessment',
  'GET assessment/export': 'assessment',
  'POST file/query_file_size': 'file',
  'GET finding/query': 'finding',
  'GET finding/export': 'finding',
  'GET document/list': 'document',
};

function reaches(role: Role, kind: ObjectKind, at: Relation): boolean {
  if (at === 'missing') return false;
  switch (kind) {
    case 'assessment':
    case 'finding':
    case 'file':
    case 'evidence':
      return at !== 'deleted' && (WIDE.includes(role) || (at === 'near' && REVIEWERS.includes(role)));
    case 'document':
      return at !== 'deleted' && (at === 'near' || WIDE.includes(role) || role === 'ministry_manager');
    case 'token':
    case 'factor':
    case 'session':
      return at === 'near';
    case 'supervisor':
      return WIDE.includes(role) || (role === 'supervisor' && at === 'near');
    case 'manager':
    case 'station':
      return WIDE.includes(role) || (at !== 'far' && (MANAGERS as readonly Role[]).includes(role));
    case 'expert':
      return role === 'admin' || (MANAGERS as readonly Role[]).includes(role);
    case 'user':
      return false;
  }
}

type Exception = (role: Role, label: string, at: Relation | null) => string | undefined;

/** Whether a manager may change an account of this kind: docs/spec/wire.md#calls "Users". */
function keeps(role: Role, kind: string, at: Relation | null): boolean {
  if (at === 'missing') return false;
  if (WIDE.includes(role)) return true;
  if (at === 'far') return false;
  return role === 'city_manager' ? kind === 'expert' || kind === 'station' : kind === 'station';
}
/** A user in the recycle bin is found, but cannot be changed before recovery. */
const changes: (kind?: string) => Exception = (kind) => (role, label, at) => {
  if (!keeps(role, kind ?? label, at)) return NOT_FOUND;
  return at === 'deleted' ? '409 conflict' : OK;
};
const moves: Exception = (role, label, at) => (keeps(role, label, at) ? OK : NOT_FOUND);
/** A division outside the scope is reported as an invalid field, not as 404. */
const adds: Exception = (role, _label, at) => (at === 'far' && !WIDE.includes(role) ? '400 invalid' : OK);

const EXCEPTIONS: Partial<Record<CallKey, Exception>> = {
  // Administrators sign in with their password alone.
  'POST session/oidc': (role) => (role === 'admin' ? '400 bad_credentials' : OK),
  'POST session/add_totp': () => '410 gone',
  'POST session/add_passkey': () => '410 gone',
  'POST session/recovery_codes': () => '409 conflict',
  'GET user': (role, label, at) => {
    if (label === 'itself' || role === 'admin') return at === 'missing' ? NOT_FOUND : OK;
    if (label === 'unit') return reaches(role, 'manager', at ?? 'missing') ? OK : NOT_FOUND;
    if (label === 'expert') return reaches(role, 'expert', at ?? 'missing') ? OK : NOT_FOUND;
    // An aggregate account reads its stations, an expert those of its reviews, a station itself.
    if (label === 'station' && at === 'near' && REVIEWERS.includes(role)) return OK;
    if (label === 'station' && at === 'deleted' && role === 'supervisor') return OK;
    if (label === 'station') return reaches(role, 'station', at ?? 'missing') ? OK : NOT_FOUND;
    return label === 'supervisor' && role === 'province_manager' && at !== 'missing' ? OK : NOT_FOUND;
  },
  // A province_manager may only assign the roles of cities and counties.
  'POST user/add_manager': (role, label) => (label === 'admin' && role !== 'admin' ? '400 invalid' : OK),
  'POST user/add_expert': adds,
  'POST user/add_station': adds,
  'POST user/update_manager': changes('unit'),
  'POST user/update_expert': changes('expert'),
  'POST user/update_station': changes('station'),
  'POST user/profile': changes(),
  // A station adds its own findings; its account is the station of the near review.
  'POST finding/add': (role, _label, at) => {
    if (role === 'station') return at === 'near' ? OK : NOT_FOUND;
    if (at === 'deleted') return '409 conflict';
    return undefined;
  },
  'GET user/reset_effects': moves,
  'POST user/reset_password': changes(),
  'POST user/reset_factor': changes(),
  'POST user/delete': moves,
  'GET user/delete_effects': moves,
  'POST user/recover': moves,
  // The roles that may list may also export.
  'GET user/export': (role, label) => {
    const { who } = calls[`GET user/${label as 'managers'}`];
    return (who as readonly Role[]).includes(role) ? OK : '403 forbidden';
  },
  // The roles that may read the figures may also export them; the report leaves out what the caller may not read.
  'GET statistics/export': (role, label) => {
    if (label === 'report') return OK;
    const { who } = calls[`GET statistics/${label as Statistic}`];
    return (who as readonly Role[]).includes(role) ? OK : '403 forbidden';
  },
};
