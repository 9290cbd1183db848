import { spawn } from 'node:child_process';
import { beforeAll, describe, expect, test } from 'vitest';
import { csvRows, lines } from '../support/desk.ts';
import { COMMAND } from '../support/server.ts';
import { desk, onDemoAsAdmin } from './demo.ts';
import { onTerminal } from './terminal.ts';

type Station = { id: string; account: string; division: string; profile: { name: string; capacity: number } };

onDemoAsAdmin();
beforeAll(async () => {
  await add('align-1', '松湾水电站', 1890.5);
  await add('align-2', 'Short', 400);
});

async function add(account: string, name: string, capacity: number) {
  const fields = {
    account,
    name,
    capacity,
    division: '450102',
    address: '示例路',
    legalPerson: '张三',
    contact: '李四',
    phone: '0771-1234567',
  };
  const run = await desk.shp(['stations', 'add', '--input', '-'], { input: JSON.stringify(fields) });
  if (run.code !== 0) throw new Error(run.err);
}

const assessments = async () => lines<{ id: string }>((await desk.shp(['assessments', 'list', '--size', '1'])).out);
const stations = async (...args: string[]) => lines<Station>((await desk.shp(['stations', 'list', ...args])).out);

describe('output formats of a list', () => {
  const few = ['stations', 'list', '--filter', 'align-', '--sort-by', 'account'];

  test('ndjson by default in a pipe: one object a line, nothing else', async () => {
    const run = await desk.shp(few);
    expect(lines<Station>(run.out).map(({ account }) => account)).toEqual(['align-1', 'align-2']);
    expect(Object.keys(lines(run.out)[0] ?? {})).toEqual(
      'id role account division profile isDeleted mustChangePassword createdAt updatedAt lastLoginAt version rating'.split(
        ' ',
      ),
    );
    expect([run.code, run.err]).toEqual([0, '']);
  });

  test('json is one array, empty if there are no rows', async () => {
    const [first] = JSON.parse((await desk.shp([...few, '--format', 'json'])).out);
    expect(first).toEqual((await stations('--filter', 'align-1'))[0]);
    expect((await desk.shp(['stations', 'list', '--filter', 'nobody', '--format', 'json'])).out).toBe('[]\n');
    expect((await desk.shp(['stations', 'list', '--filter', 'nobody'])).out).toBe('');
  });

  test('csv is like exports: BOM, CRLF, headings, guarded cells', async () => {
    const { out } = await desk.shp([...few, '--format', 'csv']);
    expect(out.startsWith('\uFEFFaccount,division,name,')).toBe(true);
    expect(out.endsWith('\r\n')).toBe(true);
    const [head = [], row = []] = csvRows(out);
    expect(row[head.indexOf('division')]).toBe('450102');
    await desk.shp([
      'supervisors',
      'add',
      '--account',
      'formula',
      '--name',
      '=1+1',
      '--contact',
      '张三',
      '--phone',
      '0771-1234567',
    ]);
    const guarded = await desk.shp([
      'supervisors',
      'list',
      '--keyword',
      'formula',
      '--fields',
      'account,name',
      '--format',
      'csv',
    ]);
    expect(guarded.out).toBe("\uFEFFaccount,name\r\nformula,'=1+1\r\n");
    expect(
      (await desk.shp([...few, '--format', 'csv', '--headings', 'zh'])).out.startsWith('\uFEFF账号,行政区划,名称,'),
    ).toBe(true);
  });

  test('tsv works with cut: headings, tabs, one row a line', async () => {
    const { out } = await desk.shp([...few, '--format', 'tsv', '--fields', 'account,division,capacity']);
    expect(out).toBe('account\tdivision\tcapacity\nalign-1\t450102\t1890.5\nalign-2\t450102\t400\n');
  });

  test.each(['csv', 'tsv', 'ndjson', 'json'])('%s is the same in every language', async (format) => {
    for (const list of [few, ['assessments', 'list'], ['audit', 'list'], ['documents', 'list'], ['managers', 'tree']]) {
      const [zh, en] = await Promise.all(
        ['zh', 'en'].map((lang) => desk.shp([...list, '--format', format, '--lang', lang])),
      );
      expect([zh?.code, zh?.out]).toEqual([0, en?.out]);
    }
  });

  test('--headings: keys and raw values, no headings, or headings in a language regardless of --lang', async () => {
    const fields = ['--fields', 'account,division,profile.capacity,createdAt'];
    const rows = async (headings: string, format: string) => {
      const { out } = await desk.shp([...few, '--size', '1', ...fields, '--format', format, '--headings', headings]);
      return format === 'csv'
        ? csvRows(out)
        : out
            .split('\n')
            .slice(0, -1)
            .map((line) => line.split('\t'));
    };
    const [{ createdAt } = { createdAt: '' }] = (await stations('--filter', 'align-1')) as unknown as [
      { createdAt: string },
    ];
    const raw = ['align-1', '450102', '1890.5', createdAt];
    const inChina = new Date(Date.parse(createdAt) + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const shown = ['align-1', '南宁市/兴宁区', '1890.5', inChina];
    for (const format of ['csv', 'tsv']) {
      expect(await rows('keys', format)).toEqual([['account', 'division', 'profile.capacity', 'createdAt'], raw]);
      expect(await rows('none', format)).toEqual([raw]);
      expect(await rows('en', format)).toEqual([['Account', 'Division', 'Installed capacity (kW)', 'Created'], shown]);
      expect(await rows('zh', format)).toEqual([['账号', '行政区划', '装机容量 (kW)', '创建时间'], shown]);
    }
    const { out } = await desk.shp([...few, '--format', 'csv', '--headings', 'none', '--fields', 'account']);
    expect(out).toBe('\uFEFFalign-1\r\nalign-2\r\n');
    const events = ['assessments', 'events', String((await assessments())[0]?.id), '--format', 'tsv', '--headings'];
    expect((await desk.shp([...events, 'zh', '--lang', 'en'])).out).toBe(
      (await desk.shp([...events, 'zh', '--lang', 'zh'])).out,
    );
    for (const format of ['ndjson', 'table']) {
      const run = await desk.shp([...few, '--format', format, '--headings', 'zh']);
      expect([run.code, run.out, run.err]).toEqual([
        2,
        '',
        'shp: stations list: --headings goes with --format csv, tsv only\n',
      ]);
    }
  });

  test.each(['csv', 'tsv'])('- reads the first column of a %s list', async (format) => {
    for (const name of ['first-1', 'first-2']) await add(name, 'First column', 100);
    const list = async (...more: string[]) =>
      (await desk.shp(['stations', 'list', '--search', 'first-', ...more, '--format', format, '--headings', 'none']))
        .out;
    const piped = async (verb: string, input: string) =>
      (await desk.shp(['stations', verb, '-', '--yes', '--format', 'ndjson'], { input })).err;
    expect(await piped('reset-password', await list())).toBe('2 of 2 done\n');
    expect(await piped('delete', await list())).toBe('2 of 2 done\n');
    expect(await piped('recover', await list('--deleted'))).toBe('2 of 2 done\n');
    expect((await desk.shp(['stations', 'delete', '-', '--hard', '--yes'], { input: await list() })).err).toBe(
      '2 of 2 done\n',
    );
    const input = (
      await desk.shp([
        'assessments',
        'list',
        '--status',
        'first_passed',
        '--size',
        '2',
        '--format',
        format,
        '--headings',
        'none',
      ])
    ).out;
    const planned = await desk.shp(['assessments', 'assign', '-', '--experts', 'expert01', '--dry-run'], { input });
    expect([planned.code, lines(planned.out).length]).toEqual([0, 2]);
  });

  test('a line without tabs is read whole, since names have spaces', async () => {
    await add('spaced', 'Two words', 100);
    const run = await desk.shp(['stations', 'delete', '-', '--hard', '--yes'], { input: 'Two words\n\n' });
    expect([run.code, run.err]).toEqual([0, '1 of 1 done\n']);
  });

  test('a table is aligned by display width', async () => {
    const { out, err } = await desk.shp([...few, '--format', 'table', '--fields', 'account,name,capacity']);
    expect(out).toBe(
      [
        'Account  Name        Installed capacity (kW)',
        'align-1  松湾水电站                  1,890.5',
        'align-2  Short                         400.0',
        '',
      ].join('\n'),
    );
    expect(err).toBe('2 of 2\n');
    const part = await desk.shp([...few, '--size', '1', '--format', 'table']);
    expect(part.err).toBe('1 of 2; more with --page 2 or --all\n');
  });

  test('one object: an object, or one line per field on a terminal', async () => {
    const id = 'demo-station';
    expect(JSON.parse((await desk.shp(['stations', 'show', id, '--format', 'json'])).out)).toMatchObject({
      id,
      account: 'station0001',
    });
    const { out } = await desk.shp(['stations', 'show', id, '--format', 'table']);
    expect(out).toMatch(/^Account {22}station0001\nDivision {21}桂林市\/兴安县\n/);
    expect(lines((await desk.shp(['stations', 'show', id])).out)).toHaveLength(1);
  });
});

describe('--fields', () => {
  test('selects and orders; nested paths are kept', async () => {
    const args = ['stations', 'list', '--filter', 'align-2', '--fields', 'profile.phone,account,profile.name'];
    expect((await desk.shp([...args, '--format', 'ndjson'])).out).toBe(
      '{"profile":{"phone":"0771-1234567","name":"Short"},"account":"align-2"}\n',
    );
    expect((await desk.shp([...args, '--format', 'tsv'])).out).toBe(
      'profile.phone\taccount\tprofile.name\n0771-1234567\talign-2\tShort\n',
    );
  });

  test('an unknown field is refused with the known ones, also without rows', async () => {
    const run = await desk.shp(['assessments', 'list', '--station', 'nobody', '--fields', 'number,colour']);
    expect(run.code).toBe(2);
    expect(run.err).toMatch(/--fields: colour is not one of number, station, division, level, .*station\.\*\n$/);
  });

  test.each([
    'assessments list --fields',
    'assessments list -F --all',
    'assessments list --fields --format json --jq .',
  ])('%s lists what it takes', async (line) => {
    const run = await desk.shp(line.split(' '));
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toMatch(/--fields takes one or more of number, station, division, level, .*station\.\*/);
  });
});

describe('pages and filters', () => {
  test('--all reads every page, each row once', async () => {
    const all = await stations('--all', '--fields', 'id');
    expect(new Set(all.map(({ id }) => id)).size).toBe(62);
    const walked = (
      await Promise.all([1, 2, 3].map((page) => stations('--size', '25', '--page', String(page))))
    ).flat();
    expect(walked.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  test('filters are flags; divisions are codes or paths; sorting works in both directions', async () => {
    const guilin = await stations('--city', '桂林市', '--all');
    expect(guilin).toHaveLength(25);
    expect(new Set(guilin.map(({ division }) => division.slice(0, 4)))).toEqual(new Set(['4503']));
    const capacities = (await stations('--city', '450300', '--all', '--sort-by', 'capacity', '--desc')).map(
      ({ profile }) => profile.capacity,
    );
    expect(capacities).toEqual([...capacities].sort((a, b) => b - a));
    const experts = lines<{ profile: { specialties: string[] } }>(
      (await desk.shp(['experts', 'list', '--specialty', 'electrical', '--all'])).out,
    );
    expect(experts.length).toBeGreaterThan(0);
    expect(experts.every(({ profile }) => profile.specialties.includes('electrical'))).toBe(true);
  });

  test('repeated flags and commas make an array', async () => {
    const statuses = async (...args: string[]) => {
      const rows = lines<{ status: string; level: number }>(
        (await desk.shp(['assessments', 'list', '--all', ...args])).out,
      );
      return [...new Set(rows.map(({ status, level }) => `${status} ${level}`))].sort();
    };
    const both = await statuses('--status', 'passed', '--status', 'failed', '--level', '2', '--level', '3');
    expect(both.every((one) => /^(?:passed|failed) [23]$/.test(one))).toBe(true);
    expect(new Set(both.map((one) => one.split(' ')[0]))).toEqual(new Set(['passed', 'failed']));
    expect(await statuses('--status', 'passed,failed', '--level', '2,3')).toEqual(both);
  });
});

describe('a pipe', () => {
  test('that is closed ends the list silently with exit 0', async () => {
    const started = desk.start(['stations', 'list', '--all']);
    started.child.stdout?.once('data', () => started.child.stdout?.destroy());
    const { code, err } = await started.done;
    expect([code, err]).toEqual([0, '']);
  });

  test('to head gives the first lines and success on both sides', async () => {
    const script = `set -o pipefail; '${process.execPath}' '${COMMAND}' stations list --all | head -n 1`;
    const child = spawn('bash', ['-c', script], { env: { ...process.env, ...desk.env } });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([lines(out).length, code]).toEqual([1, 0]);
  });
});

test('a long table goes through the pager, and the command ends when its reader leaves', async () => {
  const paged = { ...desk, env: { ...desk.env, SHP_PAGER: 'more' } };
  const terminal = onTerminal(paged, ['stations', 'list', '--all', '--sort-by', 'account']);
  const page = await terminal.sees('--More--');
  expect(page).toContain('station0001');
  expect(page).not.toContain('station0060');
  terminal.type('q');
  expect(await terminal.ended).toBe(0);
  expect(terminal.screen()).not.toContain('station0060');
});
