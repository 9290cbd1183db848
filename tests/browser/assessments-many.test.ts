import { rm } from 'node:fs/promises';
import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newRegion } from '../support/region.ts';
import { accountOf, openStage, type Stage } from './harness.ts';
import { enter } from './workday.ts';

/** As many reviews as wait for experts in a busy season. */
const MANY = 149;

let data: string;
let stage: Stage;
beforeAll(async () => {
  data = await newRegion({ stations: 1500, assessments: 1500 }, false);
  stage = await openStage(['--no-captcha'], undefined, data);
}, 240_000);
afterAll(async () => {
  await stage.close();
  await rm(data, { recursive: true });
});

test('from signing in, six clicks give 149 reviews balanced panels and start them', async () => {
  const { api } = await stage.person('admin');
  const oldest = async (status: 'submitted' | 'first_passed', size: number) =>
    (await api.call('GET assessment/query', { status: [status], sortby: 'statusSince', size })).items;
  const have = await oldest('first_passed', 200);
  const more = MANY - have.length;
  expect(more).toBeGreaterThan(0);
  for (const { id } of await oldest('submitted', more))
    await api.call('POST assessment/add_event', { id, status: 'first_passed', description: '' });
  const wanted = await oldest('first_passed', 200);
  expect(wanted).toHaveLength(MANY);

  const { page, problems } = await enter(stage, accountOf(stage.server.data, 'admin'), DEMO_PASSWORD);
  const stages = page.getByRole('table', { name: 'Reviews under way' });
  const figure = stages.getByRole('row', { name: /^First review passed/ }).getByRole('link', { name: String(MANY) });
  await figure.waitFor();
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.evaluate(() => {
    addEventListener('click', () => void (window as unknown as { countClick(): void }).countClick(), true);
  });
  await figure.click();
  await page.locator('tbody tr').first().waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: `Select all ${MANY} that match` }).click();
  await page.getByText(`${MANY} selected`).waitFor();
  await page.getByRole('button', { name: 'Assign and start the review' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: `Assign and start ${MANY}` }).click();
  await dialog.getByText(`${MANY} assessments done`).waitFor({ timeout: 180_000 });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(clicks).toBe(6);

  const loads = new Map<string, number>();
  for (const { id } of wanted) {
    const { status, experts } = await api.call('GET assessment', { id });
    expect([status, experts.length]).toEqual(['reviewing', 3]);
    for (const expert of experts) loads.set(expert.id, (loads.get(expert.id) ?? 0) + 1);
  }
  expect(loads.size).toBeGreaterThan(3);
  expect(problems).toEqual([]);
}, 480_000);
