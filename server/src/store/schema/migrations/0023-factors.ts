import { migration } from './frozen.ts';

/** Second factors, logins that wait for one, how each session began, and the duties of administrators. */
export default migration(`
  CREATE TABLE factors (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    secret TEXT NOT NULL,
    credential TEXT UNIQUE,
    counter BIGINT NOT NULL,
    created_at TEXT NOT NULL,
    last_used_at TEXT
  );
  CREATE INDEX factors_user ON factors (user_id);
  CREATE TABLE recovery_codes (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    digest TEXT NOT NULL,
    used_at TEXT,
    PRIMARY KEY (user_id, digest)
  ) WITHOUT ROWID;
  CREATE TABLE factor_attempts (
    id_hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL,
    kind TEXT,
    secret TEXT,
    wrong INTEGER NOT NULL,
    sign_in TEXT NOT NULL,
    expires_at TEXT NOT NULL
  );
  CREATE INDEX factor_attempts_user ON factor_attempts (user_id);
  CREATE INDEX factor_attempts_expiry ON factor_attempts (expires_at);
  CREATE TABLE oidc_attempts (
    id_hash TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    nonce TEXT NOT NULL,
    verifier TEXT NOT NULL,
    redirect TEXT NOT NULL,
    expires_at TEXT NOT NULL
  );
  CREATE INDEX oidc_attempts_expiry ON oidc_attempts (expires_at);
  ALTER TABLE sessions ADD COLUMN sign_in TEXT NOT NULL DEFAULT 'password';
  ALTER TABLE users ADD COLUMN duties TEXT
`);
