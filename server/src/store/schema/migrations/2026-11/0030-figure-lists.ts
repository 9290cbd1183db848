import { migration } from '../frozen.ts';

/** Indexes for the lists behind the figures of the overview: by first submission, and without the experts' rate of a chapter. */
export default migration(`
  CREATE INDEX assessments_first_submitted ON assessments
    (is_deleted, first_submitted_at NULLS FIRST, id, status, division, level);
  CREATE INDEX review_figures_lacking ON review_figures (assessment_id) WHERE scores LIKE '%,null]%';
`);
