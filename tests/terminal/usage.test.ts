import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, newDesk } from '../support/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await newDesk();
});
afterAll(() => desk.clear());

/** Invalid command lines with the expected error line. */
const WRONG: [string, RegExp][] = [
  ['frobnicate', /^shp: unknown command: frobnicate\nSee: shp help\n$/],
  ['--verison', /^shp: unknown flag: --verison; did you mean --version\?\nSee: shp help\n$/],
  ['--frob', /^shp: unknown flag: --frob\n/],
  ['--lang en --quite', /^shp: unknown flag: --quite; did you mean --quiet\?\n/],
  ['statoins list', /^shp: unknown command: statoins; did you mean stations\?\nSee: shp help\n$/],
  ['stations lits', /^shp: unknown command: stations lits; did you mean list\?\nSee: shp help stations\n$/],
  ['stations --frob', /^shp: unknown flag: --frob\nSee: shp help stations\n$/],
  ['stations list --sort-bye name', /^shp: stations list: unknown flag: --sort-bye; did you mean --sort-by\?\n$/],
  ['stations --sort-bye', /^shp: unknown flag: --sort-bye; did you mean --sort-by\?\nSee: shp help stations\n$/],
  ['audit verfy', /^shp: unknown command: audit verfy; did you mean verify\?\nSee: shp help audit\n$/],
  ['assessments socres', /^shp: unknown command: assessments socres; did you mean scores\?\n/],
  ['assessments scores exprot', /^shp: unknown command: assessments scores exprot; did you mean export\?\n/],
  ['assessments scores frob', /^shp: assessments scores needs one of: show, export, import\n/],
  // `--filter` is an old name of `--search`, which no text shows.
  ['stations list --filtre x', /^shp: stations list: unknown flag: --filtre\n$/],
  ['help statoins', /^shp: help: unknown command: statoins; did you mean stations\?\n/],
  ['status --timeout 0', /^shp: status: --timeout takes seconds, more than 0 and at most 86400\n$/],
  ['status --timeout -1', /--timeout takes seconds, more than 0/],
  ['status --timeout 1e9', /--timeout takes seconds, more than 0/],
  ['stations', /^shp: stations needs one of: list, show, add, .*template\n/],
  ['stations frob', /^shp: unknown command: stations frob; stations has: list, .*template\n/],
  ['stations list --frob', /^shp: stations list: unknown flag: --frob\n$/],
  ['--format json audit list extra', /too many arguments: extra/],
  ['audit frob', /^shp: audit list: too many arguments: frob\nSee: shp help audit list\n$/],
  ['login province', /^shp: login: too many arguments: province\nDid you mean: shp login --account province\n$/],
  ['token create nightly', /\nDid you mean: shp token create --name nightly\n$/],
  ['assessments list submitted', /\nDid you mean: shp assessments list --status submitted\n$/],
  ['assessments export a.xlsx', /\nDid you mean: shp assessments export --output a.xlsx\n$/],
  ['status one two', /too many arguments: one two\nSee: shp help status\n$/],
  ['--lang zh stations list 桂林', /\n是否要执行：shp stations list --search 桂林\n$/],
  ['--lang en --quiet stations --size 5 list', /^shp: stations needs one of: /],
  [
    'stations list extra',
    /^shp: stations list: too many arguments: extra\nDid you mean: shp stations list --search extra\n$/,
  ],
  ['stations list --page', /^shp: stations list: --page needs a value\n$/],
  ['stations export -o list.json', /list.json: the ending is none of xlsx, csv, ndjson; use --format\n$/],
  ['assessments scores', /^shp: assessments scores needs one of: show, export, import\n/],
  ['stations list --page one', /^shp: stations list: --page: one is not a number\n$/],
  ['stations list --sort-by colour', /--sort-by: colour is not one of name, account, division, .*capacity\n$/],
  ['stations list --format pdf', /--format: pdf is not one of table, ndjson, json, csv, tsv\n$/],
  ['stations list --city 999999', /--city: no division 999999; use a code or a path/],
  ['stations show', /^shp: stations show: missing argument: ID\n$/],
  ['stations delete', /^shp: stations delete: missing argument: ID\n$/],
  [
    'stations delete X',
    /^shp: stations delete: Move 1 account to the recycle bin\? cannot ask for confirmation \(no terminal\); add --yes\n$/,
  ],
  ['stations reset-password X Y', /^shp: stations reset-password: .*add --yes\n$/],
  ['stations update X', /^shp: stations update: nothing to change/],
  ['stations add --account x', /^shp: stations add: missing: --division, --name, --address, --legal-person, /],
  ['stations add --capacity many', /--capacity: many is not a number\n$/],
  ['experts add --specialties hydraulic,magic', /--specialties: magic is not one of hydraulic, electrical, /],
  ['assessments list --status done', /--status: done is not one of draft, submitted, /],
  ['assessments list --status ', /^shp: assessments list: --status needs a value\n$/],
  ['assessments assign --all --balance 1 --station ', /^shp: assessments assign: --station needs a value\n$/],
  ['stations export --filter ', /^shp: stations export: --filter needs a value\n$/],
  ['assessments list --from 2026-02-31', /--from: 2026-02-31 is not a date; use YYYY-MM-DD\n$/],
  ['assessments list --level 4', /--level: 4 is not one of 1, 2, 3\n$/],
  ['assessments list --updated-since tomorrow', /--updated-since: tomorrow is not a time; use 2026-01-31/],
  ['token create', /^shp: token create: missing: --name\n$/],
  ['token create --name N --expires 2y', /^shp: token create: --expires takes a whole number from 1 to 366\n$/],
  ['settings set colour blue', /KEY: colour is not one of openLevels, acceptApplications, /],
  ['settings set minExperts many', /many is not a valid value; the default is 1\n$/],
  ['server add one ftp://example.org', /ftp:\/\/example.org is neither a named server nor an http URL\n$/],
  ['status --server office', /^shp: status: office is neither a named server nor an http URL\n$/],
  ['login', /^shp: login: cannot ask \(no terminal\); add --account\n$/],
  ['login --account a', /add --password-stdin\n$/],
  ['password', /add --old-password-stdin\n$/],
  ['api GET', /^shp: api: missing argument: PATH\n$/],
  ['completion tcsh', /SHELL: tcsh is not one of bash, zsh, fish\n$/],
  ['serve --port 99999', /^shp: serve: --port takes a whole number from 0 to 65535\n$/],
  ['serve --demo=huge', /--demo: huge is not one of small, full\n$/],
  ['help frobnicate', /^shp: help: unknown command: frobnicate\n/],
];

