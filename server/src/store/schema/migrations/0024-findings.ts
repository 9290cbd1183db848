import { appendOnly, migration } from './frozen.ts';

/** Findings, their steps and their evidence. `division` is the station's, as in assessments. */
export default migration(
  `
  CREATE TABLE findings (
    id TEXT PRIMARY KEY,
    no TEXT NOT NULL UNIQUE,
    station_id TEXT NOT NULL REFERENCES users (id),
    division TEXT NOT NULL,
    assessment_id TEXT REFERENCES assessments (id),
    source TEXT NOT NULL,
    standard_version TEXT NOT NULL REFERENCES standards (version),
    serial TEXT,
    lost INTEGER,
    text TEXT NOT NULL,
    advice TEXT NOT NULL,
    state TEXT NOT NULL,
    due TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    closed_at TEXT,
    days INTEGER
  );
  CREATE INDEX findings_order ON findings (created_at, id, division, state, due, serial, station_id);
  CREATE INDEX findings_division ON findings (division, state, due, serial, created_at, id);
  CREATE INDEX findings_station ON findings (station_id, created_at, id, state, due, serial);
  CREATE INDEX findings_state ON findings (state, due, created_at, id, division, serial);
  CREATE INDEX findings_serial ON findings (serial, state, days, due, division);
  CREATE INDEX findings_assessment ON findings (assessment_id, serial);
  CREATE TABLE finding_events (
    finding_id TEXT NOT NULL REFERENCES findings (id),
    seq INTEGER NOT NULL,
    from_state TEXT,
    state TEXT NOT NULL,
    text TEXT NOT NULL,
    due TEXT,
    files TEXT NOT NULL,
    at TEXT NOT NULL,
    by_id TEXT,
    by_name TEXT,
    by_role TEXT,
    PRIMARY KEY (finding_id, seq)
  );
  CREATE INDEX finding_events_by ON finding_events (by_id);
  ALTER TABLE files ADD COLUMN finding_id TEXT REFERENCES findings (id);
  ALTER TABLE uploads ADD COLUMN finding_id TEXT;
  CREATE INDEX files_finding ON files (finding_id);
  CREATE INDEX uploads_finding ON uploads (finding_id)
`,
  (dialect) => appendOnly(dialect, 'finding_events'),
);
