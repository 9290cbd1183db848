import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mapLimit } from '@shp/shared/domain/lib/mapLimit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyCommand } from '../../cli/src/command/command.ts';
import { allCommands } from '../../cli/src/command/registry.ts';
import { NOUNS } from '../../cli/src/commands/index.ts';
import { type Desk, newDesk } from '../support/desk.ts';
import { newRegion } from '../support/region.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** They run until stopped, or print a text that is no data. */
const NO_ANSWER = ['serve', 'web', 'tui', 'completion', 'help'];
/** Their `--format` is that of a file, one row after the other in ndjson. */
const FILES = [
  ...[
    'stations export',
    'stations template',
    'findings export',
    'assessments export',
    'assessments scores export',
    'supervise export',
  ],
];
/** Needs PostgreSQL: tests/nightly. Factors are added at a terminal: factors.test.ts. */
const ELSEWHERE = ['migrate-data', 'factor add', 'factor remove', 'factor codes'];

/** Who runs a line. */
type Who = 'admin' | 'station' | 'expert' | 'other';
type Line = { readonly who?: Who; readonly line: string; readonly keep?: Readonly<Record<string, string>> };

/** The four kinds of user have the same verbs and code; one stands for all. */
const users: readonly Line[] = [
  'list --size 2 --sort-by account',
  'add --account every --division 450325 --name E --address x --legal-person x --contact x --phone 0771-1234567 --capacity 1',
  'show every',
  'update every --phone 13800000001',
  'delete every --yes',
  'recover every',
  'reset-password every --yes',
  'reset-factor every --yes',
  'import stations.csv --dry-run',
].map((line) => ({ line: `stations ${line}` }));

