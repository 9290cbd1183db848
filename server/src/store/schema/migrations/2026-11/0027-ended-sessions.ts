import { migration } from '../frozen.ts';

/** Sessions that ended because their account signed in elsewhere, until they would have expired. */
export default migration(`
  CREATE TABLE ended_sessions (
    token_hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at TEXT NOT NULL
  );
  CREATE INDEX ended_sessions_user ON ended_sessions (user_id);
  CREATE INDEX ended_sessions_expiry ON ended_sessions (expires_at)
`);
