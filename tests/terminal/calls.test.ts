import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, lines, newDesk } from '../support/desk.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: Desk;
const desks: Desk[] = [];
const as = async (account: string) => {
  const desk = await newDesk(server.url);
  desks.push(desk);
  await desk.login(account);
  return desk;
};
beforeAll(async () => {
  server = await startServer({}, ['--demo', '--no-captcha']);
  admin = await as('admin');
});
afterAll(async () => {
  await Promise.all(desks.map((desk) => desk.clear()));
  await server.stop();
});

const json = async (desk: Desk, args: string[]) => {
  const run = await desk.shp([...args, '--format', 'json']);
  if (run.code !== 0) throw new Error(run.err);
  return JSON.parse(run.out);
};

test('status shows the totals of the home page, with labels on a terminal', async () => {
  const counts = await json(admin, ['status']);
  expect(Object.keys(counts)).toEqual(['station', 'report', 'onProgress', 'level2', 'level3']);
  expect((await admin.shp(['status', '--format', 'table'])).out).toMatch(
    /^Stations entered in the system +60\nNumber of review applications +\d+\n/,
  );
});

describe('trees', () => {
  test('divisions: one row each under its city, nested in JSON', async () => {
    const cities = await json(admin, ['divisions']);
    expect(cities).toHaveLength(14);
    expect(cities[2].children.length).toBeGreaterThan(10);
    const { out } = await admin.shp(['divisions', '桂林市', '--deep', '1']);
    expect(lines(out)[0]).toEqual({ code: '450302', name: '秀峰区', level: 'county', parent: '450300', depth: 0 });
    const table = await admin.shp(['divisions', '--format', 'table']);
    expect(table.out).toMatch(/^Code +Name +Level\n450100 +南宁市 +City\n450102 {4}兴宁区 +County\n/);
  });

  test("units: from the caller's position", async () => {
    const city = await as('city450300');
    const [root] = await json(city, ['managers', 'tree']);
    expect(root).toMatchObject({ role: 'city_manager', division: '450300' });
    expect(root.children.length).toBeGreaterThan(10);
    expect(await json(city, ['managers', 'tree', '南宁市'])).toEqual([]);
  });
});

describe('settings', () => {
  test('are readable in part by everyone; administrators set all or one of them', async () => {
    const station = await as('station0001');
    expect(await json(station, ['settings', 'show'])).not.toHaveProperty('sessionHours');
    expect((await station.shp(['settings', 'show', '--format', 'table'])).out).toMatch(
      /^Key +Setting +Value\nopenLevels +Open levels +\[2,3\]\nacceptApplications +Applications are accepted +true\n/,
    );
    expect((await station.shp(['settings', 'set', 'minExperts', '2'])).code).toBe(4);
    const set = (key: string, value: string) => json(admin, ['settings', 'set', key, value]);
    expect(await set('acceptApplications', 'false')).toMatchObject({ acceptApplications: false });
    expect(await set('acceptApplications', 'true')).toMatchObject({ acceptApplications: true });
    expect(await set('openLevels', '3')).toMatchObject({ openLevels: [3] });
    expect(await set('openLevels', '[2, 3]')).toMatchObject({ openLevels: [2, 3] });
    const { thresholds } = await set('thresholds.3.score', '72.5');
    expect(thresholds).toEqual({
      '1': { score: 90, chapter: 70 },
      '2': { score: 80, chapter: 70 },
      '3': { score: 72.5, chapter: 60 },
    });
    const { footer } = await json(admin, ['settings', 'show']);
    expect((await set('footer.sponsor.url', 'https://example.org')).footer).toEqual({
      ...footer,
      sponsor: { ...footer.sponsor, url: 'https://example.org' },
    });
    const told = (await admin.shp(['settings', 'set', 'thresholds.3.score', '71', '--lang', 'en'])).err;
    expect(told).toContain('thresholds.3.score: 72.5 → 71');
    expect((await admin.shp(['settings', 'set', 'thresholds.3.score', '71', '--lang', 'en'])).err).toContain(
      'Nothing has changed',
    );
    expect((await admin.shp(['settings', 'set', 'minExperts', '0'])).err).toContain('minExperts: ');
  });
});

