import { EDITABLE, rowsOf } from '@shp/shared/domain/assessment/lifecycle';
import { STATUSES } from '@shp/shared/domain/assessment/statuses';
import { review } from '@shp/shared/text/en/review';
import { rules } from '@shp/shared/text/en/rules';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf } from '../support/materials.ts';
import { openStage, type Stage } from './harness.ts';
import { openPart, openReview, remark, submitted } from './reviews.ts';
import { fillIn, item, newDraft, reasonInput, saved, scoreInput, storedScore } from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const open = async (id: string, hash = '') => openReview(stage, await stage.person('admin'), `${id}/admin${hash}`);

test('an administrator fills in, scores, uploads and submits for a station; each change is audited', async () => {
  const { person, id } = await newDraft(stage);
  await fillIn(person, id);
  const { page, problems } = await open(id);
  await page.getByRole('textbox', { name: 'Owner' }).fill('业主（示例）');
  await openPart(page, 'Self scores');
  await scoreInput(page, '1.1.1').fill('1');
  await reasonInput(page, '1.1.1').fill('由管理员代填（示例）');
  await saved(page);
  expect(await storedScore(person, id, '1.1.1')).toMatchObject({
    score: 1,
    reason: '由管理员代填（示例）',
    byAdmin: true,
  });
  await item(page, '1.1.1').getByText("Written by an administrator in the owner's place").waitFor();
  await openPart(page, 'Files');
  const file = { name: '补充.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf('more')) };
  await page.getByLabel('Add files: Other', { exact: true }).setInputFiles([file]);
  await page.getByRole('button', { name: '补充.pdf', exact: true }).waitFor();

  await openPart(page, 'Steps');
  const submit = page.getByRole('button', { name: 'Submit the application', exact: true });
  await page.getByText('Nothing is missing; you can submit the application.').waitFor();
  await submit.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Awaiting first review').first().waitFor();

  await openPart(page, 'Audit trail');
  const rows = page.getByRole('region', { name: 'Audit, list' }).getByRole('row');
  await rows.filter({ hasText: 'Submit' }).filter({ hasText: 'Draft → Awaiting first review' }).waitFor();
  await rows.filter({ hasText: 'Change an application form' }).filter({ hasText: '业主（示例）' }).waitFor();
  await rows.filter({ hasText: 'Upload' }).filter({ hasText: '补充.pdf' }).waitFor();
  // The trail has no rows of other assessments.
  const { total } = await (await stage.person('admin')).api.call('GET audit', { objectId: id });
  await page.getByText(`1–${Math.min(20, total)} of ${total}`).waitFor();
  expect(problems).toEqual([]);
});

test('in every status an administrator is offered exactly the steps of the lifecycle', async () => {
  const admin = await stage.person('admin');
  const { page, problems } = await stage.visitAs('admin', { lang: 'en' });
  const names = new Map(Object.entries(rules.steps).map(([name, text]) => [text, name]));
  for (const name of [review.steps.submit, review.steps.resubmit]) names.set(name, 'submit');
  for (const status of STATUSES) {
    const { items } = await admin.api.call('GET assessment/query', { status: [status], size: 1 });
    const [row] = items;
    if (!row) throw new Error(`the demo has nothing that is ${status}`);
    const events = await admin.api.call('GET assessment/events', { id: row.id });
    const everReturned = events.some((event) => event.status === 'returned');
    const place = { station: row.station.id, division: row.station.division, level: row.level, status, everReturned };
    const expected = rowsOf(place, { id: admin.id, role: 'admin', division: null }).map(({ name }) => name);
    await page.goto(`/assessments/${row.id}/admin#submit`);
    expect([status, (await stepsShown(page, names)).sort()]).toEqual([status, expected.sort()]);
    // What can only be read is not said to be saved.
    await openPart(page, 'Application form');
    expect([status, await page.getByText('Saved', { exact: true }).count()]).toEqual([
      status,
      EDITABLE.includes(status) ? 1 : 0,
    ]);
  }
  expect(problems).toEqual([]);
});

async function stepsShown(page: Page, names: ReadonlyMap<string, string>): Promise<string[]> {
  const panel = page.getByRole('region', { name: 'Next steps' });
  await panel
    .getByText(/You can take no step|./)
    .first()
    .waitFor();
  await panel.getByRole('button').or(panel.getByText('There is nothing for you to do now.')).first().waitFor();
  const texts = await panel.getByRole('button').allTextContents();
  const more = panel.getByRole('button', { name: 'More steps' });
  if ((await more.count()) > 0) {
    await more.click();
    texts.push(...(await page.getByRole('menuitem').locator('[data-step]').allTextContents()));
    await page.keyboard.press('Escape');
  }
  return texts.flatMap((text) => names.get(text) ?? []);
}

test('a return by an administrator includes the collected remarks', async () => {
  const { station, id } = await submitted(stage);
  const { page, problems } = await open(id);
  await remark(page, 'Contact', '请核实（示例）');
  await openPart(page, 'Steps');
  await page.getByRole('button', { name: 'Return', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Return' });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('请修改（示例）');
  await dialog.getByRole('button', { name: 'Return' }).click();
  await page.getByText('Returned').first().waitFor();
  const events = await station.api.call('GET assessment/events', { id });
  expect(events.at(-1)).toMatchObject({
    status: 'returned',
    remarks: [{ field: 'unit.contact', text: '请核实（示例）' }],
  });
  expect(problems).toEqual([]);
});

test('an administrator can delete a draft after a question, and nothing else', async () => {
  const { id } = await newDraft(stage);
  const { page, problems } = await open(id);
  await page.getByRole('button', { name: /^Delete GXXSD/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/assessments');
  const admin = await stage.person('admin');
  await expect(admin.api.call('GET assessment', { id })).rejects.toMatchObject({ status: 404 });
  const { items } = await admin.api.call('GET assessment/query', { status: ['submitted'], size: 1 });
  await page.goto(`/assessments/${items[0]?.id}/admin`);
  await page.getByRole('tab').first().waitFor();
  expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  expect(problems).toEqual([]);
});

test("an administrator opens an expert's scores from the expert's row", async () => {
  const admin = await stage.person('admin');
  const { items } = await admin.api.call('GET assessment/query', { status: ['reviewing'], size: 1 });
  const [row] = items;
  const { page, problems } = await open(row?.id ?? '');
  await openPart(page, 'Expert review');
  const [, second = row?.experts[0]] = row?.experts ?? [];
  await page.getByRole('link', { name: `Scores of ${second?.name}` }).click();
  await page.waitForURL(`**/${row?.id}/expert`);
  expect(await page.evaluate(() => sessionStorage.getItem('shp.tab.expertSelectScore'))).toBe(second?.id);
  expect(problems).toEqual([]);
});

test('the page shows experts, their scores by item, the result and the conclusion', async () => {
  const admin = await stage.person('admin');
  const { items } = await admin.api.call('GET assessment/query', { status: ['reviewed'], size: 1 });
  const [row] = items;
  const { page, problems } = await open(row?.id ?? '');
  await openPart(page, 'Expert review');
  for (const { name } of row?.experts ?? [])
    await page.getByRole('tabpanel').getByText(name, { exact: true }).waitFor();
  await openPart(page, 'Comparison');
  for (const { name } of row?.experts ?? []) await page.getByRole('tabpanel').getByText(name).first().waitFor();
  await openPart(page, 'Steps');
  const written = page.getByRole('region', { name: "Manager's conclusion" }).getByRole('textbox');
  await written.fill('管理员代写的结论（示例）');
  await saved(page);
  const kept = await admin.api.call('GET assessment/manager_conclusion', { id: row?.id ?? '' });
  expect(kept?.conclusion).toBe('管理员代写的结论（示例）');
  expect(problems).toEqual([]);
});
