import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mapLimit } from '@shp/shared/domain/lib/mapLimit';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyCommand } from '../../cli/src/command/command.ts';
import { allCommands } from '../../cli/src/command/registry.ts';
import { NOUNS } from '../../cli/src/commands/index.ts';
import { type Desk, newDesk } from '../support/desk.ts';
import { newRegion } from '../support/region.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { answerLines, type Who } from './answerLines.ts';

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

const TABLES = { csv: ',', tsv: '\t' } as const;
type Table = keyof typeof TABLES;
const OTHER_FORMATS = ['ndjson', 'csv', 'tsv'] as const;
/** Columns that hold words for people, or that the server itself changes meanwhile. */
const LEFT_OUT = ['message', 'size'];

/** A table without the cells of those columns. */
function maskedTable(text: string, format: Table): string {
  const [head = [], ...rows]: string[][] = parse(text, {
    bom: true,
    delimiter: TABLES[format],
    quote: format === 'csv',
  });
  const kept = head.map((name) => !LEFT_OUT.includes(name));
  return [head, ...rows.map((row) => row.filter((_, index) => kept[index]))].map((row) => row.join('\t')).join('\n');
}

/** Leaves out what differs from run to run, and messages, which are for people and in their language. */
const masked = (text: string, format: string) =>
  (format in TABLES ? maskedTable(text, format as Table) : text)
    .replace(/"message": ?"[^"]*"/g, '"message":"TEXT"')
    .replace(/\b[0-9a-z]{25}\b/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\b[0-9a-f]{64}\b/g, 'DIGEST')
    .replace(/\b[0-9a-f]{32}\b/g, 'KEY')
    .replace(/\b[0-9a-f]{8}\b/g, 'KEY')
    // The history may grow by a row of the server itself meanwhile.
    .replace(/"size": ?\d+/g, '"size": N')
    .replace(/\b(?:[a-z0-9]{4}-){3}[a-z0-9]{4}\b/g, 'PASSWORD')
    .replace(/(?:GXXSD|WT)-\d{4}-[\w-]+/g, 'NUMBER')
    .replace(/"[\w+/=-]{40,}"/g, '"SECRET"')
    .replace(/\b[\w-]{43}\b/g, 'TOKEN');

/**
 * Runs every line in a language, in JSON, then in the other machine formats; the answers by line and format. What can be
 * done only once, as a deletion, answers in JSON alone.
 */
async function answers(lang: 'zh' | 'en', { server, desks }: World): Promise<Map<string, string>> {
  const values: Record<string, string> = { data, folder: desks.admin.folder, server: server.url };
  const found = new Map<string, string>();
  const wrong: string[] = [];
  for (const { who = 'admin', line, keep = {} } of answerLines(commands)) {
    const filled = line.replace(/\$(\w+)/g, (_, name: string) => values[name] ?? '');
    const words = [...filled.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
    const input = line.startsWith('password') ? 'demo-2026\nother-2026\n' : 'demo-2026\n';
    const shp = (format: string) => desks[who].shp([...words, '--format', format], { env: { SHP_LANG: lang }, input });
    const run = await shp('json');
    const told = `${lang}: ${filled}\n${run.err}`;
    const answer = jsonOf(run.out);
    if (answer === undefined) wrong.push(told);
    for (const [name, path] of Object.entries(keep)) {
      const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], answer);
      values[name] = String(value);
    }
    const keepText = (format: string, text: string) => {
      const own = masked(text, format).replaceAll(server.url, 'SERVER').replaceAll(desks.admin.folder, 'FOLDER');
      found.set(`${line} --format ${format}`, own);
    };
    keepText('json', run.out);
    for (const format of OTHER_FORMATS) {
      const again = await shp(format);
      if (again.code === 0) keepText(format, again.out);
    }
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

test('--format json is JSON; it, ndjson, csv and tsv are the same bytes in Chinese and English', async () => {
  const [first, second] = worlds as [World, World];
  const [zh, en] = await Promise.all([answers('zh', first), answers('en', second)]);
  const differ = [...zh].filter(([line, text]) => en.get(line) !== text);
  expect([...en.keys()]).toEqual([...zh.keys()]);
  for (const format of OTHER_FORMATS) {
    const tables = [...zh].filter(([line, text]) => line.endsWith(` --format ${format}`) && text !== '');
    expect(tables.length, format).toBeGreaterThan(commands.filter(({ prints }) => prints).length / 2);
  }
  expect(differ.map(([line, text]) => [line, text, en.get(line)])).toEqual([]);
}, 900_000);

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
