import { sql } from 'kysely';

/*
 * `assessments.experts`: the ids of an assessment's experts. Triggers keep it in the transaction of each change, so that
 * an export of all assessments need not look for the experts of each.
 */

const found = `(SELECT coalesce(string_agg(expert_id, ',' ORDER BY assigned_at, expert_id), '')
  FROM assessment_experts WHERE assessment_id = assessments.id)`;

/** Puts the ids of its experts into each assessment that has others. */
export const expertsFilled = `UPDATE assessments SET experts = ${found} WHERE experts <> ${found}`;

/** The ids in `assessments.experts`. */
export const expertIds = (kept: string): string[] => (kept === '' ? [] : kept.split(','));

/** What `assessments.experts` has, computed from every assessment. */
export const expertsNow = () =>
  sql<{ id: string; experts: string }>`(SELECT id, ${sql.raw(found)} AS experts FROM assessments)`;