describe('audit', () => {
  test('filters by actor, action and time; the chain is verified', async () => {
    await admin.shp([
      'supervisors',
      'add',
      '--account',
      'audited',
      '--name',
      '示例',
      '--contact',
      '张三',
      '--phone',
      '0771-1234567',
    ]);
    const [row] = await json(admin, ['audit', '--action', 'user/add_supervisor']);
    expect(row).toMatchObject({
      by: { role: 'admin' },
      action: 'user/add_supervisor',
      object: { kind: 'supervisor', name: '示例' },
    });
    expect(await json(admin, ['audit', 'list', '--action', 'user/add_supervisor', '--to', '2020-01-01'])).toEqual([]);
    const today = row.at.slice(0, 10);
    expect(
      await json(admin, ['audit', 'list', '--action', 'user/add_supervisor', '--user-id', row.by.id, '--from', today]),
    ).toHaveLength(1);
    const told = ['audit', '--action', 'user/add_supervisor', '--format', 'table'];
    expect((await admin.shp(told)).out).toMatch(
      /^Time +Action +Object +By +Changed +Address\n\S+ \S+ +Add an aggregate account +示例 +系统管理员（示例） /,
    );
    expect((await admin.shp([...told, '--lang', 'zh'])).out).toContain('新增汇总账号');
    expect((await admin.shp(['audit', '--action', 'system/update_settings', '--format', 'table'])).out).toContain(
      'Open levels',
    );
    expect(await json(admin, ['audit', 'verify'])).toMatchObject({ ok: true, firstBroken: null });
  });
});

describe('supervise', () => {
  test('links and unlinks stations; the account itself needs no name; exports its rows', async () => {
    const given = ['--account', 'watcher', '--name', '示例', '--contact', '张三', '--phone', '0771-1234567'];
    const added = await admin.shp(['supervisors', 'add', ...given, '--password-stdin', '--format', 'json'], {
      input: 'first-2026\n',
    });
    const { id } = JSON.parse(added.out);
    const ids = lines<{ id: string }>(
      (await admin.shp(['stations', 'list', '--city', '450300', '--all', '--fields', 'id'])).out,
    ).map((row) => row.id);
    const [first = '', second = ''] = ids;
    expect(await json(admin, ['supervise', 'link', id, first])).toEqual({ count: 1 });
    const run = await admin.shp(['supervise', 'link', id, '-'], { input: ids.join('\n') });
    expect(JSON.parse(run.out)).toEqual({ count: 25 });
    expect(await json(admin, ['supervise', 'unlink', id, first, second])).toEqual({ count: 23 });
    const linked = await json(admin, ['supervise', 'stations', id, '--linked', '--all']);
    expect(linked).toHaveLength(23);
    expect((await json(admin, ['supervise', 'stations', id, '--all', '--fields', 'linked'])).length).toBeGreaterThan(
      23,
    );
    const unnamed = await admin.shp(['supervise', 'stations']);
    expect([unnamed.code, unnamed.err]).toEqual([2, 'shp: supervise stations: missing argument: SUPERVISOR\n']);

    const watcher = await newDesk(server.url);
    desks.push(watcher);
    await watcher.shp(['login', '--account', 'watcher', '--password-stdin', '--new-password-stdin'], {
      input: 'first-2026\nsecond-2026\n',
    });
    expect(await json(watcher, ['supervise', 'stations', '--all'])).toHaveLength(23);
    const rows = await json(watcher, ['supervise', 'assessments', '--all']);
    expect(rows.every((row: { station: { id: string } }) => ids.includes(row.station.id))).toBe(true);
    const exported = await watcher.shp(['supervise', 'export', '--format', 'ndjson']);
    expect(lines(exported.out)).toHaveLength(rows.length);
    const filtered = await admin.shp(['supervise', 'export', id, '--status', 'passed', '--format', 'ndjson']);
    expect(lines<{ status: string }>(filtered.out).every(({ status }) => status === 'passed')).toBe(true);
  });
});