/** One line for every command that answers, in an order in which each succeeds. */
const LINES: readonly Line[] = [
  ...['whoami', 'auth status', 'profile show', 'profile update --name every', 'status', 'divisions 450300'].map(line_),
  ...[
    'stats progress',
    'stats ratings',
    'stats scores',
    'stats experts',
    'stats findings',
    'stats report -o r.xlsx',
  ].map(line_),
  ...users,
  ...['managers tree 450300', 'supervise stations supervisor1 --size 2', 'supervise assessments supervisor1'].map(
    line_,
  ),
  ...['supervise link supervisor1 every', 'supervise unlink supervisor1 every'].map(line_),
  { line: 'assessments list --status first_passed --sort-by number --size 2', keep: { first: '0.number' } },
  ...['show', 'events', 'form', 'scores show'].map((verb) => ({ line: `assessments ${verb} $first` })),
  { line: 'assessments assign $first --experts expert03 --replace --dry-run' },
  { who: 'station', line: 'assessments add --level 3', keep: { own: 'id' } },
  { who: 'station', line: 'assessments validate $own' },
  { who: 'station', line: 'files upload $own a.pdf --category businessLicence', keep: { file: '0.id' } },
  { who: 'station', line: 'files list $own' },
  { who: 'station', line: 'files download $own $file -o got' },
  { who: 'station', line: 'files delete $own $file --yes' },
  { who: 'station', line: 'assessments delete $own --yes' },
  { line: 'assessments list --status returned --sort-by number --size 2', keep: { returned: '0.number' } },
  { line: 'assessments answer-remark $returned' },
  { line: 'assessments list --status submitted --sort-by number --size 2', keep: { first: '0.number' } },
  { line: 'assessments advance $first first_passed -m x' },
  { who: 'expert', line: 'assessments list --waiting --sort-by number --size 1', keep: { review: '0.number' } },
  { who: 'expert', line: 'assessments conclude $review -m x --draft' },
  { who: 'expert', line: 'assessments scores import $review sheet.csv --yes' },
  { line: 'documents upload a.pdf', keep: { file: '0.id' } },
  { line: 'documents list --size 1' },
  { line: 'documents roles $file --roles station' },
  { line: 'documents download $file -o copy.pdf' },
  { line: 'documents delete $file --yes' },
  { line: 'standard list', keep: { version: '0.version' } },
  { line: 'standard show' },
  { line: 'factor list' },
  { line: 'standard export' },
  { line: 'standard import standard.json' },
  { line: 'standard use $version' },
  ...[
    'settings show',
    'settings set minExperts 3',
    'settings preset ordinary --yes',
    'settings holidays import holidays.csv',
    'settings holidays show 2027',
    'settings holidays remove 2027',
    'audit list --size 1',
    'audit verify',
  ].map(line_),
  { line: 'audit witness --state head.json' },
  { line: 'findings add --station station0060 -m x', keep: { finding: 'no' } },
  ...['findings list --size 1', 'findings show $finding'].map(line_),
  { who: 'station', line: 'findings step $finding planned -m x --due 2027-01-31' },
  { line: 'notices list' },
  { line: 'notices read --all' },
  { line: 'notices preferences show' },
  { line: 'notices preferences set --when daily --kind returned' },
  { line: 'api GET basic/status' },
  { line: 'token create --name every', keep: { token: 'id' } },
  { line: 'token list' },
  { line: 'token revoke $token' },
  { line: 'sessions list' },
  ...['server add every http://127.0.0.1:9', 'server list', 'server remove every'].map(line_),
  ...["alias set every 'stations list'", 'alias list', 'alias delete every'].map(line_),
  { line: 'backup $folder/small.tar --data $data', keep: { file: 'file' } },
  ...['backup verify $file', 'backup list $folder', 'restore $file --data $folder/restored'].map(line_),
  ...['keys rotate --data $folder/restored', 'keys reseal --data $folder/restored'].map(line_),
  ...['doctor --data $data', 'unlock admin --data $data', 'version'].map(line_),
  { who: 'other', line: 'login --account station0055 --password-stdin' },
  { who: 'other', line: 'sessions list', keep: { session: '0.id' } },
  { who: 'other', line: 'sessions revoke $session' },
  { who: 'other', line: 'login --account station0055 --password-stdin' },
  { who: 'other', line: 'server use $server' },
  { who: 'other', line: 'password --old-password-stdin' },
  { who: 'other', line: 'logout' },
];
function line_(line: string): Line {
  return { line };
}

type World = { readonly server: TestServer; readonly desks: Readonly<Record<Who, Desk>> };
let commands: AnyCommand[];
let data: string;
/** The same region twice: whatever the lines change, both languages meet the same. */
const worlds: World[] = [];

