import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@shp/server/demo/random';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { csvRows, lines, newDesk } from '../support/desk.ts';
import { desk, onDemoOverLine, proxy, server } from './demo.ts';
import { killedImport } from './killedImport.ts';
import { station, stationRows, writeStations } from './stationFile.ts';

type ReportRow = { row: number; account: string; result: string; reason: string; password: string };

onDemoOverLine('city450300');
afterEach(() => removeImported());

const at = (name: string) => join(desk.folder, name);
const adds = () => proxy.seen.filter(({ url }) => url === '/api/user/add_station');
const imported = async () => {
  const run = await desk.shp(['stations', 'list', '--filter', 'import-', '--all', '--fields', 'id,account'], {
    env: { SHP_SERVER: server.url, SHP_TOKEN: token() },
  });
  return lines<{ id: string; account: string }>(run.out);
};
const token = () =>
  Object.values<{ token: string }>(
    JSON.parse(readFileSync(join(desk.folder, 'config/config.json'), 'utf8')).sessions,
  )[0]?.token ?? '';
async function removeImported() {
  const ids = (await imported()).map(({ id }) => id);
  if (ids.length === 0) return;
  const run = await desk.shp(['stations', 'delete', '-', '--hard', '--yes'], {
    input: ids.join('\n'),
    env: { SHP_SERVER: server.url, SHP_TOKEN: token() },
  });
  expect(run.code).toBe(0);
}
function report(name: string): ReportRow[] {
  const [, ...rows] = csvRows(readFileSync(at(name), 'utf8'));
  return rows.map(([row, account = '', result = '', ...rest]) => ({
    row: Number(row),
    account,
    result,
    reason: rest.slice(0, -1).join(',').replace(/^"|"$/g, '').replaceAll('""', '"'),
    password: rest.at(-1) ?? '',
  }));
}
const rowsOf = (name: string) =>
  report(name)
    .map(({ row }) => row)
    .sort((a, b) => a - b);
const count = (name: string, result: string) => report(name).filter((row) => row.result === result).length;
const reported = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8').split('\r\n').length - 2 : 0);

describe('a city manager imports 1,000 rows with 20 errors', () => {
  test('980 are created, 20 fail with row and reason, exit 6; report and journal are private; a second run sends nothing', async () => {
    const { rows, wrong } = stationRows(1000);
    await writeStations(at('stations.xlsx'), rows);
    const run = await desk.shp(['stations', 'import', 'stations.xlsx']);
    expect(run.err).toContain(
      `created 980, updated 0, skipped 0, failed 20; report: ${at('stations.xlsx.report.csv')}`,
    );
    expect([run.code, run.out]).toEqual([6, '']);
    expect(adds()).toHaveLength(980);
    expect(await imported()).toHaveLength(980);
    for (const name of ['stations.xlsx.report.csv', 'stations.xlsx.journal.ndjson', 'stations.xlsx.failed.csv']) {
      expect(statSync(at(name)).mode & 0o777).toBe(0o600);
    }
    const told = report('stations.xlsx.report.csv');
    expect(rowsOf('stations.xlsx.report.csv')).toEqual(rows.map((_, index) => index + 2));
    const failed = told.filter(({ result }) => result === 'failed');
    expect(failed.map(({ row }) => row)).toEqual([...wrong.keys()]);
    for (const { row, reason } of failed) expect(reason).toMatch(wrong.get(row) ?? /^$/);
    expect(new Set(told.filter(({ result }) => result === 'created').map(({ password }) => password)).size).toBe(980);

    const again = await desk.shp(['stations', 'import', 'stations.xlsx']);
    expect(again.code).toBe(0);
    expect(again.err).toContain('nothing sent');
    expect(again.err).toContain('20 rows failed; correct and import stations.xlsx.failed.csv');
    expect(adds()).toHaveLength(980);
    expect(readdirSync(desk.folder).sort()).toEqual([
      'config',
      'stations.xlsx',
      'stations.xlsx.failed.csv',
      'stations.xlsx.journal.ndjson',
      'stations.xlsx.report.csv',
    ]);
  });

  test('killed halfway and run again, the same 980 exist once and every password works', async () => {
    const { rows } = stationRows(1000);
    await writeStations(at('stations.xlsx'), rows);
    // The response to the 300th row is lost: the account exists, but its password is unknown. From the 400th row on
    // there is no response, so that the import is still running when it is killed.
    proxy.rule = ({ url }, before) => {
      if (url !== '/api/user/add_station') return undefined;
      return before === 300 ? { cutAfter: 0 } : before >= 400 ? 'hang' : undefined;
    };
    const started = desk.start(['stations', 'import', 'stations.xlsx']);
    while (reported('stations.xlsx.report.csv') < 330) await sleep(1);
    started.child.kill('SIGKILL');
    await started.done;
    proxy.rule = () => undefined;
    expect(reported('stations.xlsx.report.csv')).toBeLessThan(1000);
    // The torn last lines that a power cut leaves.
    appendFileSync(at('stations.xlsx.report.csv'), '999,import-0');
    appendFileSync(at('stations.xlsx.journal.ndjson'), '{"row":99');

    const run = await desk.shp(['stations', 'import', 'stations.xlsx']);
    expect(run.err).toContain('created 980, updated 0, skipped 0, failed 20');
    expect(run.code).toBe(6);
    expect(rowsOf('stations.xlsx.report.csv')).toEqual(rows.map((_, index) => index + 2));
    expect((await imported()).map(({ account }) => account).sort()).toEqual(
      report('stations.xlsx.report.csv')
        .filter(({ result }) => result === 'created')
        .map(({ account }) => account)
        .sort(),
    );
    for (const { account, password } of report('stations.xlsx.report.csv').filter(
      ({ result, row }) => result === 'created' && row % 97 === 0,
    )) {
      const other = await newDesk(server.url);
      const login = await other.shp(['login', '--account', account, '--password-stdin', '--new-password-stdin'], {
        input: `${password}\nchosen-2026\n`,
      });
      expect(login.code).toBe(0);
      await other.clear();
    }
  });
});

