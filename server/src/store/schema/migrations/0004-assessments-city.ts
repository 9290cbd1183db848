import { migration } from './frozen.ts';

export default migration(`
    CREATE INDEX assessments_city ON assessments
      (is_deleted, substr(division, 1, 4), submitted_at NULLS FIRST, id, status, level);
  `);
