import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calls } from '@shp/shared/api/index';
import { SIZE_DEFAULT } from '@shp/shared/domain/lib/lists';
import { administration } from '@shp/shared/text/en/administration';
import Sqlite from 'better-sqlite3';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults, openStage, type Stage, sidewaysScroll } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const rows = (page: Page) => page.locator('tbody tr');
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

test('only an administrator sees the administration tabs, also by URL', async () => {
  const { page, problems } = await stage.visitAs('province_manager', { lang: 'en' });
  await page.goto('/profile?tab=audit');
  await page.getByRole('tab', { name: 'My data', selected: true }).waitFor();
  expect(await page.getByRole('tab').allTextContents()).toEqual([
    'My data',
    'Notices',
    'Sessions',
    'Second factors',
    'Access tokens',
    'Language and theme',
  ]);
  expect(problems).toEqual([]);
});

test("an administrator's own things and the system's are apart, each from its entry of the menu", async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/documents');
  await page.getByRole('button', { name: 'administrator' }).click();
  await page.getByRole('menuitem', { name: 'System administration' }).click();
  await page.getByRole('heading', { level: 1, name: 'System administration' }).waitFor();
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Settings', 'Audit', 'Standard']);
  await page.getByRole('button', { name: 'administrator' }).click();
  await page.getByRole('menuitem', { name: 'User info' }).click();
  await page.getByRole('tab', { name: 'My data', selected: true }).waitFor();
  expect(await page.getByRole('tab').count()).toBe(6);
});

test('every setting is shown; saving sends only the changed ones', async () => {
  const { page, person, problems } = await stage.visitAs('admin', { lang: 'en' });
  const before = await person.api.call('GET system/settings', {});
  await page.goto('/profile?tab=settings');
  const field = (label: string) => page.getByLabel(label);
  await field('Rating valid for (years)').fill('4');
  // Returning to the window reloads the settings; the typed values must stay.
  const again = page.waitForResponse('**/api/system/settings');
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await (await again).finished();
  await page.getByRole('checkbox', { name: 'Level 1' }).check();
  await field('Level 2: score at least (%)').fill('82.5');
  await page.getByText('Before: 80', { exact: true }).waitFor();
  await page.getByText('Before: Level 2, Level 3', { exact: true }).waitFor();
  await field('Organiser: name').fill('Organiser (example)');
  await page.getByRole('button', { name: 'Save' }).click();
  const asked = page.getByRole('dialog', { name: 'Save these settings?' });
  await asked.waitFor();
  expect((await asked.getByRole('listitem').allTextContents()).sort()).toEqual([
    'Level 2: score at least (%): 80 → 82.5',
    'Open levels: 2, 3 → 1, 2, 3',
    `Organiser: name: ${before.footer.organiser.name} → Organiser (example)`,
    'Rating valid for (years): 3 → 4',
  ]);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect(await person.api.call('GET system/settings', {})).toEqual(before);
  await page.getByRole('button', { name: 'Save' }).click();
  const [sent] = await Promise.all([
    page.waitForRequest('**/api/system/update_settings'),
    asked.getByRole('button', { name: 'Save' }).click(),
  ]);
  expect(Object.keys(sent.postDataJSON()).sort()).toEqual(['footer', 'openLevels', 'thresholds', 'validYears']);
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await person.api.call('GET system/settings', {})).toEqual({
    ...before,
    validYears: 4,
    openLevels: [1, 2, 3],
    thresholds: { ...before.thresholds, '2': { ...before.thresholds['2'], score: 82.5 } },
    footer: { ...before.footer, organiser: { ...before.footer.organiser, name: 'Organiser (example)' } },
  });
  await page.locator('footer').getByText('Organiser (example)').waitFor();
  const inputs = await page
    .getByRole('tabpanel')
    .locator('input:not([type=file]), select:not(nav select), textarea:not([aria-hidden=true])')
    .count();
  const values = (one: unknown): number =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.values(one).reduce((sum: number, each) => sum + values(each), 0)
      : 1;
  // `openLevels` is one setting with three boxes.
  expect(inputs).toBe(values(before) + 2);
  expect(problems).toEqual([]);
});

