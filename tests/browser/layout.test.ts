import { DEFAULT_SETTINGS } from '@shp/shared/domain/settings';
import { common as en } from '@shp/shared/text/en/common';
import { web } from '@shp/shared/text/en/web';
import { common as zh } from '@shp/shared/text/zh/common';
import { web as zhWeb } from '@shp/shared/text/zh/web';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('the footer links the entries with a URL and names the others', async () => {
  const { api } = await stage.person('admin');
  const footer = {
    ...DEFAULT_SETTINGS.footer,
    sponsor: { name: 'Example sponsor', url: 'https://sponsor.example/' },
    organiser: { name: 'Example organiser', url: '' },
  };
  await api.call('POST system/update_settings', { footer });
  const { page, problems } = await stage.visitAs('expert', { lang: 'en' });
  await page.goto('/documents');
  const place = page.locator('footer');
  await place.getByText('Example organiser').waitFor();
  expect(await place.innerText()).toBe('Sponsor Example sponsor\nOrganiser Example organiser');
  const links = place.getByRole('link');
  expect(await links.count()).toBe(1);
  expect(await links.getAttribute('href')).toBe('https://sponsor.example/');
  expect(problems).toEqual([]);
});

test("the profile menu shows the person's name and opens the own profile", async () => {
  for (const [role, name] of [
    ['admin', 'administrator'],
    ['expert', (await stage.person('expert').then(({ api }) => api.call('GET user', {}))).profile.name],
  ] as const) {
    const { page } = await stage.visitAs(role, { lang: 'en' });
    await page.goto('/documents');
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('menu').waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual([
      'User info',
      'Change password',
      'Offline copies',
      'Keyboard shortcuts',
      ...(role === 'admin' ? ['System administration'] : []),
      'Log out',
    ]);
    await page.getByRole('menuitem', { name: 'User info' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/profile');
  }
});

test('an open menu follows its button when the window is resized', async () => {
  const { page, problems } = await stage.visitAs('admin', { lang: 'en', width: 1440 });
  await page.goto('/documents');
  await page.getByRole('button', { name: 'administrator', exact: true }).click();
  const menu = page.getByRole('menu');
  await menu.waitFor();
  await page.setViewportSize({ width: 700, height: 700 });
  const end = async () => {
    const box = await menu.boundingBox();
    return box ? box.x + box.width : 0;
  };
  await expect.poll(end).toBeLessThanOrEqual(700);
  expect(problems).toEqual([]);
});

test('the bell has its place from the start: its button comes where its picture stood', async () => {
  const { page } = await stage.visitAs('county_manager', { lang: 'en' });
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/assets/Bell-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/documents');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Before the one of the profile menu.
  const picture = page.locator('header svg').nth(-2);
  const before = await picture.boundingBox();
  release();
  await page.locator('header [aria-haspopup=dialog]').waitFor();
  expect(before).not.toBeNull();
  expect(await picture.boundingBox()).toEqual(before);
});

test('the switch to the recycle bin is as high as the field beside it', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/supervisors');
  const boxes = [page.getByRole('button', { name: 'Recycle bin' }), page.getByRole('searchbox')].map((one) =>
    one.locator('xpath=ancestor-or-self::*[self::button or contains(@class, "MuiInputBase-root")][1]').boundingBox(),
  );
  const [button, field] = await Promise.all(boxes);
  expect(button?.height).toBe(field?.height);
  expect(button?.y).toBe(field?.y);
});

test('the content is at most 1200 pixels wide; the printed conclusion is outside the layout', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en', width: 1920 });
  await page.goto('/stations');
  await page.locator('tbody a').first().waitFor();
  const box = await page.locator('main').boundingBox();
  expect(box?.width).toBe(1200);
  await page.goto('/assessments/some-id/print-conclusion');
  await page.getByRole('main').getByRole('alert').waitFor();
  expect(await page.locator('header, nav, footer').count()).toBe(0);
});

test.for([
  ['/experts', ['Experts'], 'page'],
  ['/experts/', ['Experts'], 'page'],
  ['/profile', [], 'page'],
  ['/assessments/', ['Standardisation assessments'], 'page'],
  ['/assessments/some-id/admin', ['Standardisation assessments'], 'true'],
  ['/assessments/some-id/admin/', ['Standardisation assessments'], 'true'],
] as const)('%s: the tab that it belongs to is marked', async ([path, tabs, how]) => {
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto(path);
  await page.locator('main > *').first().waitFor();
  const marked = page.getByRole('navigation', { name: web.header.menu }).locator('[aria-current]');
  await expect.poll(() => marked.allTextContents()).toEqual(tabs);
  for (const tab of await marked.all()) expect(await tab.getAttribute('aria-current')).toBe(how);
});

test('on a phone the current entry of the menu and of the list is in view', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en', width: 380 });
  await page.goto('/assessments?tab=all');
  await page.locator('tbody a').first().waitFor();
  for (const current of await page.locator('nav [aria-current]').all()) {
    const { x = -1, width = 0 } = (await current.boundingBox()) ?? {};
    expect([x >= 0, x + width <= 380]).toEqual([true, true]);
  }
});

test.each(['admin', 'province_manager'] as const)(
  '%s: on the home page of a phone the list of assessments is in sight in the menu',
  async (role) => {
    const { page } = await stage.visitAs(role, { lang: 'zh', width: 380 });
    await page.goto('/');
    const entry = page.getByRole('navigation', { name: zhWeb.header.menu }).getByText(zh.menu.assessments);
    await entry.waitFor();
    const { x = 380, width = 0 } = (await entry.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(380);
  },
);

test.each([
  ['zh', 1440, zh.title, 30],
  ['zh', 1200, zh.shortTitle, 30],
  ['en', 1440, en.title, 36],
  ['en', 1200, en.shortTitle, 30],
] as const)(
  'in %s at %i px the header has the system title, which leaves it its height',
  async (lang, width, title, most) => {
    const { page } = await stage.visitAs('expert', { lang, width });
    await page.goto('/documents');
    const link = page.getByRole('banner').getByRole('link').first();
    const shown = link.getByText(title, { exact: true });
    await shown.waitFor();
    expect(await link.innerText()).toBe(title);
    expect((await shown.boundingBox())?.height).toBeLessThan(most);
  },
);
