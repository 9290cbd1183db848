import { migration } from '../frozen.ts';

/** An index for the list of findings by what changed least recently. SQLite sorts what it finds by the filter. */
export default migration('', (dialect) =>
  dialect === 'postgres'
    ? [
        `CREATE INDEX findings_changed
          ON findings (updated_at, created_at DESC, id DESC, state, division, due, serial)`,
      ]
    : [],
);
