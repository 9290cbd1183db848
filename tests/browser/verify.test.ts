import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '../support/accounts.ts';
import { accountOf, axeFaults, openStage, type Stage, sidewaysScroll } from './harness.ts';

let stage: Stage;
let addresses: string[];
beforeAll(async () => {
  stage = await openStage();
  const { api } = await logIn(stage.url, accountOf(stage.server.data, 'admin'), DEMO_PASSWORD);
  const { items } = await api.call('GET assessment/query', { status: ['passed', 'revoked'], size: 200 });
  const ids = (['passed', 'revoked'] as const).map((status) => items.find((one) => one.status === status)?.id ?? '');
  const prints = await Promise.all(ids.map((id) => api.call('GET assessment/print', { id })));
  addresses = prints.map(({ number, digest }) => `/api/verify?number=${number}&digest=${digest}`);
});
afterAll(() => stage.close());

const LOOKS = [
  ['zh-CN', 'light', 380],
  ['en', 'dark', 380],
  ['en', 'light', 1200],
] as const;

test.each(LOOKS)(
  'the verification page in %s, %s, %i pixels wide has no accessibility fault and loads nothing else',
  async (...look) => {
    const [language, colorScheme, width] = look;
    const { page, leave, problems } = await stage.visit({ width });
    await page.setExtraHTTPHeaders({ 'Accept-Language': language });
    await page.emulateMedia({ colorScheme });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    for (const address of [...addresses, '/api/verify?number=x&digest=x']) {
      await page.goto(address);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.locator('h2').innerText()).not.toBe('');
      expect([await axeFaults(page), await sidewaysScroll(page)]).toEqual([[], 0]);
    }
    expect(requests.filter((path) => path !== '/favicon.ico')).toEqual(Array(3).fill('/api/verify'));
    expect(problems).toEqual([]);
    await leave();
  },
);
