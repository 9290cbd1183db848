import { migration } from './frozen.ts';

/** When a session was confirmed by the password, and which access token made an account. */
export default migration(`
  ALTER TABLE sessions ADD COLUMN confirmed_until TEXT;
  CREATE TABLE token_accounts (
    user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    token_id TEXT NOT NULL
  );
  CREATE INDEX token_accounts_token ON token_accounts (token_id);
`);