test('killed at random points and run again, every row is created and reported once', async () => {
  const killed = await killedImport(desk, 300, 6, new Random(Date.now()));
  expect(killed).toMatchObject({ created: 300, accounts: 300, reported: 300, twice: 0 });
  expect(new Set(killed.killedAt).size).toBeGreaterThan(2);
});

describe('a created station', () => {
  test('must change its password, then sees only its own data', async () => {
    await writeStations(at('one.csv'), [station(1)]);
    expect((await desk.shp(['stations', 'import', 'one.csv'])).code).toBe(0);
    const [{ account, password }] = report('one.csv.report.csv') as [ReportRow];
    const own = await newDesk(server.url);
    expect((await own.shp(['login', '--account', account, '--password-stdin'], { input: `${password}\n` })).code).toBe(
      2,
    );
    await own.shp(['login', '--account', account, '--password-stdin', '--new-password-stdin'], {
      input: `${password}\nchosen-2026\n`,
    });
    const me = JSON.parse((await own.shp(['whoami', '--format', 'json'])).out);
    expect(me).toMatchObject({ account, role: 'station', profile: { name: '导入示例1号电站' } });
    expect((await own.shp(['stations', 'list'])).code).toBe(4);
    expect((await own.shp(['assessments', 'list'])).out).toBe('');
    expect((await own.shp(['stations', 'show', 'demo-station'])).code).toBe(1);
    expect((await own.shp(['stations', 'show', me.id])).code).toBe(0);
    await own.clear();
  });
});

