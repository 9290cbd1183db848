import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { CONCLUDED } from '@shp/shared/domain/assessment/statuses';
import type { AssessmentsTable } from '../store/schema/schema.ts';

type Viewer = { id: string; role: Role };
type Seen = Pick<AssessmentRow, 'status' | 'expertScore' | 'experts'>;
/** The fields that show that a row has changed. */
type Trace = Pick<AssessmentRow, 'updatedAt' | 'version'>;
type Traced = Pick<AssessmentsTable, 'status' | 'version' | 'shared_version' | 'shared_updated_at'>;

/** Whether this expert or station must not see the experts' work on the assessment yet. */
export function isBlind(viewer: Viewer, status: AssessmentRow['status']): boolean {
  return (viewer.role === 'expert' || viewer.role === 'station') && !CONCLUDED.includes(status);
}

/** The version and time that a blind viewer sees: the shared ones, or `own` (the viewer's last change) if later. */
export function blindTrace(row: Omit<Traced, 'status' | 'version'>, own = ''): Trace {
  const shared = row.shared_updated_at;
  return { updatedAt: own > shared ? own : shared, version: row.shared_version };
}

/** The version of an assessment as the viewer sees it. */
export function versionFor(viewer: Viewer, row: Traced): number {
  return isBlind(viewer, row.status) ? row.shared_version : row.version;
}

/**
 * Removes what the caller may not see from a row. Lists, single objects, exports and replays all go through here. For a
 * row with a version and a time, pass the ones that a blind viewer sees (`blindTrace`).
 */
export function seenBy<R extends Seen & Trace>(viewer: Viewer, row: R, blind: Trace): R;
export function seenBy<R extends Seen & { [K in keyof Trace]?: never }>(viewer: Viewer, row: R): R;
export function seenBy<R extends Seen>(viewer: Viewer, row: R, trace?: Trace): R {
  if (!isBlind(viewer, row.status)) return viewer.role === 'station' ? { ...row, experts: [] } : row;
  const experts = row.experts.filter((expert) => viewer.role === 'expert' && expert.id === viewer.id);
  return { ...row, experts, expertScore: null, ...trace };
}
