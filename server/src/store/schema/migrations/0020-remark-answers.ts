import { migration } from './frozen.ts';

/** Answers of stations to remarks: one of each remark for each submission. */
export default migration(`
  CREATE TABLE remark_answers (
    assessment_id TEXT NOT NULL REFERENCES assessments (id),
    event_id TEXT NOT NULL REFERENCES events (id),
    remark INTEGER NOT NULL,
    submission INTEGER NOT NULL,
    text TEXT NOT NULL,
    at TEXT NOT NULL,
    by_id TEXT NOT NULL,
    by_name TEXT NOT NULL,
    PRIMARY KEY (assessment_id, event_id, remark, submission)
  )
`);