describe('assessments', () => {
  test('a station creates one, reads it, and deletes it', async () => {
    await admin.shp(
      [
        'stations',
        'add',
        '--account',
        'beginner',
        '--password-stdin',
        '--division',
        '450302',
        '--name',
        '示例',
        '--address',
        '示例路',
        '--legal-person',
        '张三',
        '--contact',
        '李四',
        '--phone',
        '0773-1234567',
        '--capacity',
        '8',
      ],
      { input: 'first-2026\n' },
    );
    const station = await newDesk(server.url);
    desks.push(station);
    await station.shp(['login', '--account', 'beginner', '--password-stdin', '--new-password-stdin'], {
      input: 'first-2026\nsecond-2026\n',
    });
    expect((await station.shp(['assessments', 'add'])).err).toContain('missing: --level');
    const { id } = await json(station, ['assessments', 'add', '--level', '3']);
    const twice = await station.shp(['assessments', 'add', '--level', '3']);
    expect([twice.code, twice.err]).toEqual([1, expect.stringContaining('You already have an open assessment')]);
    expect(await json(station, ['assessments', 'show', id, '--fields', 'status,form.unit,actions'])).toMatchObject({
      status: 'draft',
      form: { unit: { name: '示例' } },
    });
    expect(await json(station, ['assessments', 'list', '--waiting', '--fields', 'id'])).toEqual([{ id }]);
    expect((await station.shp(['assessments', 'delete', id])).err).toContain('add --yes');
    expect((await station.shp(['assessments', 'delete', id, '--yes'])).code).toBe(0);
    expect(await json(station, ['assessments', 'list'])).toEqual([]);
  });

  test('updatedSince accepts a day or a time', async () => {
    const since = async (time: string) =>
      (await json(admin, ['assessments', 'list', '--all', '--updated-since', time])).length;
    expect(await since('2000-01-01')).toBeGreaterThan(80);
    expect(await since('2099-01-01T00:00:00Z')).toBe(0);
  });
});

describe('profile', () => {
  test("is the caller's own; fields of other roles are refused", async () => {
    const expert = await as('expert01');
    expect(await json(expert, ['profile', 'show', '--fields', 'account,role'])).toEqual({
      account: 'expert01',
      role: 'expert',
    });
    expect(
      (await json(expert, ['profile', 'update', '--title', '教授', '--phone', '13900000000'])).profile,
    ).toMatchObject({ title: '教授', phone: '13900000000' });
    const refused = await expert.shp(['profile', 'update', '--river', '漓江']);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('--name, --unit, --title, --specialties, --phone, --email'),
    ]);
  });
});

describe('api', () => {
  test('makes any call; values are typed by the call table, a repeated key is an array', async () => {
    const call = async (...args: string[]) => JSON.parse((await admin.shp(['api', ...args])).out);
    expect(await call('GET', 'basic/status')).toHaveProperty('station');
    expect(await call('get', '/api/user/stations', '-f', 'size=1', '-f', 'city=450303')).toMatchObject({
      items: [{ division: '450303' }],
    });
    const both = await call(
      'GET',
      'assessment/query?size=200',
      '-f',
      'status=passed',
      '-f',
      'status=failed',
      '-f',
      'level=3',
    );
    expect(new Set(both.items.map(({ status }: { status: string }) => status))).toEqual(new Set(['passed', 'failed']));
    const made = await call(
      'POST',
      'user/add_supervisor',
      '-f',
      'account=by-api',
      '-f',
      'profile={"name":"示例","contact":"张三","phone":"0771-1234567"}',
    );
    expect(await call('POST', 'user/delete', '-f', `userId=${made.id}`, '-f', 'softDelete=true')).toEqual({});
    writeFileSync(join(admin.folder, 'change.json'), JSON.stringify({ userId: made.id }));
    expect(await call('POST', 'user/recover', '--input', 'change.json')).toMatchObject({
      account: 'by-api',
      isDeleted: false,
    });
  });

  test('bytes go to standard output; errors are printed as errors; health needs no login', async () => {
    const { out } = await admin.shp(['api', 'GET', 'user/export', '-f', 'kind=supervisors', '-f', 'format=ndjson']);
    expect(lines(out).length).toBeGreaterThan(0);
    expect(await admin.shp(['api', 'GET', 'user', '-f', 'id=nobody'])).toEqual({
      code: 1,
      out: '',
      err: 'shp: api: Not found\n',
    });
    expect((await admin.shp(['api', 'GET', 'nowhere'])).err).toBe('shp: api: Not found: GET nowhere\n');
    expect((await admin.shp(['api', 'GET', 'user', '-f', 'nonsense'])).code).toBe(2);
    const stranger = await newDesk(server.url);
    desks.push(stranger);
    expect(JSON.parse((await stranger.shp(['api', 'GET', 'health'])).out)).toMatchObject({ status: 'ok' });
    expect((await stranger.shp(['api', 'GET', 'basic/status'])).code).toBe(3);
  });
});
