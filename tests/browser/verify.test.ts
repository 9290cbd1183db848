import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COLOURS } from '../../web/src/theme/tokens.ts';
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
    for (const address of [...addresses, '/api/verify?number=x&digest=x', '/api/verify']) {
      await page.goto(address);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await page.locator('h2').innerText()).not.toBe('');
      expect([await axeFaults(page), await sidewaysScroll(page)]).toEqual([[], 0]);
    }
    const pictures = ['/favicon.ico', '/favicon.svg', ...(width >= 900 ? ['/dam.svg'] : [])];
    expect(requests.filter((path) => !pictures.includes(path))).toEqual(Array(4).fill('/api/verify'));
    expect(problems).toEqual([]);
    await leave();
  },
);

test('people type number and digest, in their language; the paper can be printed with the answer', async () => {
  const { page, problems } = await stage.visit({ lang: 'en', width: 380 });
  await page.goto('/login');
  await page.getByRole('link', { name: 'Verify a conclusion' }).click();
  await page.getByRole('heading', { name: 'Verify a conclusion' }).waitFor();
  const typed = new URL(addresses[0] ?? '', stage.url).searchParams;
  const check = async (digest: string) => {
    await page.getByLabel('Number').fill(typed.get('number')?.toLowerCase() ?? '');
    await page.getByLabel('Digest').fill(digest);
    await page.getByLabel('Digest').press('Enter');
  };
  await check('0000 0000 0000 0000');
  await page.getByRole('heading', { name: 'Not confirmed: does not match' }).waitFor();
  await check(typed.get('digest')?.slice(0, 16) ?? '');
  await page.getByRole('heading', { name: 'Genuine and valid' }).waitFor();
  await page.getByText(typed.get('number') ?? '').waitFor();
  await page.getByRole('link', { name: '中文' }).click();
  await page.getByRole('heading', { name: '核验通过：真实有效' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('form, nav, .links').evaluateAll((all) => all.some((one) => one.checkVisibility()))).toBe(
    false,
  );
  expect(await page.getByRole('heading', { name: '核验通过：真实有效' }).isVisible()).toBe(true);
  expect(problems).toEqual([]);
});

test.each(['light', 'dark'] as const)('the page has the colours of the %s theme', async (theme) => {
  const { page, leave } = await stage.visit({ width: 1200 });
  await page.emulateMedia({ colorScheme: theme });
  await page.goto('/api/verify');
  const names = ['ground', 'card', 'line', 'border', 'text', 'soft', 'brand', 'onBrand', 'green', 'greenSoft'] as const;
  const more = ['amber', 'amberSoft', 'red', 'redSoft'] as const;
  const wanted = [...names, ...more].map((name) => [name, COLOURS[theme][name]] as const);
  const shown = await page.evaluate(
    (all) => {
      const style = getComputedStyle(document.documentElement);
      return all.map((name) => [
        name,
        style.getPropertyValue(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`),
      ]);
    },
    wanted.map(([name]) => name),
  );
  expect(shown).toEqual(wanted);
  await leave();
});