describe('an interrupted import', () => {
  test('by Ctrl-C waits for running requests, prints how to continue, exits with 130, and continues', async () => {
    await writeStations(at('stations.csv'), stationRows(300).rows);
    // From the 60th row on responses are slow, so that the import is still running then.
    proxy.rule = ({ url }, before) =>
      url === '/api/user/add_station' && before >= 60 ? { passWhen: sleep(100) } : undefined;
    const started = desk.start(['stations', 'import', 'stations.csv', '--concurrency', '2']);
    while (reported('stations.csv.report.csv') < 40) await sleep(1);
    started.child.kill('SIGINT');
    const stopped = await started.done;
    proxy.rule = () => undefined;
    expect(stopped.code).toBe(130);
    expect(stopped.err).toMatch(/\d+ of 300 rows done. Run the same command again to continue.\n$/);
    expect(await imported()).toHaveLength(count('stations.csv.report.csv', 'created'));
    expect((await desk.shp(['stations', 'import', 'stations.csv'])).code).toBe(6);
    expect(await imported()).toHaveLength(294);
    expect(rowsOf('stations.csv.report.csv')).toHaveLength(300);
  });

  test('by a lost connection exits with 5 and continues; without a session with 3', async () => {
    await writeStations(at('stations.csv'), stationRows(100).rows);
    proxy.rule = ({ url }, before) => (url === '/api/user/add_station' && before >= 20 ? { cutAfter: 0 } : undefined);
    const run = await desk.shp(['stations', 'import', 'stations.csv', '--concurrency', '4']);
    expect(run.code).toBe(5);
    expect(run.err).toContain('20 of 100 rows done. Run the same command again to continue.');
    proxy.rule = ({ url }) => (url === '/api/user/add_station' ? { status: 401, body: '' } : undefined);
    expect((await desk.shp(['stations', 'import', 'stations.csv'])).code).toBe(3);
    proxy.rule = () => undefined;
    await desk.login('city450300');
    expect((await desk.shp(['stations', 'import', 'stations.csv'])).code).toBe(6);
    expect(await imported()).toHaveLength(98);
    expect(rowsOf('stations.csv.report.csv')).toEqual(Array.from({ length: 100 }, (_, index) => index + 2));
  });

  test('retries a busy server with the same key; no row is lost or created twice', async () => {
    await writeStations(at('stations.csv'), stationRows(50).rows);
    proxy.rule = ({ url }, before) => {
      if (url !== '/api/user/add_station' || before % 10 !== 3) return undefined;
      return before % 20 === 3 ? { status: 503, headers: { 'Retry-After': '0' } } : { cutAfter: 0 };
    };
    const run = await desk.shp(['stations', 'import', 'stations.csv']);
    expect(run.err).toContain('created 49, updated 0, skipped 0, failed 1');
    expect(await imported()).toHaveLength(49);
  });

  test('blocks another file of the same name until it is finished', async () => {
    await writeStations(at('stations.csv'), stationRows(100).rows);
    proxy.rule = ({ url }, before) => (url === '/api/user/add_station' && before >= 20 ? { status: 401 } : undefined);
    await desk.shp(['stations', 'import', 'stations.csv']);
    proxy.rule = () => undefined;
    await desk.login('city450300');
    const kept = readFileSync(at('stations.csv'));
    await writeStations(at('stations.csv'), [station(700)]);
    const refused = await desk.shp(['stations', 'import', 'stations.csv']);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('another import of this file name is unfinished: stations.csv.journal.ndjson');
    writeFileSync(at('stations.csv'), kept);
    expect((await desk.shp(['stations', 'import', 'stations.csv'])).code).toBe(6);
    const before = readFileSync(at('stations.csv.report.csv'), 'utf8');
    await writeStations(at('stations.csv'), [station(700)]);
    const fresh = await desk.shp(['stations', 'import', 'stations.csv']);
    expect(fresh.code).toBe(0);
    const aside = /The earlier report was renamed: (.*)\n/.exec(fresh.err)?.[1] ?? '';
    expect(readFileSync(aside, 'utf8')).toBe(before);
    expect(rowsOf('stations.csv.report.csv')).toEqual([2]);
  });

  test('a second run on the same file is refused', async () => {
    await writeStations(at('stations.csv'), stationRows(50).rows);
    proxy.rule = ({ url }) => (url === '/api/user/add_station' ? 'hang' : undefined);
    const first = desk.start(['stations', 'import', 'stations.csv']);
    while (adds().length === 0) await sleep(1);
    const second = await desk.shp(['stations', 'import', 'stations.csv']);
    expect(second.code).toBe(1);
    expect(second.err).toContain('already running: another shp has locked');
    first.child.kill('SIGKILL');
    await first.done;
  });
});