test('a changed setting is marked, and what it was is in sight above the bar of a phone', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en', width: 380 });
  await page.setViewportSize({ width: 380, height: 800 });
  await page.goto('/profile?tab=settings');
  const field = page.getByLabel('Of these, independent (minimum)');
  await field.waitFor();
  const bar = page.getByRole('region', { name: 'Save' });
  // With nothing to save it leaves the small window.
  expect(await bar.count()).toBe(0);
  const mark = () => field.locator('..').evaluate((box) => getComputedStyle(box).boxShadow);
  expect(await mark()).toBe('none');
  await page.getByLabel('Applications are accepted').focus();
  await page.keyboard.press('Space');
  await page.getByText('Before: Yes', { exact: true }).waitFor();
  expect(await page.getByLabel('Applications are accepted').evaluate((box) => box === document.activeElement)).toBe(
    true,
  );
  // The field is in sight, what stands beneath it is not, and the bar has grown already.
  const edge = (await bar.boundingBox())?.y ?? 0;
  await field.evaluate((input, bottom) => {
    scrollBy(0, input.getBoundingClientRect().bottom - bottom);
    input.focus({ preventScroll: true });
  }, edge - 20);
  await page.keyboard.type('2');
  const before = page.getByText('Before: 0', { exact: true });
  await before.waitFor();
  expect(await mark()).toContain('inset');
  const bottomOf = async () => {
    const box = await before.boundingBox();
    return box === null ? Number.NaN : box.y + box.height;
  };
  const isClear = async () => (await bottomOf()) <= ((await bar.boundingBox())?.y ?? 0);
  await expect.poll(isClear).toBe(true);
});

test('the index of the settings leads to a section, marks the one in view, and counts the changes in each', async () => {
  const { page, problems } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/profile?tab=settings');
  const index = page.getByRole('navigation', { name: 'Sections' });
  const current = index.locator('[aria-current=true]');
  expect(await current.innerText()).toBe('Presets');
  await page.getByLabel('First review overdue after (days)').fill('4');
  await page.getByLabel('Remind before expiry (days)').fill('60');
  await index.getByRole('link', { name: 'Review 2 changed' }).waitFor();
  const bar = page.getByRole('region', { name: 'Save' });
  await bar.getByText('2 unsaved changes.').waitFor();
  await index.getByRole('link', { name: 'Mail and webhooks' }).click();
  await expect.poll(() => current.innerText()).toBe('Mail and webhooks');
  const heading = page.getByRole('heading', { name: 'Mail and webhooks' });
  expect((await heading.boundingBox())?.y).toBeLessThan(120);
  expect(await page.getByLabel('First review overdue after (days)').inputValue()).toBe('4');

  await page.setViewportSize({ width: 380, height: 800 });
  const select = index.getByLabel('Sections');
  await select.selectOption({ label: 'Review · 2 changed' });
  await expect.poll(() => select.inputValue()).toBe('section-review');
  await bar.getByRole('button', { name: 'Discard changes' }).click();
  await bar.getByText('2 changes').waitFor({ state: 'detached' });
  expect(await page.getByLabel('First review overdue after (days)').inputValue()).toBe('15');
  expect(problems).toEqual([]);
});