async function newWorld(): Promise<World> {
  const server = await startServer({}, ['--demo', '--no-captcha']);
  const roles = { admin: 'admin', station: 'station0060', expert: 'expert01', other: null };
  const desks = {} as Record<Who, Desk>;
  for (const [who, account] of Object.entries(roles) as [Who, string | null][]) {
    desks[who] = await newDesk(server.url);
    if (account !== null) await desks[who].login(account);
    const file = (name: string, text: string) => writeFileSync(join(desks[who].folder, name), text);
    file('a.pdf', '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
    file('holidays.csv', '2027-10-01,2027-10-07,off,National Day\n');
    file('sheet.csv', 'serial,content,points,score,missing,reason\n');
  }
  await desks.admin.shp(['standard', 'export', '-o', 'standard.json']);
  await desks.admin.shp(['stations', 'template', 'stations.csv']);
  return { server, desks };
}

beforeAll(async () => {
  commands = await allCommands(NOUNS);
  data = await newRegion({ stations: 2, assessments: 1 }, true);
  worlds.push(await newWorld(), await newWorld());
});
afterAll(async () => {
  for (const { server, desks } of worlds) {
    await Promise.all(Object.values(desks).map((desk) => desk.clear()));
    await server.stop();
  }
  await rm(data, { recursive: true, force: true });
});

const nameOf = (line: string) =>
  commands
    .map(({ name }) => name)
    .filter((name) => `${line} `.startsWith(`${name} `))
    .sort((a, b) => b.length - a.length)[0];

/** Leaves out what differs from run to run, and messages, which are for people and in their language. */
const masked = (text: string) =>
  text
    .replace(/"message": ?"[^"]*"/g, '"message":"TEXT"')
    .replace(/\b[0-9a-z]{25}\b/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\b[0-9a-f]{64}\b/g, 'DIGEST')
    .replace(/\b[0-9a-f]{32}\b/g, 'KEY')
    .replace(/"id": "[0-9a-f]{8}"/g, '"id": "KEY"')
    // The history may grow by a row of the server itself meanwhile.
    .replace(/"size": \d+/g, '"size": N')
    .replace(/\b(?:[a-z0-9]{4}-){3}[a-z0-9]{4}\b/g, 'PASSWORD')
    .replace(/(?:GXXSD|WT)-\d{4}-[\w-]+/g, 'NUMBER')
    .replace(/"[\w+/=-]{40,}"/g, '"SECRET"')
    .replace(/\b[\w-]{43}\b/g, 'TOKEN');

/** Runs every line in a language; the answers by line. */
async function answers(lang: 'zh' | 'en', { server, desks }: World): Promise<Map<string, string>> {
  const values: Record<string, string> = { data, folder: desks.admin.folder, server: server.url };
  const found = new Map<string, string>();
  const wrong: string[] = [];
  for (const { who = 'admin', line, keep = {} } of LINES) {
    const filled = line.replace(/\$(\w+)/g, (_, name: string) => values[name] ?? '');
    const words = [...filled.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
    const input = line.startsWith('password') ? 'demo-2026\nother-2026\n' : 'demo-2026\n';
    const run = await desks[who].shp([...words, '--format', 'json'], { env: { SHP_LANG: lang }, input });
    const told = `${lang}: ${filled}\n${run.err}`;
    const answer = jsonOf(run.out);
    if (answer === undefined) wrong.push(told);
    for (const [name, path] of Object.entries(keep)) {
      const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], answer);
      values[name] = String(value);
    }
    found.set(line, masked(run.out).replaceAll(server.url, 'SERVER').replaceAll(desks.admin.folder, 'FOLDER'));
  }
  expect(wrong).toEqual([]);
  return found;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

test('the lines cover every command that answers', () => {
  const lines = new Set(LINES.map(({ line }) => nameOf(line)));
  const rest = commands
    .map(({ name }) => name)
    .filter((name) => !lines.has(name) && !/^(?:managers (?!tree)|experts |supervisors )/.test(name));
  expect(rest.sort()).toEqual([...NO_ANSWER, ...FILES, ...ELSEWHERE].sort());
});

test('--format json is JSON, the same bytes in Chinese and English', async () => {
  const [first, second] = worlds as [World, World];
  const [zh, en] = await Promise.all([answers('zh', first), answers('en', second)]);
  const differ = [...zh].filter(([line, text]) => en.get(line) !== text);
  expect(differ.map(([line, text]) => [line, text, en.get(line)])).toEqual([]);
}, 240_000);

test('with --format json an error is one line of JSON on standard error', async () => {
  const [{ desks }] = worlds as [World];
  const expected = /^\{"error":\{"code":"usage","message":"[^"]+"\}\}\n$/;
  const runs = await mapLimit(commands, 8, async ({ name }) => {
    const { code, out, err } = await desks.other.shp([...name.split(' '), '--nonsense', '--format', 'json']);
    return code === 2 && out === '' && expected.test(err) ? [] : [[name, code, out, err]];
  });
  expect(runs.flat()).toEqual([]);
  const refused = await desks.other.shp(['stations', 'show', 'X', '--token', 'wrong', '--format', 'json']);
  expect(JSON.parse(refused.err)).toMatchObject({ error: { code: 'unauthenticated' } });
});
