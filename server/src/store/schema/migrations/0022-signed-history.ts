import { migration } from './frozen.ts';

/**
 * The audit as a Merkle tree with signed heads (docs/spec/wire.md#signed-history). The rows that are there get their
 * tree at the next start, outside this transaction: a million of them take a while.
 */
export default migration(`
  ALTER TABLE audit_end ADD COLUMN treed BIGINT NOT NULL DEFAULT 0;
  ALTER TABLE audit_end ADD COLUMN peaks TEXT NOT NULL DEFAULT '';
  CREATE TABLE audit_nodes (
    level INTEGER NOT NULL,
    place BIGINT NOT NULL,
    hash TEXT NOT NULL,
    seq BIGINT NOT NULL,
    PRIMARY KEY (level, place)
  );
  CREATE TABLE audit_heads (
    id INTEGER PRIMARY KEY,
    size BIGINT NOT NULL,
    root TEXT NOT NULL,
    at TEXT NOT NULL,
    key_id TEXT NOT NULL,
    signature TEXT NOT NULL
  );
  CREATE TABLE audit_keys (
    id TEXT PRIMARY KEY,
    public_key TEXT NOT NULL,
    since TEXT NOT NULL,
    until TEXT,
    endorsed_by TEXT,
    endorsement TEXT
  );
  ALTER TABLE prints ADD COLUMN bundle TEXT
`);
