import type { Role } from '../accounts/roles.ts';
import { assessmentPath } from '../addresses/assessmentPath.ts';
import { findingsAddress } from '../addresses/findings.ts';
import type { Status } from '../assessment/statuses.ts';
import { NOTICES, type NoticeKind } from './kinds.ts';

/** Where a notice leads its reader in the console; null if nowhere. */
export function noticePath(
  kind: NoticeKind,
  role: Role,
  assessment: { id: string; status: Status } | null,
): string | null {
  const { place } = NOTICES[kind];
  if (place === 'assessment') return assessment === null ? null : assessmentPath(role, assessment);
  return place === 'findings' ? findingsAddress() : `/${place}`;
}
