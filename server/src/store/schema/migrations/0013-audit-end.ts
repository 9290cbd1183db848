import { migration } from './frozen.ts';

/**
 * The audit's end knows how many rows there are and the last one's digest. Where the old counter names a row that is
 * gone, no digest is known, so that the gap stays visible.
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
