import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../support/contract.ts';
import { addManager, addStation, COUNTY } from '../support/people.ts';
import { outcome, refusal } from '../support/strictClient.ts';

const link = { name: '', url: '' };
const DEFAULTS = {
  openLevels: [2, 3],
  acceptApplications: true,
  minExperts: 1,
  minIndependentExperts: 0,
  validYears: 3,
  remindDays: 90,
  stageDays: { submitted: 15, first_passed: 10, reviewing: 30, reviewed: 15 },
  thresholds: { '1': { score: 90, chapter: 70 }, '2': { score: 80, chapter: 70 }, '3': { score: 70, chapter: 60 } },
  maxFileMB: 200,
  maxAssessmentMB: 2048,
  footer: { sponsor: link, organiser: link, support: link },
  passwordDays: 0,
  initialPasswordDays: 30,
  secondFactor: 'off',
  oneSession: false,
  separateDuties: false,
  sessionHours: { idle: 12, max: 168 },
  loginAttempts: { account: 10, address: 60 },
  mail: { host: '', port: 587, secure: false, requireTls: true, sender: '', user: '', password: '' },
  webhookOwnNetwork: false,
  oidc: { issuer: '', clientId: '', clientSecret: '', claim: 'preferred_username', name: '' },
  publishRatings: false,
  publicDays: 0,
  objectionsTo: '',
  holidays: '',
};

let server: Contract;
let ministry: Person;
beforeAll(async () => {
  server = await startContract();
  ministry = await addManager(server, 'ministry_manager');
});
afterAll(() => server.stop());
const update = (change: object, by = server.admin) => by.api.call('POST system/update_settings', change);
const read = (by = server.admin) => by.api.call('GET system/settings', {});

test('the settings start with their defaults; login limits are readable by administrators only', async () => {
  expect(await read()).toEqual(DEFAULTS);
  const {
    sessionHours: _hours,
    loginAttempts: _attempts,
    mail: _mail,
    webhookOwnNetwork: _own,
    oidc: _oidc,
    ...open
  } = DEFAULTS;
  expect(await read(ministry)).toEqual(open);
});

test('an update changes only the settings it names', async () => {
  const footer = { ...DEFAULTS.footer, support: { name: '示例公司', url: 'https://support.example/' } };
  expect(await update({ validYears: 5, footer })).toEqual({ ...DEFAULTS, validYears: 5, footer });
  expect(await update({})).toEqual({ ...DEFAULTS, validYears: 5, footer });
  expect((await read(ministry)).footer).toEqual(footer);
  await update({ validYears: 3, footer: DEFAULTS.footer });
});

test('a level listed twice is open once', async () => {
  expect((await update({ openLevels: [3, 2, 3] })).openLevels).toEqual([3, 2]);
  await update({ openLevels: DEFAULTS.openLevels });
});

test.each<[object, string]>([
  [{ colour: 'red' }, 'colour'],
  [{ openLevels: [4] }, 'openLevels.0'],
  [{ openLevels: 3 }, 'openLevels'],
  [{ minExperts: 0 }, 'minExperts'],
  [{ minExperts: null }, 'minExperts'],
  [{ validYears: 1.5 }, 'validYears'],
  [{ thresholds: { '1': { score: 101, chapter: 70 } } }, 'thresholds.1.score'],
  [{ thresholds: { ...DEFAULTS.thresholds, '4': { score: 1, chapter: 1 } } }, 'thresholds.4'],
  [{ maxFileMB: 0 }, 'maxFileMB'],
  [{ sessionHours: { idle: 0, max: 1 } }, 'sessionHours.idle'],
  [{ loginAttempts: { account: 5 } }, 'loginAttempts.address'],
  [{ footer: { ...DEFAULTS.footer, support: { name: 'x', url: 'javascript:alert(1)' } } }, 'footer.support.url'],
])('%j is refused and nothing is stored', async (change, field) => {
  const { status, fields } = await refusal(update({ remindDays: 1, ...change }));
  expect(status).toBe(400);
  expect(Object.keys(fields)).toContain(field);
  expect(await read()).toEqual(DEFAULTS);
});

/** The setting with the value at `path` replaced. */
function withValue(path: string, value: unknown): object {
  const [key = '', ...rest] = path.split('.');
  const put = (whole: unknown, keys: string[]): unknown =>
    keys[0] === undefined ? value : { ...(whole as object), [keys[0]]: put(own(whole, keys[0]), keys.slice(1)) };
  return { [key]: put(own(DEFAULTS, key), rest) };
}
const own = (object: unknown, key: string) => (object as Record<string, unknown>)[key];

