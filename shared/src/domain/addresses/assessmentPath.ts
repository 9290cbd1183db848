import type { Role } from '../accounts/roles.ts';
import type { Status } from '../assessment/statuses.ts';

/** Statuses of the first manager's work; every later status is the final manager's. */
const FIRST: readonly Status[] = ['draft', 'submitted', 'returned'];

/** Where a row of the assessment list leads (docs/spec/screens.md#content-of-the-screens). */
export function assessmentPath(role: Role, { id, status }: { id: string; status: Status }): string {
  return `/assessments/${encodeURIComponent(id)}/${pageOf(role, status)}`;
}

function pageOf(role: Role, status: Status): string {
  switch (role) {
    case 'station':
      return 'station';
    case 'expert':
      return 'expert';
    case 'supervisor':
      return 'supervise';
    case 'admin':
      return 'admin';
    case 'county_manager':
      return 'first_manager';
    default:
      return FIRST.includes(status) ? 'first_manager' : 'final_manager';
  }
}
