import { databaseFile } from '@shp/server/store/db/types';
import { stageOf } from '@shp/server/store/repositories/assessments';
import { USER_ROLES, type UserRole } from '@shp/shared/domain/accounts/roles';
import { DAY } from '@shp/shared/domain/lib/days';
import { menuOf } from '@shp/shared/domain/menu';
import { ROUTES } from '@shp/shared/domain/routes';
import { DEFAULT_SETTINGS } from '@shp/shared/domain/settings';
import { common } from '@shp/shared/text/en/common';
import { find } from '@shp/shared/text/en/hints';
import Sqlite from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEYS } from '../../web/src/core/keys.ts';
import { newRegion } from '../support/region.ts';
import { openStage, type Stage } from './harness.ts';
import { addressOf, ready } from './screens.ts';

let stage: Stage;
let overdueStage: Stage | undefined;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
  await overdueStage?.close();
});

const box = (page: Page) => page.getByRole('combobox', { name: find.placeholder });
const options = (page: Page) => page.getByRole('option');
const marked = (page: Page) => page.locator('[role=option][aria-selected=true]');

/** Types into the open box and waits for the results of exactly this text. */
async function type(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await expect.poll(() => page.getByRole('dialog').getByRole('status').innerText()).not.toBe('');
}

/** Ids of the stations, assessments and accounts among the results. */
async function found(page: Page): Promise<string[]> {
  return (await options(page).allInnerTexts()).map((text) => text.replaceAll('\n', ' '));
}

/** A station of the role's scope and one outside it; undefined where the role has none. */
async function names(role: UserRole): Promise<{ own: string | undefined; foreign: string | undefined }> {
  const admin = await stage.person('admin');
  const all = await everyStation(admin.api);
  const { api } = await stage.person(role);
  const own =
    role === 'ministry_manager'
      ? []
      : role === 'supervisor'
        ? (await api.call('GET supervise/stations', { linked: true, size: 200 })).items.map(
            ({ profile }) => profile.name,
          )
        : role === 'station'
          ? [(await api.call('GET user', {})).profile.name]
          : role === 'expert'
            ? (await api.call('GET assessment/query', { size: 200 })).items.map(({ station }) => station.name)
            : await everyStation(api);
  return { own: own[0], foreign: all.find((name) => !own.some((one) => one.includes(name) || name.includes(one))) };
}

/** Every page with a header that the unit of the province can open. */
const ANYWHERE = ROUTES.filter(
  ({ path, roles }) =>
    (roles === null || roles.some((role) => role === 'province_manager')) && !path.endsWith('print-conclusion'),
).map(({ path }) => path);

type Api = Awaited<ReturnType<Stage['person']>>['api'];
async function everyStation(api: Api): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; ; page++) {
    const { items, total } = await api.call('GET user/stations', { page, size: 200 });
    names.push(...items.map(({ profile }) => profile.name));
    if (names.length >= total || items.length === 0) return names;
  }
}

for (const role of USER_ROLES) {
  test(`${role}: the box finds the pages of the menu and what is in the role's scope, by keys alone`, async () => {
    const { page, problems } = await stage.visitAs(role, { lang: 'en' });
    await page.goto('/documents');
    await ready(page);
    await page.keyboard.press('/');
    await box(page).waitFor();
    const menu = menuOf(role).map(({ key }) => common.menu[key]);
    expect(await page.getByRole('group', { name: find.screens }).getByRole('option').allInnerTexts()).toEqual(menu);

    const { own, foreign } = await names(role);
    if (foreign !== undefined) {
      await type(page, foreign);
      expect((await found(page)).filter((text) => text.includes(foreign))).toEqual([]);
    }
    if (own !== undefined) {
      await type(page, own);
      expect((await found(page))[0]).toContain(own);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname !== '/documents');
      await page.getByText(own).first().waitFor();
    } else {
      await type(page, 'home');
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => url.pathname === '/');
    }
    await page.getByRole('combobox', { name: find.placeholder }).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });
}

test.each(ANYWHERE)(
  '%s: two keys and the name open a station, even if Enter comes before the results',
  async (route) => {
    const { page, person } = await stage.visitAs('province_manager', { lang: 'en' });
    const [name = ''] = await everyStation(person.api);
    await page.goto(await addressOf(stage, { name: route, role: 'province_manager', route }));
    await ready(page);
    await page.keyboard.press('/');
    await box(page).waitFor();
    await page.keyboard.insertText(name);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/stations\?show=/);
    await page.getByRole('dialog', { name }).waitFor();
  },
);

