import { migration } from './frozen.ts';

/** Indexes for lists by the time the stage began, and for ratings by their last day. */
export default migration(`
  CREATE INDEX assessments_status_since ON assessments (is_deleted, status, status_since, id, division, level);
  CREATE INDEX assessments_status_valid ON assessments (is_deleted, status, valid_until NULLS FIRST, id, division, level);
`);
