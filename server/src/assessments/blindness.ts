import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { CONCLUDED } from '@shp/shared/domain/assessment/statuses';
import type { AssessmentsTable } from '../store/schema/schema.ts';

type Viewer = { id: string; role: Role };
type Seen = Pick<AssessmentRow, 'status' | 'expertScore' | 'experts'>;
/** What tells that a row has changed. */
type Trace = Pick<AssessmentRow, 'updatedAt' | 'version'>;
type Traced = Pick<AssessmentsTable, 'status' | 'version' | 'shared_version' | 'shared_updated_at'>;

/** Whether an expert or a station must not see yet what experts made of this assessment. */
export function isBlind(viewer: Viewer, status: AssessmentRow['status']): boolean {
  return (viewer.role === 'expert' || viewer.role === 'station') && !CONCLUDED.includes(status);
}

/** The trace that a blind viewer sees: what everybody may notice, and `own`, when the viewer's own work last changed. */
export function blindTrace(row: Omit<Traced, 'status' | 'version'>, own = ''): Trace {
  const shared = row.shared_updated_at;
  return { updatedAt: own > shared ? own : shared, version: row.shared_version };
}

/** The version of an assessment as the viewer sees it. */
export function versionFor(viewer: Viewer, row: Traced): number {
  return isBlind(viewer, row.status) ? row.shared_version : row.version;
}

/**
 * What one caller may see of a row: lists, single objects, exports and replays all go through here. A row that has a time
 * and a version of its last change needs those that a blind viewer sees (`blindTrace`).
 */
export function seenBy<R extends Seen & Trace>(viewer: Viewer, row: R, blind: Trace): R;
export function seenBy<R extends Seen & { [K in keyof Trace]?: never }>(viewer: Viewer, row: R): R;
export function seenBy<R extends Seen>(viewer: Viewer, row: R, trace?: Trace): R {
  if (!isBlind(viewer, row.status)) return viewer.role === 'station' ? { ...row, experts: [] } : row;
  const experts = row.experts.filter((expert) => viewer.role === 'expert' && expert.id === viewer.id);
  return { ...row, experts, expertScore: null, ...trace };
}
