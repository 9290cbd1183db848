import { sql } from 'kysely';
import { type Dialect, onRows, schemaScript } from './dialect.ts';

/**
 * `assessments.experts`: the ids of an assessment's experts, kept by the database in the transaction of each change, so
 * that an export of all assessments need not look for the experts of each.
 */
export function experts(dialect: Dialect): string[] {
  const keep = (row: 'NEW' | 'OLD') => `UPDATE assessments SET experts = ${found} WHERE id = ${row}.assessment_id`;
  return [
    schemaScript(dialect, `ALTER TABLE assessments ADD COLUMN experts TEXT NOT NULL DEFAULT ''`),
    expertsFilled,
    ...onRows(
      dialect,
      'assessment_experts',
      ['assessment_id', 'expert_id', 'assigned_at'],
      { gained: keep('NEW'), lost: keep('OLD') },
      'experts',
    ),
  ];
}

const found = `(SELECT coalesce(string_agg(expert_id, ',' ORDER BY assigned_at, expert_id), '')
  FROM assessment_experts WHERE assessment_id = assessments.id)`;

/** Puts the ids of its experts into each assessment that has others. */
export const expertsFilled = `UPDATE assessments SET experts = ${found} WHERE experts <> ${found}`;

/** The ids that {@link experts} keeps of an assessment. */
export const expertIds = (kept: string): string[] => (kept === '' ? [] : kept.split(','));

/** What {@link experts} keeps, by looking at every assessment. */
export const expertsNow = () =>
  sql<{ id: string; experts: string }>`(SELECT id, ${sql.raw(found)} AS experts FROM assessments)`;
