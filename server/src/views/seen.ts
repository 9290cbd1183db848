import type { AssessmentRow } from '@shp/shared/api/objects';
import type { Role } from '@shp/shared/domain/roles';
import { CONCLUDED } from '@shp/shared/domain/statuses';

type Viewer = { id: string; role: Role };
type Seen = Pick<AssessmentRow, 'status' | 'expertScore' | 'experts'>;

/** Whether an expert or a station must not see yet what experts made of this assessment (CONTRACT.md section 3). */
export function isBlind(viewer: Viewer, status: AssessmentRow['status']): boolean {
  return (viewer.role === 'expert' || viewer.role === 'station') && !CONCLUDED.includes(status);
}

/** What one caller may see of a row: lists, single objects, exports and replays all go through here. */
export function seenBy<R extends Seen>(viewer: Viewer, row: R): R {
  const blind = isBlind(viewer, row.status);
  const expertScore = blind ? null : row.expertScore;
  if (viewer.role === 'station') return { ...row, experts: [], expertScore };
  if (viewer.role === 'expert' && blind)
    return { ...row, experts: row.experts.filter((expert) => expert.id === viewer.id), expertScore };
  return row;
}
