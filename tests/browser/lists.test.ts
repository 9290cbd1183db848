import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '../support/accounts.ts';
import { carry, openStage, rowCount, type Stage } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const rows = (page: Page) => page.locator('tbody tr');
const cells = async (page: Page, column: number) => page.locator(`tbody tr td:nth-child(${column})`).allTextContents();
/** The heading of a row names the station, and the number beneath. */
const ofNumber = ({ number }: { number: string }) => expect.stringContaining(number);
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const search = (page: Page) => decodeURIComponent(new URL(page.url()).search);

test('filters, sorting and page size are kept in the URL and survive a reload', async () => {
  const { page, person, problems } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/stations');
  await rows(page).first().waitFor();

  await page.getByLabel('City', { exact: true }).selectOption({ label: '桂林市' });
  await page.getByLabel('County').selectOption({ label: '兴安县' });
  await expect.poll(() => search(page)).toBe('?city=450300&county=450325');
  await page.getByRole('columnheader', { name: 'Capacity, kW' }).getByRole('button').click();
  await expect.poll(() => param(page, 'sort')).toBe('capacity');
  await page.getByLabel('Rows per page').selectOption('10');
  await expect.poll(() => param(page, 'perPage')).toBe('10');

  const expected = await person.api.call('GET user/stations', {
    city: '450300',
    county: '450325',
    sortBy: 'capacity',
    desc: true,
    size: 10,
  });
  const names = expected.items.map(({ profile }) => profile.name);
  await expect.poll(() => cells(page, 2)).toEqual(names);

  await page.reload();
  await expect.poll(() => cells(page, 2)).toEqual(names);
  await expect.poll(() => page.getByLabel('County').inputValue()).toBe('450325');
  const header = page.getByRole('columnheader', { name: 'Capacity, kW' });
  expect(await header.getAttribute('aria-sort')).toBe('descending');

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => search(page)).toBe('?sort=capacity&order=desc&perPage=10');
  await page.goBack();
  await expect.poll(() => cells(page, 2)).toEqual(names);
  expect(problems).toEqual([]);
});

test('the search field filters when typing pauses', async () => {
  const { page, person } = await stage.visitAs('city_manager', { lang: 'en' });
  const { items } = await person.api.call('GET user/stations', { size: 1 });
  const account = items[0]?.account ?? '';
  await page.goto('/stations');
  await rows(page).first().waitFor();
  await page.getByLabel('Name or account').pressSequentially(account);
  await expect.poll(() => cells(page, 3)).toEqual([account]);
  expect(search(page)).toBe(`?search=${account}`);
});

test('text typed while the URL updates is kept', async () => {
  const { page, problems } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/stations');
  await rows(page).first().waitFor();
  const input = page.getByLabel('Name or account');
  // Types the next character at the moment when the previous one reaches the URL.
  await input.evaluate((element: HTMLInputElement) => {
    const push = history.pushState.bind(history);
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    let left = 'tation';
    history.pushState = (...given) => {
      push(...given);
      set?.call(element, element.value + left.slice(0, 1));
      left = left.slice(1);
      element.dispatchEvent(new Event('input', { bubbles: true }));
    };
  });
  await input.pressSequentially('s');
  await expect.poll(() => search(page)).toBe('?search=station');
  expect(await input.inputValue()).toBe('station');
  // A change from elsewhere must still update the input.
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => input.inputValue()).toBe('');
  expect(problems).toEqual([]);
});

test('the buttons below the list change the page', async () => {
  const { page, person } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/managers?perPage=20');
  const of = async (number: number) =>
    (await person.api.call('GET user/managers', { page: number, sortBy: 'division', desc: false })).items.map(
      ({ account }) => account,
    );
  await expect.poll(() => cells(page, 3)).toEqual(await of(1));
  // The order shows in the heading.
  await page.locator('th[aria-sort=ascending]').filter({ hasText: 'Division' }).waitFor();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => cells(page, 3)).toEqual(await of(2));
  await page.getByRole('button', { name: 'First page' }).click();
  await expect.poll(() => cells(page, 3)).toEqual(await of(1));
  expect(await page.getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true);
});

test.for([
  ['en', 'Ignored in the URL: status=no; colour=red'],
  ['zh', '网址中有无法识别的内容，已忽略：status=no；colour=red'],
] as const)(
  '%s: an invalid part of the URL is ignored with a notice until the filter changes',
  async ([lang, told]) => {
    const { page, person, problems } = await stage.visitAs('admin', { lang });
    await page.goto('/assessments?status=no&status=passed&colour=red');
    await page.getByText(told).waitFor();
    const passed = await person.api.call('GET assessment/query', {
      status: ['passed'],
      sortby: 'createdAt',
      desc: true,
    });
    await expect.poll(() => cells(page, 2)).toEqual(passed.items.map(ofNumber));
    await page.getByRole('search').getByRole('searchbox').fill('x');
    await expect.poll(() => search(page)).toBe('?search=x&status=passed');
    await page.getByText(told).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  },
);

