import { solveWork } from '@shp/server/auth/proofOfWork';
import type { WorkChallenge } from '@shp/shared/api/sessionObjects';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, type Contract, startContract } from '../../support/contract.ts';
import { outcome } from '../../support/strictClient.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract([]);
});
afterAll(() => server.stop());

const draw = async () => {
  const { key } = await server.guest.call('GET basic/validate_code', {});
  const [row] = await server.rawDatabase.sql('SELECT code FROM captchas WHERE key = ?', key);
  return { key, code: String(row?.code) };
};
const logIn = (captcha: { key: string; code: string }, password = ADMIN_PASSWORD) =>
  outcome(server.guest.call('POST session/login', { account: 'admin', password: hashPassword(password), ...captcha }));

const picture = async () => {
  const asked = await server.guest.call('GET basic/validate_code', {});
  if (!('image' in asked)) throw new Error('no picture');
  return asked;
};
const work = async () => {
  const { key, challenge } = (await server.guest.call('GET basic/validate_code', { kind: 'work' })) as {
    key: string;
    challenge: WorkChallenge;
  };
  return { key, challenge };
};

test('a captcha is a PNG of four digits, valid for five minutes', async () => {
  const { image, key, expiresIn } = await picture();
  expect(expiresIn).toBe(300);
  expect(key).not.toBe('');
  const [head, data] = (image ?? '').split(',');
  expect(head).toBe('data:image/png;base64');
  expect(
    Buffer.from(data ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect((await draw()).code).toMatch(/^[2-9]{4}$/);
});

test('its digits are dark on white, and none is cut off', async () => {
  for (let count = 0; count < 20; count++) {
    const { image } = await picture();
    const { width, height, data } = PNG.sync.read(Buffer.from((image ?? '').split(',')[1] ?? '', 'base64'));
    const dark: [x: number, y: number][] = [];
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) if ((data[(y * width + x) * 4] ?? 255) < 100) dark.push([x, y]);
    // The digits cover at least a tenth of the picture; the line across them, which may touch an edge, a hundredth.
    expect(dark.length).toBeGreaterThan((width * height) / 10);
    const atEdge = dark.filter(([x, y]) => x < 2 || y < 2 || x >= width - 2 || y >= height - 2);
    expect(atEdge.length).toBeLessThan(20);
  }
});

test('its code logs in, also with surrounding spaces', async () => {
  const { key, code } = await draw();
  expect(await logIn({ key, code: ` ${code} ` })).toBe('200');
});

describe('proof-of-work challenge', () => {
  type Changes = { parameters?: Partial<WorkChallenge['parameters']>; signature?: string; counter?: number };
  const changed =
    ({ parameters = {}, signature, counter }: Changes) =>
    (code: string) => {
      const { challenge, solution } = JSON.parse(Buffer.from(code, 'base64').toString());
      const payload = {
        challenge: {
          parameters: { ...challenge.parameters, ...parameters },
          signature: signature ?? challenge.signature,
        },
        solution: { ...solution, counter: counter ?? solution.counter },
      };
      return Buffer.from(JSON.stringify(payload)).toString('base64');
    };

  test('logs in once when solved', async () => {
    const { key, challenge } = await work();
    const code = await solveWork(challenge);
    expect(await logIn({ key, code })).toBe('200');
    expect(await logIn({ key, code })).toBe('400 captcha_wrong');
  });

  test('of two concurrent logins with one solution one succeeds', async () => {
    const { key, challenge } = await work();
    const code = await solveWork(challenge);
    expect((await Promise.all([logIn({ key, code }), logIn({ key, code })])).sort()).toEqual([
      '200',
      '400 captcha_wrong',
    ]);
  });

  test('a solution is valid for its own key only', async () => {
    const [one, other] = [await work(), await work()];
    expect(await logIn({ key: other.key, code: await solveWork(one.challenge) })).toBe('400 captcha_wrong');
    expect(await logIn({ key: (await draw()).key, code: await solveWork(one.challenge) })).toBe('400 captcha_wrong');
  });

  test('expires after five minutes', async () => {
    const { key, challenge } = await work();
    expect(Math.abs(challenge.parameters.expiresAt - Date.now() / 1000 - 300)).toBeLessThan(30);
    await server.rawDatabase.sql(
      'UPDATE captchas SET expires_at = ? WHERE key = ?',
      new Date(Date.now()).toISOString(),
      key,
    );
    expect(await logIn({ key, code: await solveWork(challenge) })).toBe('400 captcha_wrong');
  });

  test.each<[string, (code: string) => string]>([
    ['another counter', changed({ counter: 1 })],
    ['a counter that is none', changed({ counter: -1 })],
    ['less work', changed({ parameters: { cost: 1 } })],
    ['an easier prefix', changed({ parameters: { keyPrefix: '00' } })],
    ['a longer time', changed({ parameters: { expiresAt: 2_000_000_000 } })],
    ['another signature', changed({ signature: 'ff'.repeat(32) })],
    ['half of it', (code) => code.slice(0, code.length / 2)],
    ['nothing', () => ''],
    ['no payload', () => Buffer.from('{"challenge":null}').toString('base64')],
    ['deep nonsense', () => Buffer.from('['.repeat(1000)).toString('base64')],
  ])('a solution with %s is refused', async (_name, change) => {
    const { key, challenge } = await work();
    expect(await logIn({ key, code: change(await solveWork(challenge)) })).toBe('400 captcha_wrong');
  });

  test('a code longer than any solution is refused', async () => {
    expect(await logIn({ key: 'any', code: 'x'.repeat(2001) })).toBe('400 invalid');
  });
});

describe('a captcha key is used up by the first login', () => {
  test('that succeeds', async () => {
    const captcha = await draw();
    expect(await logIn(captcha)).toBe('200');
    expect(await logIn(captcha)).toBe('400 captcha_wrong');
  });
  test('with a wrong password', async () => {
    const captcha = await draw();
    expect(await logIn(captcha, 'wrong-1')).toBe('400 bad_credentials');
    expect(await logIn(captcha)).toBe('400 captcha_wrong');
  });
  test('with a wrong code', async () => {
    const captcha = await draw();
    expect(await logIn({ ...captcha, code: '....' })).toBe('400 captcha_wrong');
    expect(await logIn(captcha)).toBe('400 captcha_wrong');
  });
  test('of two concurrent ones', async () => {
    const captcha = await draw();
    const answers = await Promise.all([logIn(captcha), logIn(captcha)]);
    expect(answers.sort()).toEqual(['200', '400 captcha_wrong']);
  });
});

test('an expired or unknown captcha is wrong', async () => {
  const captcha = await draw();
  const before = new Date(Date.now() - 60_000).toISOString();
  await server.rawDatabase.sql('UPDATE captchas SET expires_at = ? WHERE key = ?', before, captcha.key);
  expect(await logIn(captcha)).toBe('400 captcha_wrong');
  expect(await logIn({ key: 'never', code: captcha.code })).toBe('400 captcha_wrong');
  expect(await logIn({ key: '', code: '' })).toBe('400 captcha_wrong');
});

test('wrong captchas do not count as failed logins and reveal nothing about the password', async () => {
  for (let attempt = 0; attempt < 12; attempt++) {
    expect(await logIn({ key: 'never', code: 'xxxx' }, 'wrong-1')).toBe('400 captcha_wrong');
  }
  expect(await logIn(await draw())).toBe('200');
});

test('an address gets at most 120 captchas a minute', async () => {
  await server.rawDatabase.sql('DELETE FROM hits');
  const answers: Response[] = [];
  const draws = Array.from({ length: 241 }, () => async () => {
    answers.push(await server.request('GET', '/api/basic/validate_code'));
  });
  // Few parallel requests, so that none waits too long.
  const drawer = async () => {
    for (let next = draws.pop(); next; next = draws.pop()) await next();
  };
  await Promise.all(Array.from({ length: 20 }, drawer));
  // The minute may change meanwhile, so up to two rate-limit windows are used.
  const refused = answers.filter(({ status }) => status === 429);
  const drawn = answers.filter(({ status }) => status === 200).length;
  expect(drawn + refused.length).toBe(241);
  expect(drawn).toBeLessThanOrEqual(240);
  expect(drawn).toBeGreaterThan(100);
  const wait = Number(refused[0]?.headers.get('retry-after'));
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(60);
});