describe('a wrong command line', () => {
  test.each(WRONG)('shp %s: exit 2, one line with the reason, nothing on standard output', async (line, said) => {
    const run = await desk.shp(line.split(' '));
    expect(run.err).toMatch(said);
    expect([run.code, run.out]).toEqual([2, '']);
  });

  test('is reported as an object with --format json', async () => {
    const run = await desk.shp(['stations', 'list', '--frob', '--format', 'json']);
    expect(JSON.parse(run.err)).toEqual({ error: { code: 'usage', message: 'unknown flag: --frob' } });
    expect(run.code).toBe(2);
  });

  test('is reported in the language of --lang, SHP_LANG or the locale, in this order', async () => {
    const said = async (args: string[], env: Record<string, string>) => (await desk.shp(args, { env })).err;
    expect(await said(['frob', '--lang', 'zh'], {})).toContain('没有此命令：frob');
    expect(await said(['--verison', '--lang', 'zh'], {})).toContain('没有此参数：--verison；是否指 --version？');
    expect(await said(['statoins', 'list', '--lang', 'zh'], {})).toContain('没有此命令：statoins；是否指 stations？');
    expect(await said(['stations', 'lits', '--lang', 'zh'], {})).toContain('；是否指 list？');
    expect(await said(['stations', 'list', '--sort-bye', '--lang', 'zh'], {})).toContain('；是否指 --sort-by？');
    expect(await said(['frob'], { SHP_LANG: 'zh' })).toContain('没有此命令');
    expect(await said(['frob'], { SHP_LANG: '', LANG: 'zh_CN.UTF-8' })).toContain('没有此命令');
    expect(await said(['frob'], { SHP_LANG: '', LANG: 'C.UTF-8' })).toContain('unknown command');
    expect(await said(['frob'], { SHP_LANG: '', LC_ALL: 'en_US.UTF-8', LANG: 'zh_CN.UTF-8' })).toContain(
      'unknown command',
    );
    expect(await said(['frob'], { SHP_LANG: '' })).toContain('没有此命令');
  });
});

