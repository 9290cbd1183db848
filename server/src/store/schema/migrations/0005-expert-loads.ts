import { migration, onRows } from './frozen.ts';

type Row = 'NEW' | 'OLD';

const inWork = (of: string) => `${of}.is_deleted = 0 AND ${of}.status IN ('first_passed','reviewing')`;

const ofExpert = (row: Row, change: 1 | -1) => `UPDATE users SET load = load + (${change})
  WHERE id = ${row}.expert_id AND ${row}.concluded_at IS NULL
    AND EXISTS (SELECT 1 FROM assessments a WHERE a.id = ${row}.assessment_id AND ${inWork('a')})`;

const ofAssessment = (row: Row, change: 1 | -1) => `UPDATE users SET load = load + (${change})
  WHERE ${inWork(row)}
    AND id IN (SELECT expert_id FROM assessment_experts WHERE assessment_id = ${row}.id AND concluded_at IS NULL)`;

const both = (work: (row: Row, change: 1 | -1) => string) => ({ gained: work('NEW', 1), lost: work('OLD', -1) });

/** Counter of each expert's open assessments, so that lists show and sort it without counting. */
export default migration('', (dialect) => [
  'ALTER TABLE users ADD COLUMN load INTEGER NOT NULL DEFAULT 0',
  `UPDATE users SET load = (SELECT count(*) FROM assessment_experts ae JOIN assessments a ON a.id = ae.assessment_id
  WHERE ae.expert_id = users.id AND ae.concluded_at IS NULL AND ${inWork('a')}) WHERE role = 'expert'`,
  'CREATE INDEX users_load ON users (role, is_deleted, load, id)',
  ...onRows(dialect, 'assessment_experts', ['concluded_at'], both(ofExpert), 'loads'),
  ...onRows(dialect, 'assessments', ['status', 'is_deleted'], both(ofAssessment), 'loads_of_assessments'),
]);
