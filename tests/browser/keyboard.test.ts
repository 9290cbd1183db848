import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPLETE_FORM, pdf } from '../support/materials.ts';
import { openStage, type Stage } from './harness.ts';
import { openTabByKeys, pressAt, shown, submitByKeys, tabTo } from './keys.ts';
import { newManager, openReview } from './reviews.ts';
import { fillIn, newDraft, openPage, saved, scoreInput } from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('a return by keyboard alone: the station submits, the unit remarks and returns, the station corrects', async () => {
  const { person, id } = await newDraft(stage);
  await fillIn(person, id, { ...COMPLETE_FORM, unit: { ...COMPLETE_FORM.unit, contact: null } });
  const { number, station } = await person.api.call('GET assessment', { id });
  const { page, problems } = await openPage(stage, person, id);

  const chooser = page.waitForEvent('filechooser', { timeout: 0 });

  await tabTo(page, 'Contact');
  await page.keyboard.type('示例联系人');
  await openTabByKeys(page, /^Self-scoring/);
  await scoreInput(page, '1.1.1').waitFor();
  await tabTo(page, 'Score of item 1.1.1, at most 4');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('3');
  await tabTo(page, 'Reason, item 1.1.1');
  await page.keyboard.type('制度未修订（示例）');
  await tabTo(page, 'Add evidence for item 1.1.1');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles([
    { name: '制度.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf('system')) },
  ]);
  await page.getByRole('button', { name: '制度.pdf', exact: true }).waitFor();
  await saved(page);
  await submitByKeys(page);

  const unit = await openReview(stage, await newManager(stage), `${id}/first_manager`);
  await unit.page.goto('/');
  await pressAt(unit.page, 'Standardisation assessments');
  await unit.page.getByRole('link', { name: number }).waitFor();
  // Before the link, its row has a box with the number in its name.
  await pressAt(unit.page, new RegExp(`^(?!Select).*${number}`));
  await unit.page.getByRole('heading', { level: 1, name: station.name }).waitFor();
  await shown(unit.page, 'button', 'Remark on Contact');
  await tabTo(unit.page, 'Remark on Contact');
  // Without a pointer at its place, the focus alone shows the button.
  const button = unit.page.getByRole('button', { name: 'Remark on Contact', exact: true });
  await expect.poll(() => button.evaluate((one) => getComputedStyle(one).opacity)).toBe('1');
  await unit.page.keyboard.press('Enter');
  await unit.page.keyboard.type('请核对联系人（示例）');
  await openTabByKeys(unit.page, /^Self scores/);
  await shown(unit.page, 'button', 'Remark on 制度.pdf');
  await pressAt(unit.page, 'Remark on 制度.pdf');
  await unit.page.keyboard.type('未盖章（示例）');
  await openTabByKeys(unit.page, /^Remarks/);
  await shown(unit.page, 'button', 'Return');
  await pressAt(unit.page, 'Return');
  const dialog = unit.page.getByRole('dialog', { name: 'Return' });
  await dialog.waitFor();
  await tabTo(unit.page, 'Description');
  await unit.page.keyboard.type('请按意见修改（示例）');
  await pressAt(unit.page, 'Return');
  await dialog.waitFor({ state: 'detached' });

  await page.reload();
  await page.getByText('请按意见修改（示例）').first().waitFor();
  await page.getByText('2 remarks (2 to answer)').waitFor();
  await shown(page, 'link', 'Contact');
  await pressAt(page, 'Contact');
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('unit.contact');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('新联系人');
  await shown(page, 'link', 'Evidence for item 1.1.1: 制度.pdf');
  await tabTo(page, 'Evidence for item 1.1.1: 制度.pdf', true);
  await page.keyboard.press('Enter');
  await page.getByRole('tabpanel').getByText('未盖章（示例）').waitFor();
  await shown(page, 'button', 'Delete 制度.pdf');
  await pressAt(page, 'Delete 制度.pdf');
  await page.getByRole('dialog').waitFor();
  await pressAt(page, 'Delete');
  await page.getByRole('button', { name: '制度.pdf', exact: true }).waitFor({ state: 'detached' });
  await saved(page);
  await submitByKeys(page);
  const { form, status } = await person.api.call('GET assessment', { id });
  expect([form.unit.contact, status]).toEqual(['新联系人', 'submitted']);
  expect([...problems, ...unit.problems]).toEqual([]);
});
