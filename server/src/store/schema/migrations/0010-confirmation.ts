import { migration } from './frozen.ts';

/** When the user confirmed a session by password, and which access token created an account. */
export default migration(`
  ALTER TABLE sessions ADD COLUMN confirmed_until TEXT;
  CREATE TABLE token_accounts (
    user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    token_id TEXT NOT NULL
  );
  CREATE INDEX token_accounts_token ON token_accounts (token_id);
`);
