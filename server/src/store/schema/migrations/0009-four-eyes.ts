import { migration } from './frozen.ts';

/**
 * `contributions` replaces `score_writers`, which did not separate the station's scores from an expert's. Its rows come
 * from the audit, which has every save, and from the last author of each score. `events.hints` stays null for steps
 * that older versions judged by their own rule. The next start computes `escalations` and removes the counter.
 */
export default migration(
  `
    CREATE TABLE contributions (
      assessment_id TEXT NOT NULL REFERENCES assessments (id),
      kind TEXT NOT NULL,
      user_id TEXT NOT NULL,
      at TEXT NOT NULL,
      PRIMARY KEY (assessment_id, kind, user_id)
    ) WITHOUT ROWID;
    CREATE INDEX contributions_user ON contributions (user_id, assessment_id);
    INSERT INTO contributions (assessment_id, kind, user_id, at)
      SELECT assessment_id, kind, user_id, min(at) FROM (
        SELECT object_id AS assessment_id,
          CASE action WHEN 'assessment/update_form' THEN 'form'
            WHEN 'assessment/station_scores' THEN 'selfScores' ELSE 'expertScores' END AS kind,
          by_id AS user_id, at
          FROM audit
          WHERE action IN ('assessment/update_form', 'assessment/station_scores', 'assessment/expert_scores')
            AND by_id IS NOT NULL AND changes <> '{}'
        UNION ALL SELECT assessment_id, 'selfScores', by_id, at FROM station_scores
        UNION ALL SELECT assessment_id, 'expertScores', by_id, at FROM expert_scores
        UNION ALL SELECT score_writers.assessment_id, 'selfScores', user_id, created_at FROM score_writers
          JOIN assessments ON assessments.id = assessment_id AND station_id = user_id
        UNION ALL SELECT score_writers.assessment_id, 'expertScores', user_id, assigned_at FROM score_writers
          JOIN assessment_experts ON assessment_experts.assessment_id = score_writers.assessment_id AND expert_id = user_id
      ) AS written
      WHERE assessment_id IN (SELECT id FROM assessments)
      GROUP BY assessment_id, kind, user_id;
    DROP TABLE score_writers;

    ALTER TABLE events ADD COLUMN hints TEXT;

    CREATE TABLE escalations (
      assessment_id TEXT PRIMARY KEY REFERENCES assessments (id),
      from_role TEXT NOT NULL,
      from_division TEXT NOT NULL,
      to_role TEXT NOT NULL,
      to_division TEXT NOT NULL
    );
    INSERT INTO counters (name, value) VALUES ('escalations-due', 1)
  `,
);
