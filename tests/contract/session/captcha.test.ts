import { hashPassword } from '@shp/shared/domain/passwords';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD, type Contract, startContract } from '../harness.ts';
import { outcome } from '../strictClient.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract([]);
});
afterAll(() => server.stop());

const draw = async () => {
  const { key } = await server.guest.call('GET basic/validate_code', {});
  const [row] = await server.behind.sql('SELECT code FROM captchas WHERE key = ?', key);
  return { key, code: String(row?.code) };
};
const logIn = (captcha: { key: string; code: string }, password = ADMIN_PASSWORD) =>
  outcome(server.guest.call('POST session/login', { account: 'admin', password: hashPassword(password), ...captcha }));

test('a captcha is a PNG of four characters, good for five minutes', async () => {
  const { image, key, expiresIn } = await server.guest.call('GET basic/validate_code', {});
  expect(expiresIn).toBe(300);
  expect(key).not.toBe('');
  const [head, data] = (image ?? '').split(',');
  expect(head).toBe('data:image/png;base64');
  expect(
    Buffer.from(data ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect((await draw()).code).toMatch(/^[0-9a-z]{4}$/);
});

test.each([
  ['as it is', (code: string) => code],
  ['in capitals', (code: string) => code.toUpperCase()],
  ['in small letters', (code: string) => code.toLowerCase()],
])('the code %s logs in', async (_name, typed) => {
  const { key, code } = await draw();
  expect(await logIn({ key, code: typed(code) })).toBe('200');
});

describe('a key is used up by the first login that names it', () => {
  test('one that succeeds', async () => {
    const captcha = await draw();
    expect(await logIn(captcha)).toBe('200');
    expect(await logIn(captcha)).toBe('400 captcha_wrong');
  });
  test('one with a wrong password', async () => {
    const captcha = await draw();
    expect(await logIn(captcha, 'wrong-1')).toBe('400 bad_credentials');
    expect(await logIn(captcha)).toBe('400 captcha_wrong');
  });
  test('one with a wrong code', async () => {
    const captcha = await draw();
    expect(await logIn({ ...captcha, code: '....' })).toBe('400 captcha_wrong');
    expect(await logIn(captcha)).toBe('400 captcha_wrong');
  });
  test('of two at once, one', async () => {
    const captcha = await draw();
    const answers = await Promise.all([logIn(captcha), logIn(captcha)]);
    expect(answers.sort()).toEqual(['200', '400 captcha_wrong']);
  });
});

test('a captcha that has run out, or never was, is wrong', async () => {
  const captcha = await draw();
  const before = new Date(Date.now() - 60_000).toISOString();
  await server.behind.sql('UPDATE captchas SET expires_at = ? WHERE key = ?', before, captcha.key);
  expect(await logIn(captcha)).toBe('400 captcha_wrong');
  expect(await logIn({ key: 'never', code: captcha.code })).toBe('400 captcha_wrong');
  expect(await logIn({ key: '', code: '' })).toBe('400 captcha_wrong');
});

test('wrong captchas do not count as failed logins, and tell nothing of the password', async () => {
  for (let attempt = 0; attempt < 12; attempt++) {
    expect(await logIn({ key: 'never', code: 'xxxx' }, 'wrong-1')).toBe('400 captcha_wrong');
  }
  expect(await logIn(await draw())).toBe('200');
});

test('an address draws at most 120 captchas a minute', async () => {
  const answers: Response[] = [];
  const draws = Array.from({ length: 241 }, () => async () => {
    answers.push(await server.request('GET', '/api/basic/validate_code'));
  });
  // So few at a time that none waits too long for its turn.
  const drawer = async () => {
    for (let next = draws.pop(); next; next = draws.pop()) await next();
  };
  await Promise.all(Array.from({ length: 20 }, drawer));
  // The minute may turn meanwhile, so that up to two windows are filled.
  const refused = answers.filter(({ status }) => status === 429);
  const drawn = answers.filter(({ status }) => status === 200).length;
  expect(drawn + refused.length).toBe(241);
  expect(drawn).toBeLessThanOrEqual(240);
  expect(drawn).toBeGreaterThan(100);
  const wait = Number(refused[0]?.headers.get('retry-after'));
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(60);
});
