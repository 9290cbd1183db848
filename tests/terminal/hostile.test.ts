import { expect, test } from 'vitest';
import { desk, onDemoWithDesks } from './demo.ts';
import { onTerminal } from './terminal.ts';

onDemoWithDesks();

/** Would set the terminal's title, clear its screen, and turn the direction of a line. */
const HOSTILE = 'x\u001b]0;taken\u0007\u001b[2J\u009b2J\u202e\u200fevil';
const ACTING = ['\u001b]0;taken', '\u001b[2J', '\u009b', '\u202e', '\u200f'];

test.each(['table', 'csv', 'tsv', 'json', 'ndjson'])(
  'what somebody else has named does nothing to the terminal that shows it as %s; a program gets it as it is',
  async (format) => {
    await desk.login('station0001');
    const given = ['session/create_token', '-f', `name=${HOSTILE}`, '-f', 'scopes=read', '-f', 'expiresInDays=1'];
    expect((await desk.shp(['api', 'POST', ...given])).code).toBe(0);
    await desk.login('admin');
    const list = ['audit', 'list', '--action', 'session/create_token', '--size', '1', '--format', format];
    const terminal = onTerminal(desk, list, { cols: 300, rows: 40 });
    expect(await terminal.ended).toBe(0);
    expect(terminal.raw()).toContain('evil');
    expect(ACTING.filter((acting) => terminal.raw().includes(acting))).toEqual([]);
    const { out } = await desk.shp(list);
    if (format === 'csv') expect(out).toContain(HOSTILE);
    if (format === 'ndjson') expect(JSON.parse(out)).toMatchObject({ object: { name: HOSTILE } });
  },
);