test('a channel without an address is closed; a whole channel is set at once; the bar counts what waits to be saved', async () => {
  const { page, person, problems } = await stage.visitAs('county_manager', { lang: 'en' });
  const stored = () => person.api.call('GET notice/preferences', {});
  const before = await stored();
  await page.goto('/profile?tab=notices');
  const bar = page.getByRole('region', { name: 'Save' });
  const timing = (name: string) => page.getByRole('combobox', { name });
  await page.getByText('Enter a mail address to choose here what is sent by mail.').waitFor();
  await bar.getByText('Nothing has changed').waitFor();
  expect(await bar.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  // Nothing to save: no filled button, no shadow.
  const look = (of: Locator) =>
    of.evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).boxShadow]);
  expect(await look(bar.getByRole('button', { name: 'Save' }))).toEqual(['rgba(0, 0, 0, 0)', 'none']);
  expect((await look(bar))[1]).toBe('none');
  expect(await page.getByRole('table').count()).toBe(0);

  await page.getByLabel('Mail address').fill('unit@example.org');
  await page.getByText('Enter a mail address').waitFor({ state: 'detached' });
  await page.getByText('Enter a webhook address to choose here what is sent to it.').waitFor();
  expect(await timing('All notices, Webhook').count()).toBe(0);
  expect(await timing('Application returned, Mail').count()).toBe(0);
  await timing('All notices, Mail').selectOption('daily');
  await bar.getByText('11 unsaved changes.').waitFor();
  await timing('Stage overdue, Mail').selectOption('never');
  expect(await timing('All notices, Mail').locator('option:checked').innerText()).toBe('Mixed');
  await bar.getByRole('button', { name: 'Discard changes' }).click();
  await bar.getByText('Nothing has changed').waitFor();
  expect(await stored()).toEqual(before);

  await page.getByLabel('Mail address').fill('unit@example.org');
  await timing('All notices, Mail').selectOption('daily');
  await timing('Stage overdue, Mail').selectOption('atOnce');
  await bar.getByText('10 unsaved changes.').waitFor();
  await bar.getByRole('button', { name: 'Save' }).click();
  await bar.getByText('Nothing has changed').waitFor();
  const { mail, kinds } = await stored();
  expect([mail, kinds.overdue.mail, kinds.submitted.mail, kinds.submitted.webhook]).toEqual([
    'unit@example.org',
    'atOnce',
    'daily',
    'atOnce',
  ]);
  expect(problems).toEqual([]);
});

test('without a mail server the notices say whom to ask, and lead whoever may set one up to its settings', async () => {
  const county = await stage.visitAs('county_manager', { lang: 'en' });
  await county.page.goto('/profile?tab=notices');
  const warning = 'No mail server is set up, so no mail is sent yet.';
  await county.page
    .getByRole('alert')
    .getByText(`${warning} Ask the system administrator to set one up.`, { exact: true })
    .waitFor();
  const { page, problems } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/profile?tab=notices');
  await page.getByRole('alert').getByRole('link', { name: 'Set up the mail server' }).click();
  const heading = page.getByRole('heading', { name: 'Mail and webhooks' });
  await heading.waitFor();
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(120);
  expect(problems).toEqual([]);
});