/** Commands that find the wrong kind of file at a path, with the expected error. */
const UNUSABLE: [string, Record<string, string>, RegExp][] = [
  ['whoami', { SHP_CONFIG_DIR: 'file/below' }, /not a folder: file\/.*SHP_CONFIG_DIR/s],
  ['server use http://shp.example', { SHP_CONFIG_DIR: 'file' }, /not a folder: .*SHP_CONFIG_DIR/s],
  ['serve --data file', {}, /not a folder: file\n$/],
  ['restore folder.xlsx --data data', {}, /not a regular file: folder.xlsx\n$/],
  ['backup link --data data --yes', {}, /not a regular file: link\n$/],
  ['backup nowhere/shp.tar --data data', {}, /no such file: nowhere\n$/],
];

describe('an unusable path', () => {
  beforeAll(() => {
    writeFileSync(join(desk.folder, 'file'), '');
    symlinkSync('file', join(desk.folder, 'link'));
    mkdirSync(join(desk.folder, 'folder.xlsx'));
  });

  test.each(UNUSABLE)('shp %s: exit 1 with the reason', async (line, env, said) => {
    const run = await desk.shp(line.split(' '), { env });
    expect(run.err).toMatch(said);
    expect(run.code).toBe(1);
  });
});

describe('help', () => {
  test('without arguments and terminal help is printed, exit 2', async () => {
    const run = await desk.shp([]);
    expect(run.err).toContain('Usage');
    expect([run.code, run.out]).toEqual([2, '']);
  });

  test('shp help lists every noun; a noun lists its commands; a command has its flags and examples', async () => {
    const { out: overview } = await desk.shp(['help']);
    for (const noun of ['serve', 'login', 'stations', 'assessments', 'completion'])
      expect(overview).toMatch(new RegExp(`^  ${noun} `, 'm'));
    const { out: noun } = await desk.shp(['help', 'managers']);
    expect(noun).toMatch(/^ {2}shp managers tree /m);
    const { out: page, code } = await desk.shp(['help', 'stations', 'import']);
    expect(page).toContain('Usage  shp stations import FILE [FLAGS]');
    expect(page).toMatch(/--on-duplicate WHAT .*\(skip, update, fail\)/);
    expect(page).toContain('Examples\n  shp stations import stations.xlsx --dry-run');
    expect(code).toBe(0);
    expect((await desk.shp(['stations', 'import', '--help'])).out).toBe(page);
    expect((await desk.shp(['stations', '--help'])).out).toBe((await desk.shp(['help', 'stations'])).out);
    expect((await desk.shp(['help', 'login', '--lang', 'zh'])).out).toContain('用法  shp login');
  });

  test('a page explains every exit code', async () => {
    const { out } = await desk.shp(['help', 'exit-codes']);
    expect([...out.matchAll(/^ {2}(\d+) /gm)].map(([, code]) => code)).toEqual('0 1 2 3 4 5 6 130'.split(' '));
  });

  test('pages explain the environment variables, all flags of the output, and the formats', async () => {
    const environment = (await desk.shp(['help', 'environment'])).out;
    for (const name of ['SHP_SERVER', 'SHP_TOKEN', 'SHP_LANG', 'SHP_DATA', 'PAGER', 'NO_COLOR', 'HTTPS_PROXY'])
      expect(environment).toMatch(new RegExp(`^ {2}.*\\b${name}\\b.* {2}\\S`, 'm'));
    const formatting = (await desk.shp(['help', 'formatting'])).out;
    for (const word of ['table', 'ndjson', 'json', 'csv', 'tsv', '--headings', '--fields', '--jq', '--template'])
      expect(formatting).toContain(word);
    expect((await desk.shp(['help', 'formatting', '--lang', 'zh'])).out).toContain('输出格式');
  });

  test.each(['--version', '-V', 'version', '--lang zh --version', '-V --quiet'])(
    '%s prints the version',
    async (line) => {
      expect(await desk.shp(line.split(' '))).toEqual({ code: 0, out: '0.1.0\n', err: '' });
    },
  );
});
