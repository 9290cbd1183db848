import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mapLimit } from '@shp/shared/domain/lib/mapLimit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyCommand } from '../../cli/src/command/command.ts';
import { allCommands } from '../../cli/src/command/registry.ts';
import { NOUNS } from '../../cli/src/commands/index.ts';
import { type Desk, newDesk, type Run } from '../support/desk.ts';
import { type FaultyLine, startProxy } from '../support/proxy.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { exampleOf } from './examples.ts';

/** Commands that need no session: they make no calls, or log in themselves. */
const WITHOUT_A_SESSION = [
  ...['serve', 'tui', 'login', 'logout', 'password', 'completion', 'version', 'help'],
  ...['web', 'backup', 'backup list', 'backup verify', 'restore', 'doctor', 'unlock', 'keys rotate', 'keys reseal'],
  'migrate-data',
  'audit witness',
  'factor add',
  ...['server list', 'server use', 'server add', 'server remove', 'alias set', 'alias list', 'alias delete'],
  ...['managers', 'experts', 'stations', 'supervisors'].map((kind) => `${kind} template`),
];

const KINDS = ['managers', 'experts', 'stations', 'supervisors'];
/** Arguments of commands whose first example needs a file or a terminal. */
const WORDS: Record<string, string> = {
  ...Object.fromEntries(KINDS.map((kind) => [`${kind} add`, '--input user.json --account x1.x'])),
  ...Object.fromEntries(KINDS.map((kind) => [`${kind} import`, 'users.csv'])),
  'files upload': 'X a.pdf --category other',
  'documents upload': 'a.pdf',
  'assessments scores import': 'X sheet.csv',
  'assessments advance': 'X withdrawn --yes',
  'standard import': 's.json',
  'settings holidays import': 'holidays.csv',
};
let commands: ReadonlyMap<string, AnyCommand>;

/** One command for each way of calling the server. */
const WAYS = [
  ...['status', 'stations list', 'stations show', 'stations add', 'stations delete', 'stations export', 'divisions'],
  ...['assessments assign', 'assessments scores import', 'assessments form', 'files upload', 'files download'],
  ...['documents download', 'standard show', 'settings set', 'audit verify', 'api'],
];

/** Commands that succeed for a role that manages nothing, or fail there for another reason than permission. */
const MAY = ['status', 'divisions', 'stations show', 'documents download', 'standard show', 'api'];
const AT_ONCE = 8;

let server: TestServer;
let line: FaultyLine;
let desk: Desk;
let nobody: Desk;
let ministry: Desk;
beforeAll(async () => {
  commands = new Map((await allCommands(NOUNS)).map((command) => [command.name, command]));
  server = await startServer({}, ['--demo', '--no-captcha']);
  line = await startProxy(server.url);
  [desk, nobody, ministry] = await Promise.all([newDesk(line.url), newDesk(server.url), newDesk(server.url)]);
  await Promise.all([desk.login('admin'), ministry.login('ministry')]);
  for (const { folder } of [desk, nobody, ministry]) {
    const profile = { name: 'x', contact: 'x', phone: '0771-1234567', unit: 'x', specialties: ['safety'] };
    const station = { address: 'x', legalPerson: 'x', capacity: 1 };
    writeFileSync(
      join(folder, 'user.json'),
      JSON.stringify({ role: 'county_manager', division: '450325', profile: { ...profile, ...station } }),
    );
    writeFileSync(join(folder, 'users.csv'), 'account,name\n');
    writeFileSync(join(folder, 'holidays.csv'), '2027-10-01,off\n');
    writeFileSync(join(folder, 'a.pdf'), '%PDF-1.4\n');
    writeFileSync(join(folder, 's.json'), '{}');
    writeFileSync(join(folder, 'sheet.csv'), 'serial,content,points,score,missing,reason\n');
  }
});
afterAll(async () => {
  line.stop();
  await Promise.all([desk.clear(), nobody.clear(), ministry.clear()]);
  await server.stop();
});

function wordsOf(name: string): string[] {
  const command = commands.get(name);
  const line = WORDS[name] === undefined && command ? exampleOf(command) : `${name} ${WORDS[name]}`;
  return [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

/** Runs the commands, some in parallel; returns the runs that `judge` rejects. */
async function wrong(
  names: readonly string[],
  run: (words: string[]) => Promise<Run>,
  judge: (run: Run, name: string) => boolean,
): Promise<[string, Run][]> {
  const runs = await mapLimit(names, AT_ONCE, async (name): Promise<[string, Run]> => [name, await run(wordsOf(name))]);
  return runs.flatMap((one) => (one && !judge(one[1], one[0]) ? [one] : []));
}

test('every exception is a command', () => {
  expect([...Object.keys(WORDS), ...WITHOUT_A_SESSION].filter((name) => !commands.has(name))).toEqual([]);
});

test('without a login: exit 3 with instructions, nothing on standard output', async () => {
  const expected = /^shp: [a-z -]+: not logged in\nLog in: shp login\n$/;
  expect(
    await wrong(
      [...commands.keys()].filter((name) => !WITHOUT_A_SESSION.includes(name)),
      (words) => nobody.shp(words),
      ({ code, out, err }) => code === 3 && out === '' && expected.test(err),
    ),
  ).toEqual([]);
});

test('with a connection lost during a response: exit 5, one line with the cause', async () => {
  line.rule = (_, count) => ({ cutAfter: count === 0 ? 10 : 0 });
  // Long commands print their progress every five seconds.
  const expected = /^([a-z -]+: .+\/s.*\n)*shp: [a-z -]+: network error: .+\n.+\n$/;
  expect(
    await wrong(
      WAYS,
      (words) => desk.shp(words),
      ({ code, err }) => code === 5 && expected.test(err),
    ),
  ).toEqual([]);
});

test('Ctrl-C with a hanging server: exit 130 with a message', async () => {
  line.rule = () => 'hang';
  const run = async (words: string[]): Promise<Run> => {
    const before = line.seen.length;
    const started = desk.start(words);
    while (line.seen.length === before) await new Promise((resolve) => setTimeout(resolve, 2));
    started.child.kill('SIGINT');
    return started.done;
  };
  // One at a time, so that each request is known to be this command's.
  for (const name of WAYS) {
    const { code, out, err } = await run(wordsOf(name));
    expect([name, code, out]).toEqual([name, 130, '']);
    expect(err).toMatch(/^shp: [a-z -]+: interrupted\n/m);
  }
});

test('with a role that may not call it: exit 4, nothing on standard output', async () => {
  const mayNot = WAYS.filter((name) => !MAY.includes(name));
  const expected = /^shp: [a-z -]+: request denied\n$/;
  expect(
    await wrong(
      mayNot,
      (words) => ministry.shp(words),
      ({ code, out, err }) => code === 4 && out === '' && expected.test(err),
    ),
  ).toEqual([]);
});
