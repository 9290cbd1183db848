import { ASSIGNABLE } from '@shp/shared/domain/statuses';
import { sql } from 'kysely';
import { type Dialect, onRows } from './dialect.ts';

/**
 * `users.load`: how many assessments an expert has yet to conclude, kept by the database in the transaction of each
 * change, so that experts are listed and sorted by it without counting all that is under way.
 */
export function loads(dialect: Dialect): string[] {
  const both = (work: (row: Row, change: 1 | -1) => string) => ({ gained: work('NEW', 1), lost: work('OLD', -1) });
  return [
    'ALTER TABLE users ADD COLUMN load INTEGER NOT NULL DEFAULT 0',
    loadsFilled,
    'CREATE INDEX users_load ON users (role, is_deleted, load, id)',
    ...onRows(dialect, 'assessment_experts', ['concluded_at'], both(ofExpert), 'loads'),
    ...onRows(dialect, 'assessments', ['status', 'is_deleted'], both(ofAssessment), 'loads_of_assessments'),
  ];
}

type Row = 'NEW' | 'OLD';

const inWork = (of: string) =>
  `${of}.is_deleted = 0 AND ${of}.status IN (${ASSIGNABLE.map((status) => `'${status}'`)})`;

const counted = `SELECT count(*) FROM assessment_experts ae JOIN assessments a ON a.id = ae.assessment_id
  WHERE ae.expert_id = users.id AND ae.concluded_at IS NULL AND ${inWork('a')}`;

/** Counts what each expert has yet to conclude. */
export const loadsFilled = `UPDATE users SET load = (${counted}) WHERE role = 'expert'`;

const ofExpert = (row: Row, change: 1 | -1) => `UPDATE users SET load = load + (${change})
  WHERE id = ${row}.expert_id AND ${row}.concluded_at IS NULL
    AND EXISTS (SELECT 1 FROM assessments a WHERE a.id = ${row}.assessment_id AND ${inWork('a')})`;

const ofAssessment = (row: Row, change: 1 | -1) => `UPDATE users SET load = load + (${change})
  WHERE ${inWork(row)}
    AND id IN (SELECT expert_id FROM assessment_experts WHERE assessment_id = ${row}.id AND concluded_at IS NULL)`;

/** What {@link loads} keeps, by looking at every assessment. */
export const loadsNow = () => sql<{ id: string; load: number }>`(SELECT id, (${sql.raw(counted)}) AS load FROM users)`;
