import { migration } from '../frozen.ts';

/**
 * Decisions to pass that are shown before they take effect. `proposed_until`: the last day of a running proposal, and
 * in an event the one with which it began. `proposals`: the findings as the final manager worded them.
 */
export default migration(`
  ALTER TABLE assessments ADD COLUMN proposed_until TEXT;
  CREATE INDEX assessments_proposed ON assessments (proposed_until) WHERE proposed_until IS NOT NULL;
  ALTER TABLE events ADD COLUMN proposed_until TEXT;
  CREATE TABLE proposals (
    assessment_id TEXT PRIMARY KEY REFERENCES assessments (id),
    findings TEXT NOT NULL
  )
`);
