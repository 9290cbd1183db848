import { appendOnly, migration } from './frozen.ts';

export default migration(
  `
    CREATE TABLE users (
      id TEXT PRIMARY KEY,
      role TEXT NOT NULL,
      account TEXT NOT NULL,
      account_key TEXT NOT NULL UNIQUE,
      division TEXT,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL,
      profile TEXT NOT NULL,
      capacity DOUBLE PRECISION,
      password_hash TEXT NOT NULL,
      must_change_password INTEGER NOT NULL,
      is_deleted INTEGER NOT NULL DEFAULT 0,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      last_login_at TEXT,
      version INTEGER NOT NULL DEFAULT 1
    );
    CREATE INDEX users_created ON users (role, is_deleted, created_at, id);
    CREATE INDEX users_name ON users (role, is_deleted, name_key, id);
    CREATE INDEX users_division ON users (role, is_deleted, division NULLS FIRST, id);

    CREATE TABLE account_hands (
      user_id TEXT NOT NULL,
      by_id TEXT NOT NULL,
      at TEXT NOT NULL
    );
    CREATE INDEX account_hands_by ON account_hands (by_id, at);
    CREATE INDEX account_hands_user ON account_hands (user_id, at);

    CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      token_hash TEXT NOT NULL UNIQUE,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at TEXT NOT NULL,
      last_used_at TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      address TEXT NOT NULL,
      agent TEXT NOT NULL
    );
    CREATE INDEX sessions_user ON sessions (user_id);
    CREATE INDEX sessions_expiry ON sessions (expires_at);

    CREATE TABLE access_tokens (
      id TEXT PRIMARY KEY,
      token_hash TEXT NOT NULL UNIQUE,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      scopes TEXT NOT NULL,
      created_at TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      last_used_at TEXT
    );
    CREATE INDEX access_tokens_user ON access_tokens (user_id);

    CREATE TABLE captchas (key TEXT PRIMARY KEY, code TEXT NOT NULL, expires_at TEXT NOT NULL);
    CREATE INDEX captchas_expiry ON captchas (expires_at);

    CREATE TABLE login_failures (
      id TEXT PRIMARY KEY,
      account_key TEXT NOT NULL,
      address TEXT NOT NULL,
      at TEXT NOT NULL
    );
    CREATE INDEX login_failures_account ON login_failures (account_key, at);
    CREATE INDEX login_failures_address ON login_failures (address, at);

    CREATE TABLE hits (bucket TEXT PRIMARY KEY, count INTEGER NOT NULL, expires_at TEXT NOT NULL);
    CREATE INDEX hits_expiry ON hits (expires_at);

    CREATE TABLE links (
      supervisor_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      station_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      PRIMARY KEY (supervisor_id, station_id)
    );
    CREATE INDEX links_station ON links (station_id, supervisor_id);

    CREATE TABLE assessments (
      id TEXT PRIMARY KEY,
      number TEXT NOT NULL UNIQUE,
      station_id TEXT NOT NULL REFERENCES users (id),
      station_name TEXT NOT NULL,
      station_key TEXT NOT NULL,
      division TEXT NOT NULL,
      level INTEGER NOT NULL,
      status TEXT NOT NULL,
      stage INTEGER NOT NULL,
      station_score INTEGER,
      expert_score INTEGER,
      created_at TEXT NOT NULL,
      submitted_at TEXT,
      first_submitted_at TEXT,
      concluded_at TEXT,
      valid_until TEXT,
      updated_at TEXT NOT NULL,
      version INTEGER NOT NULL DEFAULT 1,
      is_deleted INTEGER NOT NULL DEFAULT 0,
      standard_version TEXT NOT NULL,
      rules TEXT,
      form TEXT NOT NULL,
      ever_returned INTEGER NOT NULL DEFAULT 0,
      scores_at TEXT,
      self_saved_at TEXT,
      chapter_rates TEXT,
      manager_conclusion TEXT,
      manager_conclusion_by TEXT REFERENCES users (id),
      manager_conclusion_at TEXT,
      print TEXT,
      print_digest TEXT
    );
    CREATE UNIQUE INDEX assessments_one_open ON assessments (station_id) WHERE is_deleted = 0
      AND status IN ('draft', 'submitted', 'returned', 'first_passed', 'reviewing', 'reviewed');
    CREATE INDEX assessments_station ON assessments (station_id, created_at);
    CREATE INDEX assessments_created ON assessments (is_deleted, created_at, id, status, division, level);
    CREATE INDEX assessments_status ON assessments (is_deleted, status, division, submitted_at NULLS FIRST, id);
    CREATE INDEX assessments_division ON assessments (is_deleted, division, submitted_at NULLS FIRST, id);
    CREATE INDEX assessments_submitted ON assessments
      (is_deleted, submitted_at NULLS FIRST, id, status, division, level);
    CREATE INDEX assessments_updated ON assessments (is_deleted, updated_at, id);
    CREATE INDEX assessments_number ON assessments (is_deleted, number, id);
    CREATE INDEX assessments_name ON assessments (is_deleted, station_key, id);
    CREATE INDEX assessments_level ON assessments (is_deleted, level, id);
    CREATE INDEX assessments_stage ON assessments (is_deleted, stage, id);
    CREATE INDEX assessments_station_score ON assessments (is_deleted, station_score NULLS FIRST, id);
    CREATE INDEX assessments_expert_score ON assessments (is_deleted, expert_score NULLS FIRST, id);
    CREATE INDEX assessments_concluded ON assessments (is_deleted, concluded_at NULLS FIRST, id);
    CREATE INDEX assessments_valid ON assessments (is_deleted, valid_until NULLS FIRST, id);
    CREATE INDEX assessments_rated ON assessments (is_deleted, status, station_id, level, valid_until);

    CREATE TABLE assessment_experts (
      assessment_id TEXT NOT NULL REFERENCES assessments (id),
      expert_id TEXT NOT NULL REFERENCES users (id),
      assigned_at TEXT NOT NULL,
      conclusion TEXT NOT NULL DEFAULT '',
      concluded_at TEXT,
      dropped INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (assessment_id, expert_id)
    );

    CREATE TABLE station_scores (
      assessment_id TEXT NOT NULL REFERENCES assessments (id),
      serial TEXT NOT NULL,
      score INTEGER,
      missing INTEGER NOT NULL,
      reason TEXT NOT NULL,
      by_id TEXT NOT NULL,
      at TEXT NOT NULL,
      PRIMARY KEY (assessment_id, serial)
    );

    CREATE TABLE expert_scores (
      assessment_id TEXT NOT NULL REFERENCES assessments (id),
      expert_id TEXT NOT NULL REFERENCES users (id),
      serial TEXT NOT NULL,
      score INTEGER,
      missing INTEGER NOT NULL,
      reason TEXT NOT NULL,
      by_id TEXT NOT NULL,
      at TEXT NOT NULL,
      PRIMARY KEY (assessment_id, expert_id, serial)
    );

    CREATE TABLE score_writers (
      assessment_id TEXT NOT NULL REFERENCES assessments (id),
      user_id TEXT NOT NULL,
      PRIMARY KEY (assessment_id, user_id)
    );

    CREATE TABLE submissions (
      assessment_id TEXT NOT NULL REFERENCES assessments (id),
      no INTEGER NOT NULL,
      at TEXT NOT NULL,
      form TEXT NOT NULL,
      scores TEXT NOT NULL,
      files TEXT NOT NULL,
      PRIMARY KEY (assessment_id, no)
    );

    CREATE TABLE conclusions (
      id TEXT PRIMARY KEY,
      assessment_id TEXT NOT NULL REFERENCES assessments (id),
      kind TEXT NOT NULL,
      by_id TEXT NOT NULL,
      by_name TEXT NOT NULL,
      text TEXT NOT NULL,
      scores TEXT NOT NULL,
      at TEXT NOT NULL
    );
    CREATE INDEX conclusions_assessment ON conclusions (assessment_id, at);

    CREATE TABLE files (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      assessment_id TEXT REFERENCES assessments (id),
      category TEXT,
      serial TEXT,
      title TEXT NOT NULL,
      extension TEXT NOT NULL,
      size BIGINT NOT NULL,
      sha256 TEXT NOT NULL,
      crc32 BIGINT NOT NULL,
      roles TEXT NOT NULL DEFAULT '',
      uploaded_at TEXT NOT NULL,
      by_id TEXT NOT NULL,
      by_name TEXT NOT NULL,
      is_deleted INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX files_assessment ON files (assessment_id, kind, is_deleted);
    CREATE INDEX files_documents ON files (kind, is_deleted, uploaded_at, id);

    CREATE TABLE uploads (
      id TEXT PRIMARY KEY,
      owner_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      assessment_id TEXT REFERENCES assessments (id),
      category TEXT,
      serial TEXT,
      roles TEXT NOT NULL,
      filename TEXT NOT NULL,
      size BIGINT NOT NULL,
      created_at TEXT NOT NULL,
      touched_at TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      finished INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX uploads_assessment ON uploads (assessment_id);
    CREATE INDEX uploads_expiry ON uploads (expires_at);

    CREATE TABLE download_tokens (
      token_hash TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      object_id TEXT NOT NULL,
      lang TEXT NOT NULL,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      session_id TEXT NOT NULL,
      created_at TEXT NOT NULL,
      begin_by TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      begun INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX download_tokens_expiry ON download_tokens (expires_at);

    CREATE TABLE standards (
      version TEXT PRIMARY KEY,
      title TEXT NOT NULL,
      body TEXT NOT NULL,
      is_current INTEGER NOT NULL,
      imported_at TEXT NOT NULL,
      by_id TEXT
    );
    CREATE INDEX assessment_experts_expert ON assessment_experts (expert_id, concluded_at, assessment_id);

    CREATE TABLE events (
      id TEXT PRIMARY KEY,
      assessment_id TEXT NOT NULL REFERENCES assessments (id),
      seq INTEGER NOT NULL,
      from_status TEXT,
      status TEXT NOT NULL,
      description TEXT NOT NULL,
      remarks TEXT NOT NULL,
      at TEXT NOT NULL,
      by_id TEXT,
      by_name TEXT,
      by_role TEXT,
      UNIQUE (assessment_id, seq)
    );

    CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
    CREATE TABLE settings (id INTEGER PRIMARY KEY, value TEXT NOT NULL);

    CREATE TABLE idempotency (
      caller_id TEXT NOT NULL,
      key TEXT NOT NULL,
      call TEXT NOT NULL,
      body_digest TEXT NOT NULL,
      object_id TEXT NOT NULL,
      created_at TEXT NOT NULL,
      PRIMARY KEY (caller_id, key)
    );
    CREATE INDEX idempotency_age ON idempotency (created_at);

    CREATE TABLE audit (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      at TEXT NOT NULL,
      by_id TEXT,
      by_name TEXT,
      by_role TEXT,
      action TEXT NOT NULL,
      object_kind TEXT NOT NULL,
      object_id TEXT NOT NULL,
      object_name TEXT NOT NULL,
      address TEXT NOT NULL,
      changes TEXT NOT NULL,
      digest TEXT NOT NULL
    );
    CREATE INDEX audit_by ON audit (by_id, seq);
    CREATE INDEX audit_action ON audit (action, seq);
    CREATE INDEX audit_at ON audit (at, seq);
    CREATE INDEX audit_object ON audit (object_id, seq);
  `,
  (dialect) => [...appendOnly(dialect, 'audit'), ...appendOnly(dialect, 'events')],
);
