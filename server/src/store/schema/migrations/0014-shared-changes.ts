import { migration } from './frozen.ts';

/**
 * `shared_updated_at` and `shared_version`: changes that everyone in scope may see, without experts' work, assignments
 * and the manager's conclusion, so that blind experts and stations learn nothing from a time or a version.
 * `assessment_experts.updated_at`: when the expert's own work last changed. `status_since`: time of the last step.
 */
export default migration(`
  ALTER TABLE assessments ADD COLUMN status_since TEXT NOT NULL DEFAULT '';
  ALTER TABLE assessments ADD COLUMN shared_updated_at TEXT NOT NULL DEFAULT '';
  ALTER TABLE assessments ADD COLUMN shared_version INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE assessment_experts ADD COLUMN updated_at TEXT NOT NULL DEFAULT '';
  UPDATE assessments SET
    status_since = coalesce((SELECT max(at) FROM events WHERE assessment_id = assessments.id), created_at),
    shared_version = version;
  UPDATE assessments SET
    shared_updated_at = CASE WHEN status IN ('draft', 'returned') THEN updated_at ELSE status_since END;
  UPDATE assessment_experts SET updated_at = coalesce(concluded_at, assigned_at);
`);
