import { ASSIGNABLE } from '@shp/shared/domain/assessment/statuses';
import { sql } from 'kysely';

/*
 * `assessments.experts`: the ids of an assessment's experts. Triggers update it in the transaction of each change, so
 * that an export need not look up the experts of each assessment.
 */

const found = `(SELECT coalesce(string_agg(expert_id, ',' ORDER BY assigned_at, expert_id), '')
  FROM assessment_experts WHERE assessment_id = assessments.id)`;

/** Corrects the expert ids of every assessment. */
export const expertsFilled = `UPDATE assessments SET experts = ${found} WHERE experts <> ${found}`;

/** Parses `assessments.experts`. */
export const expertIds = (column: string): string[] => (column === '' ? [] : column.split(','));

/** The correct content of `assessments.experts`, computed from every assessment. */
export const expertsNow = () =>
  sql<{ id: string; experts: string }>`(SELECT id, ${sql.raw(found)} AS experts FROM assessments)`;

/*
 * `users.load`: the number of assessments that an expert has yet to conclude. Triggers update it in the transaction of
 * each change, so that lists of experts show and sort it without counting.
 */

const inWork = (of: string) =>
  `${of}.is_deleted = 0 AND ${of}.status IN (${ASSIGNABLE.map((status) => `'${status}'`)})`;

const open = `SELECT count(*) FROM assessment_experts ae JOIN assessments a ON a.id = ae.assessment_id
  WHERE ae.expert_id = users.id AND ae.concluded_at IS NULL AND ${inWork('a')}`;

/** Fills the loads of all experts. */
export const loadsFilled = `UPDATE users SET load = (${open}) WHERE role = 'expert'`;

/** The correct content of `users.load`, computed from every assessment. */
export const loadsNow = () => sql<{ id: string; load: number }>`(SELECT id, (${sql.raw(open)}) AS load FROM users)`;
