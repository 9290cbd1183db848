import { migration } from './frozen.ts';

const NOW = {
  sqlite: `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
  postgres: `to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

/**
 * Earlier passwords, the age of the present one, addresses of logins, failed logins by wider networks, and a second
 * kind of captcha. For existing accounts every period starts with this migration.
 */
export default migration(
  `
    ALTER TABLE users ADD COLUMN password_set_at TEXT;
    ALTER TABLE users ADD COLUMN must_change_since TEXT;

    CREATE TABLE password_history (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      password_hash TEXT NOT NULL,
      replaced_at TEXT NOT NULL
    );
    CREATE INDEX password_history_user ON password_history (user_id, replaced_at, id);

    CREATE TABLE login_addresses (
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      network TEXT NOT NULL,
      last_login_at TEXT NOT NULL,
      PRIMARY KEY (user_id, network)
    );
    CREATE INDEX login_addresses_age ON login_addresses (last_login_at);

    ALTER TABLE login_failures ADD COLUMN network56 TEXT;
    ALTER TABLE login_failures ADD COLUMN network48 TEXT;
    CREATE INDEX login_failures_network56 ON login_failures (network56, at);
    CREATE INDEX login_failures_network48 ON login_failures (network48, at);

    ALTER TABLE captchas ADD COLUMN kind TEXT NOT NULL DEFAULT 'picture';
  `,
  (dialect) => [
    `UPDATE users SET password_set_at = ${NOW[dialect]}`,
    `UPDATE users SET must_change_since = password_set_at WHERE must_change_password = 1`,
  ],
);