test('an old URL with a JSON filter opens and is rewritten to the readable form', async () => {
  const { page, problems } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/assessments?filter={"status":"passed"}&order=ASC&page=1&perPage=10&sort=number');
  await expect
    .poll(async () => new Set(await page.locator('tbody td.status .chip').allTextContents()))
    .toEqual(new Set(['Passed']));
  await page.getByLabel('Rows per page').selectOption('50');
  await expect.poll(() => search(page)).toBe('?status=passed&sort=number&order=asc&perPage=50');
  expect(problems).toEqual([]);
});

/** URL endings that a user may have cut, mistyped or invented. */
const GARBAGE = [
  '?filter={"status":"reviewed"}',
  '?filter={',
  '?filter=7&page=-1&perPage=x&sort=[]&order={}',
  '?filter={"status":{"a":1},"level":"2","city":[],"from":5,"waiting":"yes"}',
  '?displayedFilters=}{&=&&&?',
  '?%E0%A4%A=%',
  '?edit=nobody&show=<script>&add&links=x&import',
  '?page=999999999&perPage=200&sort=expertScore&order=DESC',
  '?tab=nonsense&chapter=99&differ=%00&spread#score/9.9.9',
  '#file/%E0%A4%A',
];

test.for(['/', '/managers', '/experts', '/stations', '/supervisors', '/assessments', '/documents', '/profile'])(
  '%s opens with any query string',
  async (path) => {
    const { page, problems } = await stage.visitAs('admin', { lang: 'en' });
    for (const end of GARBAGE) {
      await page.goto(`${path}${end}`);
      await page.locator('h1').waitFor();
      await expect.poll(() => page.locator('main [aria-busy=true], main [role=progressbar]').count()).toBe(0);
      expect([end, await page.getByText('The page could not be shown').count()]).toEqual([end, 0]);
    }
    expect(problems).toEqual([]);
  },
);

test('the choice of columns is stored in the browser', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/stations');
  await rows(page).first().waitFor();
  const headings = () => page.locator('thead th').allInnerTexts();
  expect(await headings()).not.toContain('River');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'River' }).check();
  await page.getByRole('checkbox', { name: 'Phone' }).uncheck();
  await page.reload();
  await rows(page).first().waitFor();
  const shown = await headings();
  expect(shown).toContain('River');
  expect(shown).not.toContain('Phone');
  // By keyboard: the list's own columns again; Escape closes and gives the focus back.
  const button = page.getByRole('button', { name: 'Columns' });
  const above = await button.boundingBox();
  await button.press('Enter');
  const choice = page.getByRole('dialog', { name: 'Columns' });
  expect(await choice.getByRole('checkbox', { name: 'Name' }).isDisabled()).toBe(true);
  // A long choice takes the height of the window beneath its button; it grows into its place.
  const height = page.viewportSize()?.height ?? 0;
  const foot = async () => {
    const panel = await choice.boundingBox();
    return panel && above && panel.y >= above.y + above.height ? height - panel.y - panel.height : Number.NaN;
  };
  await expect.poll(async () => Math.abs((await foot()) - 20)).toBeLessThanOrEqual(20);
  await choice.getByRole('button', { name: 'Reset' }).press('Enter');
  await page.keyboard.press('Escape');
  await choice.waitFor({ state: 'detached' });
  expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await headings()).toEqual(expect.arrayContaining(['Phone']));
  expect(await headings()).not.toContain('River');
});

test('the export has all pages of the filtered rows', async () => {
  const { page, person } = await stage.visitAs('admin', { lang: 'en' });
  const { total } = await person.api.call('GET user/stations', { city: '450100' });
  await page.goto(`/stations?${new URLSearchParams({ filter: JSON.stringify({ city: '450100' }), perPage: '10' })}`);
  await rows(page).first().waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFAccount,/);
  expect(lines.slice(1).filter((line) => line !== '').length).toBe(total);
});

