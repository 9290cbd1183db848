import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../contract/harness.ts';
import { addManager, CITY } from '../contract/people.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());

test('one account cannot fill the queue of exports; others and what comes later are served', async () => {
  const manager = await addManager(server, 'city_manager', CITY);
  const exported = async (token: string) => {
    const answer = await server.request('GET', '/api/user/export?kind=stations&format=csv', {
      headers: { Token: token },
    });
    await answer.arrayBuffer();
    return answer;
  };
  const many = Array.from({ length: 30 }, () => exported(manager.token));
  expect((await exported(server.admin.token)).status).toBe(200);
  const answers = await Promise.all(many);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(4);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await exported(manager.token)).status).toBe(200);
});