describe('existing accounts', () => {
  beforeEach(async () => {
    await writeStations(at('first.csv'), [station(1), station(2)]);
    await desk.shp(['stations', 'import', 'first.csv']);
    await writeStations(at('second.ndjson'), [{ ...station(2), name: '改名示例电站', capacity: 7 }, station(3)]);
  });
  const names = async () =>
    lines<{ account: string; profile: { name: string; capacity: number } }>(
      (
        await desk.shp([
          'stations',
          'list',
          '--filter',
          'import-',
          '--sort-by',
          'account',
          '--fields',
          'account,profile.name,profile.capacity',
        ])
      ).out,
    ).map(({ profile }) => [profile.name, profile.capacity]);

  test('fail by default, with the reason', async () => {
    const run = await desk.shp(['stations', 'import', 'second.ndjson']);
    expect(run.code).toBe(6);
    expect(report('second.ndjson.report.csv').find(({ row }) => row === 1)).toMatchObject({
      result: 'failed',
      reason: 'Account: The account import-00002 is taken',
      password: '',
    });
    expect(await names()).toHaveLength(3);
  });

  test('are skipped with --on-duplicate skip', async () => {
    const run = await desk.shp(['stations', 'import', 'second.ndjson', '--on-duplicate', 'skip']);
    expect([run.code, run.err]).toEqual([0, expect.stringContaining('created 1, updated 0, skipped 1, failed 0')]);
    expect((await names())[1]).toEqual(['导入示例2号电站', 102]);
  });

  test('are updated without changing their passwords; the report is ndjson by its file ending', async () => {
    const run = await desk.shp([
      'stations',
      'import',
      'second.ndjson',
      '--on-duplicate',
      'update',
      '--report',
      'out.ndjson',
    ]);
    expect([run.code, run.err]).toEqual([0, expect.stringContaining('created 1, updated 1, skipped 0, failed 0')]);
    expect((await names())[1]).toEqual(['改名示例电站', 7]);
    const told = lines<ReportRow>(readFileSync(at('out.ndjson'), 'utf8')).sort((a, b) => a.row - b.row);
    expect(told).toEqual([
      { row: 1, account: 'import-00002', result: 'updated', reason: '', password: '' },
      {
        row: 2,
        account: 'import-00003',
        result: 'created',
        reason: '',
        password: expect.stringMatching(/^\w{4}-\w{4}-\w{4}-\w{4}$/),
      },
    ]);
    expect(statSync(at('out.ndjson')).mode & 0o777).toBe(0o600);
  });
});

describe('failed rows', () => {
  test('are written to a separate file with reasons, and can be corrected and imported', async () => {
    await writeStations(at('stations.csv'), [station(1), { ...station(2), division: '桂林市/秀峰曲' }, station(3)]);
    const run = await desk.shp(['stations', 'import', 'stations.csv']);
    expect([run.code, run.err]).toEqual([6, expect.stringContaining('to correct and import: stations.csv.failed.csv')]);
    const failed = readFileSync(at('stations.csv.failed.csv'), 'utf8');
    expect(csvRows(failed)).toHaveLength(2);
    expect(failed).toContain('did you mean 桂林市/秀峰区?');
    writeFileSync(at('stations.csv.failed.csv'), failed.replace('桂林市/秀峰曲,', '桂林市/秀峰区,'));
    const mended = await desk.shp(['stations', 'import', 'stations.csv.failed.csv']);
    expect([mended.code, mended.err]).toEqual([0, expect.stringContaining('created 1, updated 0')]);
    expect((await imported()).map(({ account }) => account).sort()).toEqual([
      'import-00001',
      'import-00002',
      'import-00003',
    ]);
  });

  test("sent before a stop keep the server's reason", async () => {
    await writeStations(at('first.csv'), [station(1)]);
    expect((await desk.shp(['stations', 'import', 'first.csv'])).code).toBe(0);
    await writeStations(at('stations.csv'), [station(1), station(2), station(3)]);
    proxy.rule = ({ url }, before) =>
      url === '/api/user/add_station' && before >= 3 ? { status: 401, body: '' } : undefined;
    expect((await desk.shp(['stations', 'import', 'stations.csv', '--concurrency', '1'])).code).toBe(3);
    proxy.rule = () => undefined;
    await desk.login('city450300');
    expect((await desk.shp(['stations', 'import', 'stations.csv'])).code).toBe(6);
    expect(readFileSync(at('stations.csv.failed.csv'), 'utf8')).toMatch(/import-00001,.*[Aa]ccount.*\r\n$/);
  });
});

test('with unacceptable passwords fail with the reason', async () => {
  const rows = [
    { ...station(1), password: '123456' },
    { ...station(2), password: 'IMPORT-00002' },
    { ...station(3), password: '12345' },
    { ...station(4), password: 'chosen-for-4' },
  ];
  await writeStations(at('passwords.ndjson'), rows);
  const run = await desk.shp(['stations', 'import', 'passwords.ndjson']);
  expect(run.code).toBe(6);
  const told = report('passwords.ndjson.report.csv').sort((a, b) => a.row - b.row);
  expect(told.map(({ result, reason }) => [result, reason])).toEqual([
    ['failed', 'Password: this password is too common; choose another one'],
    ['failed', 'Password: The password cannot be the account name'],
    ['failed', 'Password: At least 6 characters'],
    ['created', ''],
  ]);
});