test('an invalid setting is reported at its field and not saved', async () => {
  const { page, person } = await stage.visitAs('admin', { lang: 'en' });
  const before = await person.api.call('GET system/settings', {});
  await page.goto('/profile?tab=settings');
  const years = page.getByLabel('Rating valid for (years)');
  await years.fill('many');
  await years.blur();
  await page.getByText('Should be a number', { exact: true }).waitFor();
  await years.fill('100');
  await page.getByLabel('Sponsor: address (https://…)').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('At most 5', { exact: true }).waitFor();
  await page.getByText('Should start with http:// or https:// and have no spaces or quotes').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await years.getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Sponsor: address (https://…)').getAttribute('aria-invalid')).toBe('true');
  expect(await person.api.call('GET system/settings', {})).toEqual(before);
});

test("a year's holidays are read from a file into the setting; years without any are told", async () => {
  const { page, person, problems } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/profile?tab=settings');
  const typed = page.getByLabel('Holidays and days worked instead');
  await page.getByText(/^No holidays for \d{4}: only weekends are skipped\.$/).waitFor();
  const take = (name: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await take('wrong.csv', '2027-01-01,perhaps');
  await page.getByText(/^Line or entry 1 of the file/).waitFor();
  expect(await typed.inputValue()).toBe('');
  const lines = Array.from(
    { length: 20 },
    (_, index) => `${2020 + index}-10-01,${2020 + index}-10-03,off,National Day`,
  );
  await take('holidays.csv', lines.join('\n'));
  await page.getByText('2027: 3 days off, 0 weekend days worked').waitFor();
  expect(await page.getByText(/^No holidays for/).count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  const asked = page.getByRole('dialog', { name: 'Save these settings?' });
  await asked.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const { holidays } = await person.api.call('GET system/settings', {});
  expect(holidays.split('\n')).toHaveLength(20);
  expect(holidays).toContain('2027-10-01..2027-10-03 off National Day');
  await person.api.call('POST system/update_settings', { holidays: '' });
  expect(problems).toEqual([]);
});

test('every audited call has a label in the action filter', () => {
  const audited = Object.entries(calls).flatMap(([key, row]) =>
    row.audited ? [key.slice(key.indexOf(' ') + 1).replace(/\?$/, '')] : [],
  );
  expect([...audited, 'upload', 'unlock', 'restore', 'conclusion/sign', 'keys/rotate', 'keys/reseal'].sort()).toEqual(
    Object.keys(administration.audit.actions).sort(),
  );
});

test('the audit filters by action, day and person in the URL, and shows changes in words', async () => {
  const { page, person, problems } = await stage.visitAs('admin', { lang: 'en' });
  const expert = await stage.person('expert');
  await person.api.call('POST system/update_settings', { remindDays: 61 });
  await person.api.call('POST system/update_settings', { remindDays: 62 });
  await page.goto('/profile?tab=audit');
  await rows(page).first().waitFor();
  await page.getByLabel('Action', { exact: true }).selectOption('system/update_settings');
  await page.getByText('Remind before expiry (days): 61 → 62').waitFor();
  const actions = () => page.locator('tbody tr td:nth-child(3)').allTextContents();
  await expect.poll(async () => [...new Set(await actions())]).toEqual(['Change settings']);
  expect(param(page, 'tab')).toBe('audit');
  await page.reload();
  await page.getByText('Remind before expiry (days): 61 → 62').waitFor();

  const { items } = await person.api.call('GET audit', { action: 'assessment/assign_experts', size: 1 });
  const [expert1] = (items[0]?.changes.experts?.[1] ?? []) as { id: string; name: string }[];
  await page.getByLabel('Action', { exact: true }).selectOption('assessment/assign_experts');
  const told = page.getByRole('cell').filter({ hasText: `Experts: empty → ${expert1?.name}` });
  await told.first().waitFor();
  expect(await told.first().innerText()).not.toContain(expert1?.id);

  const profile = { name: '移专家', unit: '示例单位', specialties: ['safety' as const], phone: '13800000000' };
  const { id } = await person.api.call('POST user/add_expert', { account: 'moves', division: '450300', profile });
  await person.api.call('POST user/update_expert', { id, division: '450325' });
  await page.getByLabel('Action', { exact: true }).selectOption('user/update_expert');
  await page.getByText('Division: 桂林市 → 桂林市/兴安县').waitFor();

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => param(page, 'action')).toBe(null);
  await page.getByRole('combobox', { name: 'Who' }).fill(expert.account);
  await page.getByRole('option', { name: new RegExp(expert.account) }).click();
  await expect.poll(() => param(page, 'userId')).toBe(expert.id);
  const { total, items: newest } = await person.api.call('GET audit', { userId: expert.id });
  await expect.poll(() => rows(page).count()).toBe(Math.min(total, SIZE_DEFAULT));

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const saved = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(saved).toHaveLength(1 + total);
  expect(saved[0]).toMatch(/id,at,by,role,action/);
  expect(saved[1]).toContain(`${newest[0]?.id},${newest[0]?.at},`);

  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByText('Nothing found.').waitFor();
  expect(param(page, 'tab')).toBe('audit');
  expect(problems).toEqual([]);
});

test('a line of the audit keeps what was acted on together; on a phone it has three lines', async () => {
  const { page, person } = await stage.visitAs('admin', { lang: 'en', width: 1200 });
  await page.goto('/profile?tab=audit');
  const objects = page.locator('td.object .line');
  await objects.first().waitFor();
  const heights = await objects.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(30);
  const [assigned] = (await person.api.call('GET audit', { action: 'assessment/assign_experts', size: 1 })).items;
  await page.getByLabel('Action', { exact: true }).selectOption('assessment/assign_experts');
  await page
    .getByRole('cell', { name: `${assigned?.object.name} ${assigned?.station?.name}`, exact: true })
    .first()
    .waitFor();
  await page.getByLabel('Action', { exact: true }).selectOption('');
  await page.setViewportSize({ width: 380, height: 800 });
  const login = rows(page).filter({ hasText: 'Log in' }).first();
  expect((await login.boundingBox())?.height).toBeLessThan(100);
  // The action says what it is.
  expect(await login.locator('td.object').innerText()).toMatch(/^[\w-]+$/);
});

test.each(['sessions', 'audit', 'standards'])('the table of %s begins and ends with what is around it', async (tab) => {
  const { page } = await stage.visitAs('admin', { lang: 'en', width: 1200 });
  await page.goto(`/profile?tab=${tab}`);
  const frame = page.locator('main [role=region]:has(table)');
  await rows(page).first().waitFor();
  const inset = await frame.evaluate((around) => {
    const heading = document.createRange();
    heading.selectNodeContents(around.querySelector('th') as Element);
    const last = around.querySelector('td:last-of-type') as Element;
    return [
      heading.getBoundingClientRect().left - around.getBoundingClientRect().left,
      getComputedStyle(last).paddingRight,
    ];
  });
  expect(inset).toEqual([0, '0px']);
});

test('the audit chain is verified, and tampering is found', async () => {
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/profile?tab=audit');
  await page.getByRole('button', { name: 'Verify the chain' }).click();
  await page.getByText(/^The chain is intact: [\d,]+ entries verified\.$/).waitFor();

  const db = new Sqlite(join(stage.server.data, 'shp.sqlite'));
  const { id } = db.prepare<[], { id: string }>('select id from audit order by seq limit 1').get() ?? { id: '' };
  db.exec('drop trigger audit_no_update');
  db.prepare("update audit set address = '203.0.113.9' where id = ?").run(id);
  db.close();
  await page.getByRole('button', { name: 'Verify the chain' }).click();
  await page.getByText(`The chain is broken at entry ${id}`).waitFor();
});

test('a version of the standard is exported, imported under another name and activated; faults are listed by row', async () => {
  const { page, person, problems } = await stage.visitAs('admin', { lang: 'en' });
  const [current] = await person.api.call('GET standard/versions', {});
  const version = current?.version ?? '';
  await page.goto('/profile?tab=standards');
  const saved = async (format: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Export version ${version} as ${format}` }).click(),
    ]);
    return readFile(await download.path());
  };
  const json = JSON.parse((await saved('json')).toString());
  const sheet = await saved('xlsx');
  expect(sheet.subarray(0, 2).toString()).toBe('PK');

  const choose = (name: string, text: string | Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) });
  const wrong = structuredClone(json);
  wrong.sections[0].children[0].items[0].score += 1;
  await choose('wrong.json', JSON.stringify({ ...wrong, version: 'wrong' }));
  await page.getByText(/^wrong\.json was not imported; errors: \d+$/).waitFor();
  expect(await page.getByRole('region', { name: /errors:/ }).textContent()).toMatch(/sections\..*add up to/);
  await choose('none.json', 'no json');
  await page.getByText('This file is not JSON').waitFor();

  const copy = join(stage.server.data, 'copy.json');
  await writeFile(copy, JSON.stringify({ ...json, version: 'copy-1' }));
  await choose('copy.json', await readFile(copy));
  await page.getByText('Version copy-1 has been imported').waitFor();
  await page.getByRole('button', { name: 'Make version copy-1 current' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make current' }).click();
  await page.getByText('Version copy-1 is now current').waitFor();
  await page.getByRole('row').filter({ hasText: 'copy-1' }).getByText('Current').waitFor();
  expect((await person.api.call('GET standard/versions', {})).find((one) => one.current)?.version).toBe('copy-1');
  expect(problems).toEqual([]);
});

test('the tabs have no serious accessibility fault and fit a phone, in both languages and themes', async () => {
  for (const look of [
    { width: 380, theme: 'dark', lang: 'en' },
    { width: 1200, theme: 'light', lang: 'zh' },
  ] as const) {
    const { page, leave, problems } = await stage.visitAs('admin', look);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const tab of ['settings', 'audit', 'standards']) {
      await page.goto(`/profile?tab=${tab}`);
      await page.getByRole('tabpanel').getByRole('button').first().waitFor();
      await page.waitForFunction(() => document.querySelector('[role=progressbar], [aria-busy=true]') === null);
      expect([tab, await axeFaults(page)]).toEqual([tab, []]);
      expect([tab, await sidewaysScroll(page)]).toEqual([tab, 0]);
    }
    expect(problems).toEqual([]);
    await leave();
  }
});