describe('limits', () => {
  test.each<[string, number, number]>([
    ['thresholds.1.score', 50, 100],
    ['thresholds.3.chapter', 40, 100],
    ['loginAttempts.account', 3, 20],
    ['loginAttempts.address', 20, 600],
    ['sessionHours.idle', 0.1, 24],
    ['sessionHours.max', 1, 168],
    ['validYears', 1, 5],
    ['minExperts', 1, 9],
    ['minIndependentExperts', 0, 9],
    ['maxFileMB', 1, 2048],
    ['stageDays.reviewing', 1, 365],
    ['passwordDays', 0, 1000],
    ['initialPasswordDays', 1, 365],
  ])('of %s are %d and %d; a value outside is refused with field and limit', async (path, min, max) => {
    for (const bound of [min, max]) expect(await outcome(update(withValue(path, bound)))).toBe('200');
    for (const [beyond, bound] of [
      [min - 1, min],
      [max + 1, max],
    ] as const) {
      const { status, fields } = await refusal(update(withValue(path, beyond)));
      expect([status, Object.keys(fields)]).toEqual([400, [path]]);
      expect(fields[path]).toContain(String(bound));
    }
    await update(DEFAULTS);
  });

  test('apply to values saved by an older version; missing ones get their defaults', async () => {
    const { sql } = server.rawDatabase;
    const saved = {
      minExperts: 20,
      thresholds: { ...DEFAULTS.thresholds, '2': { score: 0, chapter: 66.5 } },
      loginAttempts: { account: 1000 },
      sessionHours: { idle: 100, max: 744 },
      footer: { support: { name: '示例公司' } },
      colour: 'red',
    };
    await sql('UPDATE settings SET value = ? WHERE id = 1', JSON.stringify(saved));
    const expected = {
      ...DEFAULTS,
      minExperts: 9,
      thresholds: { ...DEFAULTS.thresholds, '2': { score: 50, chapter: 66.5 } },
      loginAttempts: { account: 20, address: 60 },
      sessionHours: { idle: 24, max: 168 },
      footer: { ...DEFAULTS.footer, support: { name: '示例公司', url: '' } },
    };
    expect(await read()).toEqual(expected);
    expect(await update({ validYears: 2 })).toEqual({ ...expected, validYears: 2 });
    await update(DEFAULTS);
  });
});

test('the audit shows the old and new value of each change', async () => {
  await update({
    ...withValue('thresholds.3.score', 72.5),
    ...withValue('footer.support.name', '示例公司'),
    openLevels: [3],
  });
  const { items } = await server.admin.api.call('GET audit', { action: 'system/update_settings', size: 1 });
  expect(items[0]?.changes).toEqual({
    openLevels: [[2, 3], [3]],
    'thresholds.3.score': [70, 72.5],
    'footer.support.name': ['', '示例公司'],
  });
  await update(DEFAULTS);
});

describe('applications', () => {
  let station: Person;
  beforeEach(async () => {
    station = await addStation(server, COUNTY);
  });
  const apply = (level: 1 | 2 | 3) => station.api.call('POST assessment/add_assessment', { level });

  test('for closed levels are refused', async () => {
    const { status, code, fields } = await refusal(apply(1));
    expect([status, code, ...Object.keys(fields)]).toEqual([409, 'incomplete', 'levelClosed']);
    await update({ openLevels: [1] });
    expect(await outcome(apply(3))).toBe('409 incomplete');
    expect(await outcome(apply(1))).toBe('200');
    await update({ openLevels: DEFAULTS.openLevels });
  });

  test('are refused while applications are closed', async () => {
    await update({ acceptApplications: false });
    const { code, fields } = await refusal(apply(3));
    expect([code, ...Object.keys(fields)]).toEqual(['incomplete', 'applicationsClosed']);
    await update({ acceptApplications: true });
    expect(await outcome(apply(3))).toBe('200');
  });

  test('that exist already still need an open level at their submission', async () => {
    const { id } = await apply(3);
    await update({ openLevels: [2] });
    const { problems } = await station.api.call('GET assessment/validate_station_submit', { id });
    expect(problems.map(({ code }) => code)).toContain('levelClosed');
    await update({ openLevels: DEFAULTS.openLevels });
    const { problems: after } = await station.api.call('GET assessment/validate_station_submit', { id });
    expect(after.map(({ code }) => code)).not.toContain('levelClosed');
  });
});