describe('before anything is sent', () => {
  test('a title above the headings is skipped; row numbers are those of the file', async () => {
    await writeStations(at('plain.csv'), [station(1), { ...station(2), phone: '12' }]);
    const plain = readFileSync(at('plain.csv'), 'utf8').replace('\uFEFF', '');
    writeFileSync(at('titled.csv'), `\uFEFF桂林市小水电站名录,,\r\n填报单位：示例单位,,\r\n${plain}`);
    const run = await desk.shp(['stations', 'import', 'titled.csv', '--dry-run']);
    const [wrong] = lines<{ row: number; reason: string }>(run.out);
    expect([run.code, wrong?.row, wrong?.reason]).toEqual([6, 5, expect.stringMatching(/^Phone [A-Z]+5 "12": /)]);
  });

  test('--dry-run lists existing accounts and what would happen to them', async () => {
    await writeStations(at('stations.csv'), [station(1), station(2)]);
    await writeStations(at('first.csv'), [station(1)]);
    expect((await desk.shp(['stations', 'import', 'first.csv'])).code).toBe(0);
    const refused = await desk.shp(['stations', 'import', 'stations.csv', '--dry-run']);
    expect([refused.code, lines<{ row: number; account: string; reason: string }>(refused.out)]).toEqual([
      6,
      [
        {
          row: 2,
          account: 'import-00001',
          reason: 'the account exists; use --on-duplicate skip or update',
        },
      ],
    ]);
    const skipped = await desk.shp(['stations', 'import', 'stations.csv', '--dry-run', '--on-duplicate', 'skip']);
    expect(skipped).toEqual({
      code: 0,
      out: '',
      err: '1 row would be skipped: the account exists\n2 rows checked, 0 wrong; nothing sent\n',
    });
  });

  test('--dry-run lists invalid rows and changes neither server nor disk', async () => {
    const { rows, wrong } = stationRows(200);
    await writeStations(at('stations.xlsx'), rows);
    const run = await desk.shp(['stations', 'import', 'stations.xlsx', '--dry-run']);
    expect([run.code, run.err]).toEqual([6, 'shp: stations import: 200 rows checked, 4 wrong; nothing sent\n']);
    expect(lines<{ row: number }>(run.out).map(({ row }) => row)).toEqual([...wrong.keys()]);
    expect(adds()).toEqual([]);
    expect(readdirSync(desk.folder).sort()).toEqual(['config', 'stations.xlsx']);
    await writeStations(at('good.xlsx'), [station(1)]);
    expect(await desk.shp(['stations', 'import', 'good.xlsx', '--dry-run'])).toEqual({
      code: 0,
      out: '',
      err: '1 row checked, 0 wrong; nothing sent\n',
    });
  });

  test('an unrecognized file is refused as a whole', async () => {
    writeFileSync(at('x.pdf'), 'x');
    writeFileSync(at('x.xlsx'), 'not a workbook');
    writeFileSync(at('x.csv'), 'colour,size\nred,1\n');
    const said = async (name: string) => {
      const { code, err } = await desk.shp(['stations', 'import', name]);
      return [code, err];
    };
    expect(await said('x.pdf')).toEqual([2, 'shp: stations import: x.pdf: imports read xlsx, csv and ndjson files\n']);
    expect(await said('x.xlsx')).toEqual([1, 'shp: stations import: x.xlsx: This is not an xlsx file\n']);
    expect(await said('x.csv')).toEqual([
      1,
      expect.stringMatching(/x.csv: Unknown headings: colour, size. Allowed: Account, /),
    ]);
    expect(await said('none.csv')).toEqual([1, 'shp: stations import: no such file: none.csv\n']);
    rmSync(at('x.csv'));
    expect(adds()).toEqual([]);
  });

  test('the template of each kind has every heading in both languages', async () => {
    const { out } = await desk.shp(['stations', 'template']);
    expect(csvRows(out)[0]?.slice(0, 3)).toEqual(['账号 / Account', '行政区划 / Division', '密码 / Password']);
    expect((await desk.shp(['stations', 'template', 'empty.xlsx'])).code).toBe(0);
    const empty = await desk.shp(['stations', 'import', 'empty.xlsx']);
    expect([empty.code, empty.err.trim()]).toEqual([0, expect.stringMatching(/^created 0, .*empty.xlsx.report.csv$/)]);
    writeFileSync(at('filled.csv'), 'precious');
    expect((await desk.shp(['stations', 'template', 'filled.csv'])).err).toContain('already exists: filled.csv');
    expect(readFileSync(at('filled.csv'), 'utf8')).toBe('precious');
  });
});
