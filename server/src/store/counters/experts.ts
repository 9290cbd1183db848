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
export const expertIds = (kept: string): string[] => (kept === '' ? [] : kept.split(','));

/** The correct content of `assessments.experts`, computed from every assessment. */
export const expertsNow = () =>
  sql<{ id: string; experts: string }>`(SELECT id, ${sql.raw(found)} AS experts FROM assessments)`;
