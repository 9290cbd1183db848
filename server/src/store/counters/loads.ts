import { ASSIGNABLE } from '@shp/shared/domain/assessment/statuses';
import { sql } from 'kysely';

/*
 * `users.load`: how many assessments an expert has yet to conclude. Triggers keep it in the transaction of each change,
 * so that experts are listed and sorted by it without counting their open assessments.
 */

const inWork = (of: string) =>
  `${of}.is_deleted = 0 AND ${of}.status IN (${ASSIGNABLE.map((status) => `'${status}'`)})`;

const counted = `SELECT count(*) FROM assessment_experts ae JOIN assessments a ON a.id = ae.assessment_id
  WHERE ae.expert_id = users.id AND ae.concluded_at IS NULL AND ${inWork('a')}`;

/** Counts what each expert has yet to conclude. */
export const loadsFilled = `UPDATE users SET load = (${counted}) WHERE role = 'expert'`;

/** What `users.load` has, computed from every assessment. */
export const loadsNow = () => sql<{ id: string; load: number }>`(SELECT id, (${sql.raw(counted)}) AS load FROM users)`;
