import { migration } from './frozen.ts';

/**
 * Notices, how each account wants them, and what is still to be sent: a delivery for each notice and channel, and a
 * lane for each account and channel, which one server at a time works off in order.
 */
export default migration(`
  CREATE TABLE notices (
    id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    assessment_id TEXT REFERENCES assessments (id),
    params TEXT NOT NULL,
    read_at TEXT
  );
  CREATE UNIQUE INDEX notices_seq ON notices (seq);
  CREATE INDEX notices_of ON notices (user_id, seq);
  CREATE INDEX notices_unread ON notices (user_id, seq) WHERE read_at IS NULL;
  CREATE TABLE notice_occasions (occasion TEXT PRIMARY KEY, at TEXT NOT NULL);
  CREATE TABLE notice_preferences (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    lang TEXT NOT NULL,
    mail TEXT,
    webhook TEXT,
    webhook_secret TEXT,
    kinds TEXT NOT NULL
  );
  CREATE TABLE deliveries (
    notice_id TEXT NOT NULL REFERENCES notices (id),
    channel TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    seq INTEGER NOT NULL,
    due_at TEXT NOT NULL,
    message TEXT,
    PRIMARY KEY (notice_id, channel)
  );
  CREATE INDEX deliveries_of ON deliveries (user_id, channel, due_at, seq);
  CREATE TABLE delivery_lanes (
    user_id TEXT NOT NULL REFERENCES users (id),
    channel TEXT NOT NULL,
    next_at TEXT,
    tries INTEGER NOT NULL,
    failing_since TEXT,
    lease_until TEXT,
    lease_by TEXT,
    PRIMARY KEY (user_id, channel)
  );
  CREATE INDEX delivery_lanes_due ON delivery_lanes (next_at) WHERE next_at IS NOT NULL
`);