test('an assessment is found by its number, an expert by name', async () => {
  const { page, person } = await stage.visitAs('city_manager', { lang: 'en' });
  const [assessment] = (await person.api.call('GET assessment/query', { size: 1 })).items;
  const [expert] = (await person.api.call('GET user/experts', { size: 1 })).items;
  if (!assessment || !expert) throw new Error('the demo has no assessment or no expert');
  await page.goto('/');
  await ready(page);
  await page.keyboard.press('Control+k');
  await type(page, assessment.number);
  expect(await found(page)).toEqual([expect.stringContaining(assessment.number)]);
  await type(page, expert.profile.name);
  await page.getByRole('group', { name: common.menu.experts }).getByText(expert.profile.name).first().waitFor();
});

test('a full group leads to its list with the search; a page whose name begins with what is typed comes first', async () => {
  const { page, person, problems } = await stage.visitAs('admin', { lang: 'en' });
  const { total } = await person.api.call('GET user/stations', { filter: 'station', size: 1 });
  await page.goto('/');
  await ready(page);
  await page.keyboard.press('/');
  await type(page, 'station');
  const all = page.getByRole('option', { name: find.viewAll(String(total)) });
  await all.waitFor();
  const shown = (await options(page).count()) - (await page.getByRole('option', { name: /^View all/ }).count());
  expect(await page.getByRole('dialog').getByRole('status').innerText()).toBe(find.results(shown));
  expect((await found(page))[0]).toBe(common.menu.stations);
  const accounts = (await found(page)).flatMap((text) => /\bstation\d{4}\b/.exec(text)?.[0] ?? []);
  expect(accounts).toEqual(['0001', '0002', '0003', '0004', '0005', '0006'].map((number) => `station${number}`));
  await all.click();
  await page.waitForURL(/\/stations\?search=station$/);
  await page.getByText(`of ${total}`).waitFor();
  expect(problems).toEqual([]);
});

test('arrows move the mark that the screen reader hears, Ctrl+Enter opens a tab, Esc gives the focus back', async () => {
  const { page, context } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/stations');
  await ready(page);
  const button = page.getByRole('button', { name: 'Find' });
  await button.focus();
  await page.keyboard.press('Enter');
  await box(page).waitFor();
  const active = () => box(page).getAttribute('aria-activedescendant');
  const first = await active();
  await page.keyboard.press('ArrowDown');
  const second = await active();
  expect(second).not.toBe(first);
  expect(await marked(page).getAttribute('id')).toBe(second);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  expect(await marked(page).innerText()).toBe('Log out');
  await box(page).fill(common.menu.documents);
  const opened = context.waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  expect(new URL((await opened).url()).pathname).toBe('/documents');
  expect(new URL(page.url()).pathname).toBe('/stations');
  await button.click();
  await box(page).waitFor();
  await page.keyboard.press('Escape');
  await box(page).waitFor({ state: 'detached' });
  await expect.poll(() => button.evaluate((node) => node === document.activeElement)).toBe(true);
});

test('the box presses the buttons of the page in view, opens saved views, and has what works everywhere', async () => {
  const { page, problems } = await stage.visitAs('province_manager', { lang: 'en' });
  const choose = async (text: string, group: string, name: string | RegExp) => {
    await page.keyboard.press('Control+k');
    await type(page, text);
    await page.getByRole('group', { name: group }).getByRole('option', { name }).waitFor();
    expect(await marked(page).innerText()).toMatch(name);
    await page.keyboard.press('Enter');
    await box(page).waitFor({ state: 'detached' });
  };
  await page.goto('/assessments?level=2');
  await ready(page);
  // What the page does not show now is no command.
  await page.keyboard.press('Control+k');
  await box(page).fill('assign');
  expect(await page.getByRole('group', { name: find.page }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.locator('tbody tr').filter({ hasText: 'First review passed' }).first().getByRole('checkbox').check();
  await page.getByRole('button', { name: /^Assign / }).waitFor();
  await choose('assign', find.page, /^Assign /);
  await page.getByRole('dialog', { name: /assign/i }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await choose('views', find.page, 'Views');
  await page.getByRole('textbox', { name: 'Name of this view' }).fill('Second level');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.goto('/documents');
  await ready(page);
  await choose('second', find.views, /^Second level/);
  await page.waitForURL((url) => url.pathname === '/assessments' && url.searchParams.get('level') === '2');

  await choose('dark', find.commands, 'Switch to the dark theme');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shp.theme'))).toBe('dark');
  await choose('keyboard', find.commands, /\?$/);
  await page.getByRole('dialog', { name: find.keys.title }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await choose('log out', find.commands, 'Log out');
  await page.waitForURL((url) => url.pathname === '/login');
  await page.getByRole('textbox', { name: 'Account' }).waitFor();
  await ready(page);
  expect(problems).toEqual([]);
});

test('a search that is no longer wanted is aborted', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/documents');
  await ready(page);
  const aborted: string[] = [];
  page.on('requestfailed', (request) => aborted.push(new URL(request.url()).searchParams.get('filter') ?? ''));
  // The first search never gets an answer.
  await page.route(/user\/stations\?filter=first/, () => undefined);
  await page.keyboard.press('/');
  await box(page).fill('first');
  await page.waitForRequest(/user\/stations\?filter=first/);
  await type(page, 'second');
  await expect.poll(() => aborted).toContain('first');
});

test('keys in a field and over a dialog type or do nothing', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/stations');
  await ready(page);
  const field = page.getByRole('search').getByRole('searchbox').first();
  await field.focus();
  await page.keyboard.type('/?');
  expect(await field.inputValue()).toBe('/?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.goto('/stations?add');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Control+k');
  expect(await box(page).count()).toBe(0);
});

test('the sheet of keys shows the rows of the table for the page', async () => {
  const { page, person } = await stage.visitAs('expert', { lang: 'en' });
  const [review] = (await person.api.call('GET assessment/query', { status: ['reviewing'], size: 1 })).items;
  const rows = (places: readonly (keyof typeof KEYS)[]) =>
    places.flatMap((place) => Object.values<string>(find.keys.does[place]));
  for (const [path, places] of [
    ['/documents', ['everywhere', 'find']],
    [`/assessments/${review?.id}/expert`, ['scores', 'review', 'files', 'everywhere', 'find']],
  ] as const) {
    await page.goto(path);
    await ready(page);
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: find.keys.title });
    await sheet.waitFor();
    expect(await sheet.locator('dt').allInnerTexts()).toEqual(rows(places));
    const shown = (await sheet.locator('dd').allInnerTexts()).map((text) => text.replace(/\s+or\s+/g, '|'));
    const { names } = find.keys;
    const combinations = places.flatMap((place) => Object.values<readonly string[]>(KEYS[place]));
    expect(shown).toEqual(
      combinations.map((all) =>
        all
          .map((one) =>
            one
              .split('+')
              .map((key) => names[key] ?? key)
              .join('+'),
          )
          .join('|'),
      ),
    );
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
  }
});

