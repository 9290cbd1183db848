import { LIST_FIELDS } from '@shp/shared/domain/addresses/listFields';
import { parseListSearch } from '@shp/shared/domain/addresses/listSearch';
import { guard } from '@shp/shared/domain/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCommands } from '../../cli/src/command/registry.ts';
import { NOUNS } from '../../cli/src/commands/index.ts';
import { openerFor } from '../../cli/src/console/open.ts';
import { type Desk, newDesk } from '../support/desk.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let desk: Desk;
beforeAll(async () => {
  server = await startServer({}, ['--demo', '--no-captcha']);
  desk = await newDesk(server.url);
  await desk.login('admin');
});
afterAll(async () => {
  await desk.clear();
  await server.stop();
});

/** The address that a command opens, relative to the server. */
async function addressOf(words: readonly string[]): Promise<URL> {
  const { code, out, err } = await desk.shp([...words, '--web', '--quiet']);
  expect([words, code, err]).toEqual([words, 0, '']);
  return new URL(out.trim());
}

test('every command that shows an object or a list opens it in the console, or says that no page does', async () => {
  const showing = (await allCommands(NOUNS)).filter(
    ({ name, prints }) =>
      prints === true && /^(?:\w+ )*(?:list|show|events|tree|verify|status|whoami|doctor|divisions)$/.test(name),
  );
  expect(showing.filter(({ web }) => web === undefined).map(({ name }) => name)).toEqual([]);
});

test.each([
  [
    'assessments',
    'assessments list --status passed --status submitted --expiring 90 --from 2026-01-01 --sort-by number',
  ],
  ['assessments', 'assessments list --overdue --city 桂林市 --updated-since 2026-11-01T08:00:00Z --size 50 --page 3'],
  ['stations', 'stations list --deleted --county 桂林市/秀峰区 --expiring 30 --desc --sort-by name'],
  ['experts', 'experts list --specialty safety --division 桂林市 --search 李'],
  ['managers', 'managers list --role city_manager --city 450300'],
  ['supervisors', 'supervisors list --search 集团'],
] as const)('the console understands the whole address of a list of %s', async (list, line) => {
  const { pathname, search } = await addressOf(line.split(' '));
  expect(guard('admin', pathname)).toEqual({ go: 'stay', route: `/${list}` });
  const { state, leftOut } = parseListSearch(search, LIST_FIELDS[list]);
  expect(leftOut).toEqual([]);
  // Every flag is in the address: a filter each, the order and the page.
  const flags = new Set(line.split(' ').filter((word) => word.startsWith('--') && word !== '--desc'));
  const placed = Object.keys(state.filter).length + (state.sort ? 1 : 0);
  expect(placed + (state.page > 1 ? 1 : 0) + (state.perPage === 50 ? 1 : 0)).toBe(flags.size);
});

test('who opens the browser', () => {
  expect(openerFor({ DISPLAY: ':0', BROWSER: 'firefox -P work' }, 'linux')).toEqual({ line: 'firefox -P work' });
  expect(openerFor({ SHP_BROWSER: 'mine', BROWSER: 'firefox' }, 'linux')).toEqual({ line: 'mine' });
  expect(openerFor({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toEqual({ program: 'xdg-open', words: [] });
  expect(openerFor({}, 'darwin')).toEqual({ program: 'open', words: [] });
  expect(openerFor({}, 'win32')).toMatchObject({ program: 'rundll32' });
  expect(openerFor({}, 'linux')).toBeNull();
  expect(openerFor({ SSH_CONNECTION: '::1 1 ::1 22' }, 'darwin')).toBeNull();
});