test('the assessment list filters to-dos, statuses and levels, and each row opens its page', async () => {
  const { page, person, problems } = await stage.visitAs('province_manager', { lang: 'en' });
  await page.goto('/assessments');
  const waiting = await person.api.call('GET assessment/query', { waiting: true, sortby: 'statusSince' });
  await expect.poll(() => cells(page, 2)).toEqual(waiting.items.map(ofNumber));
  await page.getByRole('link', { name: /^All/ }).click();
  await expect.poll(() => search(page)).toBe('?tab=all');

  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Passed', exact: true }).click();
  await page.getByRole('option', { name: 'Revoked' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => search(page)).toBe('?status=passed&status=revoked');
  await page.reload();
  const closed = await person.api.call('GET assessment/query', {
    status: ['passed', 'revoked'],
    sortby: 'createdAt',
    desc: true,
  });
  await expect.poll(() => cells(page, 2)).toEqual(closed.items.map(ofNumber));

  const [first] = closed.items;
  await rows(page).first().getByRole('link').click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/assessments/${first?.id}/final_manager`);
  expect(problems).toEqual([]);
});

test('a station applies at an open level; with an open application it is told so', async () => {
  const admin = await stage.person('admin');
  const { items } = await admin.api.call('GET user/stations', { size: 200 });
  const { items: open } = await admin.api.call('GET assessment/query', {
    size: 200,
    status: ['draft', 'submitted', 'returned', 'first_passed', 'reviewing', 'reviewed'],
  });
  const free = items.find(({ id }) => !open.some(({ station }) => station.id === id));
  const { page, context } = await stage.visit({ lang: 'en' });
  await carry(context, await logIn(stage.url, free?.account ?? '', DEMO_PASSWORD));

  await page.goto('/assessments?add');
  await page.getByRole('radio', { name: 'Level 2' }).check();
  expect(await page.getByRole('radio', { name: 'Level 1' }).count()).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Start the application' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/assessments\/[^/]+\/station$/);
  const made = new URL(page.url()).pathname;

  await page.goto('/assessments');
  const goOn = page.getByRole('link', { name: 'Continue the application' });
  expect(await goOn.getAttribute('href')).toBe(made);
  expect(await page.getByRole('link', { name: 'Apply for an assessment' }).count()).toBe(0);
  await page.goto('/assessments?add');
  await page.getByRole('radio', { name: 'Level 3' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Start the application' }).click();
  await page.getByText(/^You already have an open assessment: GXXSD-/).waitFor();
});

test('a home card opens the list with its total: of the region, or of the own part beside it', async () => {
  const cards = [
    ['station', 'Stations entered in the system'],
    ['report', 'Number of review applications'],
    ['onProgress', 'In review'],
    ['level2', 'Level-2 stations'],
    ['level3', 'Level-3 stations'],
  ] as const;
  const cardOf = (page: Page, name: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  for (const [role, link] of [
    ['admin', ''],
    ['province_manager', ''],
    ['city_manager', ' in your division'],
    ['county_manager', ' in your division'],
    ['supervisor', ' linked'],
  ] as const) {
    const { page, person } = await stage.visitAs(role, { lang: 'en' });
    const region = await person.api.call('GET basic/status', {});
    const own = await person.api.call('GET basic/status', { scoped: true });
    for (const [key, name] of cards) {
      await page.goto('/');
      const card = cardOf(page, name);
      await expect.poll(() => card.textContent()).toContain(region[key].toLocaleString('en'));
      const links = card.getByRole('link', { name: `${own[key].toLocaleString('en')}${link}` });
      await links.click();
      if (own[key] > 0) await rowCount(page, own[key]).waitFor();
      else
        await page
          .getByText(/^(?:No|Nothing)/)
          .first()
          .waitFor();
    }
  }
  for (const role of ['expert', 'station', 'ministry_manager'] as const) {
    const { page } = await stage.visitAs(role, { lang: 'en' });
    await page.goto('/');
    for (const [, name] of cards) {
      await expect.poll(() => cardOf(page, name).textContent()).toMatch(/\d$/);
      expect([role, name, await cardOf(page, name).getByRole('link').count()]).toEqual([role, name, 0]);
    }
  }
});

test('the first click on a score or date sorts descending, on a name ascending; empty values sort last', async () => {
  const { page, person } = await stage.visitAs('admin', { lang: 'en' });
  const heading = (name: string) => page.getByRole('columnheader', { name }).getByRole('button');
  await page.goto('/assessments?status=draft&status=submitted&status=passed&perPage=200');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Valid until' }).check();
  await page.keyboard.press('Escape');
  for (const [name, field, order] of [
    ['Self score', 'stationScore', 'desc'],
    ['Valid until', 'validUntil', 'desc'],
    ['Submitted', 'submittedAt', 'desc'],
    ['Station', 'station', 'asc'],
  ] as const) {
    for (const shown of [order, order === 'desc' ? 'asc' : 'desc']) {
      await heading(name).click();
      await expect.poll(() => search(page)).toContain(`sort=${field}&order=${shown}`);
      const { items } = await person.api.call('GET assessment/query', {
        status: ['draft', 'submitted', 'passed'],
        sortby: field,
        desc: shown === 'desc',
        size: 200,
      });
      await expect.poll(() => cells(page, 2)).toEqual(items.map(ofNumber));
      if (field === 'station') continue;
      expect([items[0]?.[field], items.at(-1)?.[field]]).toEqual([expect.anything(), null]);
    }
  }
});

test('an expert takes at most three lines at 1200 pixels in English, and the specialties are whole', async () => {
  const { page } = await stage.visitAs('province_manager', { lang: 'en', width: 1200 });
  await page.goto('/experts');
  await page.locator('tbody a').first().waitFor();
  const heights = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
  expect(Math.max(...heights)).toBeLessThan(76);
  const cut = await page
    .locator('tbody span[title*=","]')
    .evaluateAll((cells) =>
      cells.filter((one) => one.scrollHeight > one.clientHeight + 1).map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
  const table = page.getByRole('region', { name: /^Experts/ });
  expect(await table.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
});

test('on a phone no line of a row ends with the mark between number and division', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'zh', width: 380 });
  await page.goto('/assessments?tab=all&city=450300&level=3');
  await page
    .locator('tbody')
    .getByRole('button', { name: /更多操作|⋯/ })
    .first()
    .waitFor();
  const marks = await page
    .locator('tbody td')
    .getByText(/^· /)
    .evaluateAll((parts) =>
      parts.map((part) => {
        const text = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        const whole = document.createRange();
        const topOf = (node: Node | null) => {
          whole.selectNodeContents(node ?? part);
          return Math.round(whole.getClientRects()[0]?.top ?? -1);
        };
        return { mark: topOf(text.nextNode()), division: topOf(text.nextNode()) };
      }),
    );
  expect(marks.length).toBeGreaterThan(10);
  for (const { mark, division } of marks) expect(mark).toBe(division);
});

test('stations are filtered by rating and show it', async () => {
  const { page, person } = await stage.visitAs('city_manager', { lang: 'en' });
  const { level3 } = await person.api.call('GET basic/status', { scoped: true });
  await page.goto('/stations');
  await page.getByLabel('Rating', { exact: true }).selectOption({ label: 'Level 3' });
  await expect.poll(() => search(page)).toBe('?rated=3');
  await rowCount(page, level3).waitFor();
  await page.getByLabel('Rating ends', { exact: true }).selectOption({ label: 'within 180 days' });
  await expect.poll(() => search(page)).toBe('?rated=3&expiring=180');
  const { total } = await person.api.call('GET user/stations', { rated: '3', expiring: 180 });
  await expect.poll(() => page.locator('tbody tr').count()).toBe(Math.min(total, 20));
  await page.goto('/stations?rated=3&expiring=77');
  await expect.poll(() => page.getByLabel('Rating ends', { exact: true }).inputValue()).toBe('77');
  const ending = await person.api.call('GET user/stations', { rated: '3', expiring: 77 });
  expect(ending.total).toBeGreaterThan(0);
  const marked = page.locator('tbody tr').filter({ hasText: 'Level 3' }).filter({ hasText: 'Expiring' });
  await expect.poll(() => marked.count()).toBe(ending.total);
});

test('the station tour shows tiles of 200 by 200 pixels', async () => {
  const { page } = await stage.visitAs('expert', { lang: 'en' });
  await page.goto('/');
  const tile = page.getByRole('region', { name: 'Station tour' }).getByRole('link').first();
  await tile.focus();
  expect(await tile.boundingBox()).toMatchObject({ width: 200, height: 200 });
  expect(await tile.getAttribute('target')).toBe('_blank');
  // The row ends where the page does.
  const [row, heading] = await Promise.all(
    [tile.locator('xpath=ancestor::ul'), page.getByRole('heading', { level: 1 })].map((one) => one.boundingBox()),
  );
  const end = (box?: { x: number; width: number } | null) => (box ? box.x + box.width : Number.NaN);
  expect(row?.x).toBe(heading?.x);
  expect(end(row)).toBeLessThanOrEqual(end(heading));
});

test('a text replaces the station tour if there is none or it fails to load', async () => {
  const { page } = await stage.visitAs('expert', { lang: 'en' });
  const list = join(stage.server.data, 'pano.json');
  const kept = await readFile(list);
  try {
    await writeFile(list, '[]');
    await page.goto('/');
    await page.getByText('There is no station tour yet.').waitFor();
    await writeFile(list, 'no list at all');
    await page.reload();
    await page.getByText('The station tour is not available at the moment.').waitFor();
  } finally {
    await writeFile(list, kept);
  }
});
