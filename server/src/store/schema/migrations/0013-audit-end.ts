import { migration } from './frozen.ts';

/**
 * `audit_end` holds the number of audit rows and the digest of the last one. If the old counter names a row that is
 * gone, the digest stays unknown, so that the gap remains visible.
 */
export default migration(`
  CREATE TABLE audit_end (
    id INTEGER PRIMARY KEY,
    count BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    digest TEXT NOT NULL
  );
  INSERT INTO audit_end (id, count, seq, digest)
    SELECT 1, (SELECT count(*) FROM audit WHERE seq <= last.seq), last.seq,
        coalesce((SELECT digest FROM audit WHERE audit.seq = last.seq), CASE WHEN last.seq = 0 THEN '' ELSE '?' END)
      FROM (SELECT coalesce((SELECT value FROM counters WHERE name = 'audit'), (SELECT max(seq) FROM audit), 0) AS seq)
        AS last;
  DELETE FROM counters WHERE name = 'audit'
`);
