import { readFile } from 'node:fs/promises';
import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { ASSIGNABLE, type Status } from '@shp/shared/domain/assessment/statuses';
import { returnReasons } from '@shp/shared/text/en/assessment/returnReasons';
import { common } from '@shp/shared/text/en/common';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Person } from '../support/accounts.ts';
import { lines, newDesk } from '../support/desk.ts';
import { axeFaults, openStage, type Stage } from './harness.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const rows = (page: Page) => page.locator('tbody tr');
const address = (page: Page) => decodeURIComponent(new URL(page.url()).search);
const assignable = ({ status }: { status: Status }) => (ASSIGNABLE as readonly Status[]).includes(status);

/** A new expert, employed by `unit` only. */
async function newExpert(admin: Person, account: string, unit: string): Promise<{ id: string; name: string }> {
  const profile = { name: `${account}（示例）`, unit, specialties: ['safety' as const], phone: '13900000000' };
  const { id } = await admin.api.call('POST user/add_expert', { account, division: null, profile });
  return { id, name: profile.name };
}

/** Selects the first `count` rows of a page, or all. */
async function select(page: Page, count?: number): Promise<void> {
  if (count === undefined) return page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  for (let index = 0; index < count; index += 1) await rows(page).nth(index).getByRole('checkbox').check();
}