/** A server on which an assessment that waits for the city became overdue two days ago, whatever day it is. */
async function withOverdue(): Promise<Stage> {
  const data = await newRegion({ stations: 60, assessments: 90 }, false);
  const since = new Date(Date.now() - (DEFAULT_SETTINGS.stageDays.first_passed + 2) * DAY).toISOString();
  const sqlite = new Sqlite(databaseFile(data));
  const { changes } = sqlite
    .prepare(
      `update assessments set status = 'first_passed', stage = ?, status_since = ? where id =
       (select max(id) from assessments where division like '4503%' and level = 3)`,
    )
    .run(stageOf('first_passed'), since);
  sqlite.close();
  expect(changes).toBe(1);
  return openStage(['--no-captcha'], undefined, data);
}

test('the bell: what is overdue leads to the list with as many rows, a notice to its page; read ones lose their mark; by keyboard', async () => {
  overdueStage = await withOverdue();
  const { page, person, problems } = await overdueStage.visitAs('city_manager', { lang: 'en', width: 380 });
  const unread = async () => (await person.api.call('GET notice/query', { unread: true, size: 200 })).items;
  const before = await unread();
  const overdue = before.filter(({ kind }) => kind === 'overdue');
  expect([overdue.length, before.length > overdue.length]).toEqual([1, true]);
  const bell = page.getByRole('button', { name: `${before.length} unread notices` });
  const panel = page.getByRole('dialog', { name: 'Notices' });
  await page.goto('/documents');
  await bell.focus();
  await page.keyboard.press('Enter');
  await panel.getByRole('listitem').first().waitFor();
  // On a phone it is as wide as the window.
  await expect.poll(() => panel.evaluate((one) => one.getBoundingClientRect().width)).toBe(380);
  await page.keyboard.press('ArrowDown');
  const { total } = await person.api.call('GET assessment/query', { overdue: true, size: 1 });
  expect(await page.locator(':focus').innerText()).toBe(`${total} applications overdue`);
  await page.keyboard.press('ArrowDown');
  const station = before[0]?.station ?? '';
  expect((await page.locator(':focus').innerText()).split('\n')[0]).toBe(station);
  expect(await panel.getByRole('img', { name: 'Unread' }).count()).toBe(before.length);
  await panel.getByRole('heading', { name: `Other notices ${before.length - 1} unread` }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: station }).waitFor();
  await expect.poll(async () => (await unread()).length).toBe(before.length - 1);

  await page.getByRole('button', { name: `${before.length - 1} unread notices` }).press('Enter');
  await panel.getByRole('button', { name: 'Mark all as read' }).press('Enter');
  await expect.poll(() => panel.getByRole('img', { name: 'Unread' }).count()).toBe(0);
  expect(await unread()).toEqual([]);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Notices');
  expect(problems).toEqual([]);
});
