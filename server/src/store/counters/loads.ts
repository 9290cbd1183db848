import { ASSIGNABLE } from '@shp/shared/domain/assessment/statuses';
import { sql } from 'kysely';

/*
 * `users.load`: the number of assessments that an expert has yet to conclude. Triggers update it in the transaction of
 * each change, so that lists of experts show and sort it without counting.
 */

const inWork = (of: string) =>
  `${of}.is_deleted = 0 AND ${of}.status IN (${ASSIGNABLE.map((status) => `'${status}'`)})`;

const counted = `SELECT count(*) FROM assessment_experts ae JOIN assessments a ON a.id = ae.assessment_id
  WHERE ae.expert_id = users.id AND ae.concluded_at IS NULL AND ${inWork('a')}`;

/** Fills the loads of all experts. */
export const loadsFilled = `UPDATE users SET load = (${counted}) WHERE role = 'expert'`;

/** The correct content of `users.load`, computed from every assessment. */
export const loadsNow = () => sql<{ id: string; load: number }>`(SELECT id, (${sql.raw(counted)}) AS load FROM users)`;
