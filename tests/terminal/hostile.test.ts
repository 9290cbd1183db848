import { expect, test } from 'vitest';
import { rawDatabase } from '../support/rawDatabase.ts';
import { desk, onDemoWithDesks, server } from './demo.ts';
import { onTerminal } from './terminal.ts';

onDemoWithDesks();

/** Escape and bidi sequences that would set the terminal's title, clear its screen and reverse a line. */
const HOSTILE = 'x\u001b]0;taken\u0007\u001b[2J\u009b2J\u202e\u200fevil';
const ACTING = ['\u001b]0;taken', '\u001b[2J', '\u009b', '\u202e', '\u200f'];

test.each(['table', 'csv', 'tsv', 'json', 'ndjson'])(
  'control characters in names do nothing to a terminal that shows them as %s; programs get them unchanged',
  async (format) => {
    await desk.login('admin');
    // Validation refuses such characters in new names, but rows of an older version may contain them.
    await rawDatabase(server.data, null).sql(
      'UPDATE users SET name = ?, profile = json_set(profile, ?, ?) WHERE account = ?',
      HOSTILE,
      '$.name',
      HOSTILE,
      'station0001',
    );
    const list = ['stations', 'list', '--search', 'station0001', '--format', format];
    const terminal = onTerminal(desk, list, { cols: 300, rows: 40 });
    expect(await terminal.ended).toBe(0);
    expect(terminal.raw()).toContain('evil');
    expect(ACTING.filter((acting) => terminal.raw().includes(acting))).toEqual([]);
    const { out } = await desk.shp(list);
    if (format === 'csv') expect(out).toContain(HOSTILE);
    if (format === 'ndjson') expect(JSON.parse(out)).toMatchObject({ profile: { name: HOSTILE } });
  },
);
