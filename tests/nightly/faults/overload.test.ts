import { hashPassword } from '@shp/shared/domain/accounts/passwords';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, burst } from '../../support/connection.ts';
import { ADMIN_PASSWORD, type Contract, startContract } from '../../support/contract.ts';
import { outcome } from '../../support/strictClient.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

const LIST = '/api/user/managers?size=5';
const send = (path: string, count: number) =>
  burst(
    server.url,
    Array.from({ length: count }, () => ({ path, token: server.admin.token })),
  );

function check(answers: readonly Answer[]): { right: Answer[]; refused: Answer[] } {
  const right = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 503);
  expect(right.length + refused.length).toBe(answers.length);
  for (const { retryAfter, body } of refused) {
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(JSON.parse(body)).toMatchObject({ code: 'overloaded' });
  }
  return { right, refused };
}

test('under overload each response is correct or a 503 with Retry-After, and afterwards the server is as before', async () => {
  const [before] = await send(LIST, 1);
  const { right, refused } = check(await send(LIST, 1500));
  expect(refused.length).toBeGreaterThan(0);
  expect(right.length).toBeGreaterThanOrEqual(200);
  expect(new Set(right.map(({ body }) => body))).toEqual(new Set([before?.body]));
  expect(check(await send(LIST, 50)).refused).toEqual([]);
  const health = await send('/api/health', 600);
  expect(new Set(health.map(({ status }) => status))).toEqual(new Set([200]));
});

test('in a login storm a bounded number waits, the others get Retry-After, and other calls are served', async () => {
  const body = { account: 'admin', password: hashPassword(ADMIN_PASSWORD), key: '', code: '' };
  const logins = burst(server.url, Array(600).fill({ path: '/api/session/login', token: '', body }));
  expect(await outcome(server.admin.api.call('GET user', {}))).toBe('200');
  const { right, refused } = check(await logins);
  expect(right.length).toBeGreaterThanOrEqual(64);
  expect(refused.length).toBeGreaterThan(0);
  await server.login('admin', ADMIN_PASSWORD);
});