/** Opens the bulk dialog for experts chosen by name. */
async function openNamed(page: Page) {
  await page.getByRole('button', { name: 'Assign and start the review' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Chosen experts' }).check();
  return dialog;
}

async function nextPage(page: Page): Promise<void> {
  const before = await rows(page).first().innerText();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(() => rows(page).first().innerText()).not.toBe(before);
}

test('two experts are assigned to thirty assessments on two pages; failures are listed with their reasons', async () => {
  const { page, person: admin, problems } = await stage.visitAs('admin', { lang: 'en' });
  const experts = [await newExpert(admin, 'bulk-one', '示例设计院'), await newExpert(admin, 'bulk-two', '示例设计院')];
  const { items } = await admin.api.call('GET assessment/query', { size: 30, sortby: 'createdAt', desc: true });
  const [busy] = items.filter(assignable);
  await admin.api.call('POST assessment/assign_experts', {
    id: busy?.id ?? '',
    experts: [...(busy?.experts ?? []).map(({ id }) => id), ...experts.map(({ id }) => id)],
  });

  await page.goto('/assessments?tab=all');
  await rows(page).first().waitFor();
  await select(page);
  await nextPage(page);
  await select(page, 10);
  await page.getByText('30 selected').waitFor();
  const dialog = await openNamed(page);
  await dialog.getByRole('checkbox', { name: 'Start the review after assigning' }).uncheck();
  for (const [index, name] of experts.map(({ name }) => name).entries()) {
    await dialog.getByRole('searchbox').fill(index === 0 ? 'bulk-one 设计院' : 'bulk-two safety');
    await dialog.getByText('1 expert found').waitFor();
    await dialog.getByRole('checkbox', { name }).check();
  }
  const fit = items.filter(assignable);
  const unfit = items.filter((row) => !assignable(row));
  expect(fit.length).toBeGreaterThan(1);
  await dialog.getByText(`${unfit.length} assessments cannot be assigned`).waitFor();
  for (const { number, status } of unfit) {
    const line = dialog.getByRole('row').filter({ hasText: number });
    expect(await line.innerText()).toContain(common.statuses[status]);
  }
  // One has both experts already.
  await dialog.getByRole('button', { name: `Assign ${fit.length - 1}`, exact: true }).click();
  await page.getByText(`Experts assigned to ${fit.length - 1} assessment`).waitFor();
  await page.getByText('30 selected').waitFor({ state: 'detached' });
  for (const { id } of fit) {
    const after = await admin.api.call('GET assessment', { id });
    expect(after.experts.map((one) => one.id)).toEqual(expect.arrayContaining(experts.map((one) => one.id)));
  }
  expect(problems).toEqual([]);
});

test('a city cannot assign at level 2, and an expert cannot be assigned to its own unit', async () => {
  const admin = await stage.person('admin');
  const { page, person: city } = await stage.visitAs('city_manager', { lang: 'en' });
  const { items } = await city.api.call('GET assessment/query', { size: 200, status: [...ASSIGNABLE] });
  const high = items.find(({ level }) => level === 2);
  const low = items.find(({ level }) => level === 3);
  await newExpert(admin, 'bulk-own', low?.station.name ?? '');

  await page.goto('/assessments?tab=all&perPage=200');
  await page.getByRole('checkbox', { name: `Select ${high?.number}` }).check();
  // What fits none of the rows is not offered; if nothing does, the bar says so.
  await page.getByText('No step is possible for those selected').waitFor();
  expect(await page.getByRole('button', { name: /^(Assign|Pass|Return)/ }).count()).toBe(0);
  const whole = page.getByRole('checkbox', { name: 'Select all on this page' });
  expect(await whole.getAttribute('data-indeterminate')).toBe('true');
  await page.getByRole('checkbox', { name: `Select ${low?.number}` }).check();
  const dialog = await openNamed(page);
  await dialog.getByRole('searchbox').fill('bulk-own');
  await dialog.getByRole('checkbox', { name: 'bulk-own' }).check();
  await dialog.getByText('2 assessments cannot be assigned').waitFor();
  expect(await dialog.getByRole('button', { name: 'Assign and start 0' }).isDisabled()).toBe(true);
  const reason = (number = '') => dialog.getByRole('row').filter({ hasText: number }).innerText();
  expect(await reason(high?.number)).toContain('At Level 2 the province-level unit assigns the experts');
  expect(await reason(low?.number)).toContain('From this station or its owner, cannot be assigned: bulk-own（示例）');
});

test('an export of the selection has exactly the selected rows, in the format of the list export', async () => {
  const { page, person, problems } = await stage.visitAs('province_manager', { lang: 'en' });
  await page.goto('/assessments?tab=all');
  await rows(page).first().waitFor();
  await select(page, 2);
  await nextPage(page);
  await select(page, 1);
  const { items } = await person.api.call('GET assessment/query', { size: 21, sortby: 'createdAt', desc: true });
  const wanted = [items[0], items[1], items[20]].map((row) => row?.number ?? '');
  const saved = async (button: string, format: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: format }).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const own = await saved('Export selected', 'CSV');
  const all = await saved('Export', 'CSV');
  const lines = (bytes: Buffer) => bytes.toString('utf8').split('\r\n').filter(Boolean);
  const [head, ...bodies] = lines(all.bytes);
  expect(lines(own.bytes)[0]).toBe(head);
  const expected = bodies.filter((line) => wanted.some((number) => line.startsWith(number)));
  expect(lines(own.bytes).slice(1).toSorted()).toEqual(expected.toSorted());
  expect(own.name).toMatch(/^assessments-selected-\d{4}-\d\d-\d\d\.csv$/);

  const workbook = await saved('Export selected', 'Excel (xlsx)');
  expect(workbook.name).toMatch(/\.xlsx$/);
  expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK');
  expect(problems).toEqual([]);
});

test('every filter is kept in the URL; old applications and ratings about to end are marked', async () => {
  const { page, person } = await stage.visitAs('province_manager', { lang: 'en' });
  await page.goto('/assessments?tab=all');
  await page.getByRole('searchbox').fill('水电站');
  await page.getByRole('combobox', { name: 'Level' }).click();
  await page.getByRole('option', { name: 'Level 3' }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel('City').selectOption({ label: '桂林市' });
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('textbox', { name: 'Submitted from' }).fill('2020-01-01');
  await page.getByRole('textbox', { name: 'Submitted to' }).fill('2030-12-31');
  await page.getByRole('textbox', { name: 'Changed since' }).fill('2020-02-01');
  const wanted = {
    search: '水电站',
    level: [3],
    city: '450300',
    from: '2020-01-01',
    to: '2030-12-31',
    updatedSince: '2020-01-31T16:00:00.000Z',
  };
  await expect
    .poll(() => address(page))
    .toBe('?search=水电站&level=3&city=450300&from=2020-01-01&to=2030-12-31&updatedSince=2020-02-01');
  await page.reload();
  await page.getByRole('button', { name: 'Remove the filter Changed since 2020-02-01' }).waitFor();
  const { items } = await person.api.call('GET assessment/query', {
    ...wanted,
    level: [3],
    sortby: 'createdAt',
    desc: true,
  });
  await expect.poll(() => rows(page).count()).toBe(Math.min(items.length, 20));

  await page.goto(`/assessments?${new URLSearchParams({ filter: JSON.stringify({ status: ['submitted'] }) })}`);
  await expect.poll(() => rows(page).first().innerText()).toMatch(/Awaiting first review\s+(?:since today|\d+ days?)/);
  await page.goto('/assessments?tab=expiring');
  await rows(page).filter({ hasText: 'Expiring' }).first().waitFor();
});

/** What waits for experts, the longest first. */
const toAssign = async (admin: Person) =>
  (await admin.api.call('GET assessment/query', { status: ['first_passed'], sortby: 'statusSince', size: 200 })).items;

test('the preview of a balanced assignment is the plan of the command for the same rows', async () => {
  const { page, person: admin } = await stage.visitAs('admin', { lang: 'en' });
  const wanted = await toAssign(admin);
  const desk = await newDesk(stage.url);
  onTestFinished(() => desk.clear());
  await desk.login('admin', DEMO_PASSWORD);
  const ids = wanted.map(({ id }) => id);
  const run = await desk.shp(['assessments', 'assign', ...ids, '--balance', '3', '--dry-run', '--format', 'ndjson']);
  const planned = lines<{ number: string; experts: string[] }>(run.out);
  expect(planned.map(({ number }) => number)).toEqual(wanted.map(({ number }) => number));

  await page.goto('/assessments?status=first_passed&perPage=200&sort=statusSince&order=asc');
  await rows(page).first().waitFor();
  // By keyboard: select all rows, open the dialog.
  await page.getByRole('checkbox', { name: 'Select all on this page' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Assign and start the review' }).focus();
  await page.keyboard.press('Enter');
  const preview = page.getByRole('dialog').getByRole('region', { name: 'Preview' });
  await expect.poll(() => preview.locator('tbody tr').count()).toBe(wanted.length);
  for (const [index, { number, experts }] of planned.entries()) {
    const row = preview.locator('tbody tr').nth(index);
    expect(await row.locator('td').first().innerText()).toContain(number);
    // Of each expert the first line is the name; specialties and city stand below it.
    const shown = (await row.locator('.expert').allInnerTexts()).map((text) => text.split('\n')[0]?.trim());
    expect([number, shown.map((name) => name?.replace(' (same city)', ''))]).toEqual([number, experts]);
  }
  // The load of each expert who gets reviews: now, and with those of the plan.
  const all = await admin.api.call('GET user/experts', { size: 200 });
  const given = planned.flatMap(({ experts }, index) => {
    const before = wanted[index]?.experts.map(({ name }) => name) ?? [];
    return experts.filter((name) => !before.includes(name));
  });
  const loads = all.items.flatMap(({ load, profile: { name } }) => {
    const more = given.filter((one) => one === name).length;
    return more === 0 ? [] : [`${name}: ${load} now, ${load + more} after`];
  });
  const list = page.getByRole('list', { name: 'Open reviews of each expert, now → after' });
  const said = await list.getByRole('listitem').locator('span:not([aria-hidden])').allTextContents();
  expect(said.toSorted()).toEqual(loads.toSorted());
  // In the order of the table above.
  expect(said.map((one) => one.split(':')[0])).toEqual([...new Set(given)]);
  expect(await axeFaults(page)).toEqual([]);
});

test('in five clicks everything that waits for experts has a balanced panel and is under review', async () => {
  const { page, person: admin, problems } = await stage.visitAs('admin', { lang: 'en' });
  const wanted = await toAssign(admin);
  expect(wanted.length).toBeGreaterThan(1);
  await page.goto('/');
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    addEventListener('click', () => void (window as unknown as { countClick(): void }).countClick(), true);
  });
  await page.goto('/assessments?status=first_passed&perPage=10&sort=statusSince&order=asc');
  await rows(page).first().waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  if (wanted.length > 10) await page.getByRole('button', { name: /that match$/ }).click();
  await page.getByRole('button', { name: 'Assign and start the review' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: `Assign and start ${wanted.length}` }).click();
  await page.getByText(`Experts assigned to ${wanted.length} assessments`).waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(clicks).toBeLessThanOrEqual(5);
  for (const { id } of wanted) {
    const { status, experts } = await admin.api.call('GET assessment', { id });
    expect([status, experts.length >= 3]).toEqual(['reviewing', true]);
  }
  expect(problems).toEqual([]);
});

test('before reviewed assessments are returned, the question says that a new first review follows', async () => {
  const { page, person, problems } = await stage.visitAs('admin', { lang: 'en' });
  const note = page.getByRole('dialog').getByText(returnReasons.reviewed, { exact: true });
  const asked = async (status: Status) => {
    const { items } = await person.api.call('GET assessment/query', { status: [status], size: 1 });
    await page.goto(`/assessments?tab=all&search=${items[0]?.number}`);
    await page.getByRole('checkbox', { name: `Select ${items[0]?.number}` }).check();
    await page.getByRole('button', { name: 'Return (1)…' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason for the return' }).waitFor();
    return note.count();
  };
  expect(await asked('reviewed')).toBe(1);
  expect(await asked('submitted')).toBe(0);
  expect(problems).toEqual([]);
});

test('a run that a reload cut off goes on from its journal and does nothing twice', async () => {
  const { page, person: unit, problems } = await stage.visitAs('county_manager', { lang: 'en' });
  const { items } = await unit.api.call('GET assessment/query', { status: ['submitted'], sortby: 'statusSince' });
  const [one] = items;
  if (!one) throw new Error('nothing waits for the county');
  await page.goto('/assessments');
  await page.getByRole('checkbox', { name: `Select ${one.number}` }).check();
  await page.getByRole('button', { name: 'Return (1)…' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: 'Return 1 assessment' }).isDisabled()).toBe(true);
  await dialog.getByText('Common reasons', { exact: true }).waitFor();
  await dialog.getByRole('group', { name: 'Common reasons' }).getByRole('button').first().click();
  expect(await dialog.getByRole('textbox', { name: 'Reason for the return' }).inputValue()).toBe(
    returnReasons.offered[0],
  );
  // The server does the step, but the page is gone before the answer, which never comes.
  let resolve = (): void => undefined;
  const taken = new Promise<void>((done) => {
    resolve = done;
  });
  await page.route('**/api/assessment/add_event', async (route) => {
    await route.fetch();
    resolve();
  });
  await dialog.getByRole('button', { name: 'Return 1 assessment' }).click();
  await taken;
  await page.reload();
  await page.unroute('**/api/assessment/add_event');
  await page.getByText('A bulk run was interrupted').waitFor();
  await page.getByRole('button', { name: 'Review and continue' }).click();
  await dialog.getByRole('button', { name: 'Continue with 1' }).click();
  await dialog.getByText('1 assessment had been done already').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  const events = await unit.api.call('GET assessment/events', { id: one.id });
  expect(events.filter(({ status, description }) => status === 'returned' && description !== '').length).toBe(1);
  expect(problems).toEqual([]);
});
