import { migration, onRows, schemaScript } from './frozen.ts';

const found = `(SELECT coalesce(string_agg(expert_id, ',' ORDER BY assigned_at, expert_id), '')
  FROM assessment_experts WHERE assessment_id = assessments.id)`;
const keep = (row: 'NEW' | 'OLD') => `UPDATE assessments SET experts = ${found} WHERE id = ${row}.assessment_id`;

/** Separate tables for long texts: lists and exports then read rows of about 300 bytes. */
export default migration(
  `
    CREATE TABLE forms (
      assessment_id TEXT PRIMARY KEY REFERENCES assessments (id),
      form TEXT NOT NULL
    );
    INSERT INTO forms SELECT id, form FROM assessments;
    CREATE TABLE prints (
      assessment_id TEXT PRIMARY KEY REFERENCES assessments (id),
      json TEXT NOT NULL,
      digest TEXT NOT NULL
    );
    INSERT INTO prints SELECT id, print, print_digest FROM assessments WHERE print IS NOT NULL;
    ALTER TABLE assessments DROP COLUMN form;
    ALTER TABLE assessments DROP COLUMN print;
    ALTER TABLE assessments DROP COLUMN print_digest;
  `,
  (dialect) => [
    schemaScript(dialect, `ALTER TABLE assessments ADD COLUMN experts TEXT NOT NULL DEFAULT ''`),
    `UPDATE assessments SET experts = ${found} WHERE experts <> ${found}`,
    ...onRows(
      dialect,
      'assessment_experts',
      ['assessment_id', 'expert_id', 'assigned_at'],
      { gained: keep('NEW'), lost: keep('OLD') },
      'experts',
    ),
  ],
);
