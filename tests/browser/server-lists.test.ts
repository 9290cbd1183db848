import { ON_PROGRESS } from '@shp/shared/domain/assessment/statuses';
import { review } from '@shp/shared/text/en/review';
import { rules } from '@shp/shared/text/en/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './harness.ts';
import { newDraft, openPage, openTab } from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('file categories come from the server: required ones are requested, removed ones are hidden', async () => {
  const { person, id } = await newDraft(stage);
  const { page, problems } = await openPage(stage, person, id);
  await page.route('**/api/file/category', async (route) => {
    const response = await route.fetch();
    const categories: { id: string; required: string; levels: number[]; title: string }[] = await response.json();
    const changed = categories
      .filter((one) => one.id !== 'twoTickets')
      .map((one) => (one.id === 'other' ? { ...one, required: 'always', title: 'Other papers' } : one))
      .map((one) => (one.id === 'photographs' ? { ...one, levels: [1] } : one));
    await route.fulfill({ response, json: changed });
  });
  await page.reload();
  const before = (await person.api.call('GET file/category', {})).filter(
    ({ required }) => required === 'always',
  ).length;
  await page.getByRole('tab', { name: review.tabProblems('Files', before + 1, 0) }).waitFor();
  await openTab(page, 'Files');
  await page.getByRole('region', { name: 'Other papers' }).getByText(review.files.missing).waitFor();
  for (const gone of [rules.fileCategories.twoTickets, rules.fileCategories.photographs])
    expect(await page.getByRole('region', { name: gone }).count()).toBe(0);
  expect(problems).toEqual([]);
});

const numbersIn = (texts: readonly string[]) => texts.flatMap((text) => /GXXSD-\d+-\d+/.exec(text) ?? []).sort();

test('an aggregate account lists what is under way at its stations', async () => {
  const { page, person, problems } = await stage.visitAs('supervisor', { lang: 'en' });
  const own = await person.api.call('GET supervise/assessments', { status: [...ON_PROGRESS] });
  const answer = page.waitForResponse(/\/api\/supervise\/assessments\?.*range=/);
  await page.goto('/assessments');
  expect((await answer).headers()['content-range']).toMatch(new RegExp(`/${own.total}$`));
  await expect
    .poll(() => page.locator('tbody tr').getByRole('link').allTextContents().then(numbersIn))
    .toEqual(own.items.map(({ number }) => number).sort());
  expect(problems).toEqual([]);
});

test('divisions of the filter come from the server', async () => {
  const { page, problems } = await stage.visitAs('admin', { lang: 'en' });
  const answer = page.waitForResponse('**/api/basic/division_tree*');
  await page.goto('/stations');
  const cities: { name: string }[] = await (await answer).json();
  await expect
    .poll(() => page.getByLabel('City', { exact: true }).locator('option').allTextContents())
    .toEqual(['All', ...cities.map(({ name }) => name)]);
  await page.goto('/experts');
  await expect.poll(() => page.getByLabel('Division').locator('option').count()).toBe(cities.length + 1);
  expect(problems).toEqual([]);
});

test.for([380, 1200])(
  'at %d pixels managing units are shown as a tree beside their list, each opening its data',
  async (width) => {
    const { page, person, problems } = await stage.visitAs('province_manager', { lang: 'en', width });
    const [top] = await person.api.call('GET user/manager_tree', {});
    const [city] = top?.children ?? [];
    const [county] = city?.children ?? [];
    if (!top || !city || !county) throw new Error('the demo has no units of three levels');
    await page.goto('/managers');
    const shows = page.getByRole('button', { name: 'Units by division' });
    await shows.click();
    expect(await shows.getAttribute('aria-pressed')).toBe('true');
    const tree = page.getByRole('navigation', { name: 'Units by division' });
    await tree.getByRole('link', { name: top.name, exact: true }).waitFor();
    expect(await tree.getByRole('link', { name: county.name, exact: true }).isVisible()).toBe(false);
    await tree
      .getByRole('group')
      .filter({ has: page.getByRole('link', { name: city.name, exact: true }) })
      .last()
      .locator('summary')
      .first()
      .click({ position: { x: 2, y: 8 } });
    await tree.getByRole('link', { name: county.name, exact: true }).click();
    await page.getByRole('dialog', { name: county.name }).waitFor();
    expect(new URL(page.url()).searchParams.get('show')).toBe(county.id);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
      0,
    );
    expect(problems).toEqual([]);
  },
);
