import type { Lang } from '@shp/shared/domain/lib/lang';
import { review as en } from '@shp/shared/text/en/review';
import { review as zh } from '@shp/shared/text/zh/review';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upload } from '../support/accounts.ts';
import { COMPLETE_FORM, pdf, png } from '../support/materials.ts';
import { openStage, type Stage } from './harness.ts';
import { fillIn, newDraft, openPage, scoreInput } from './stations.ts';
import { faultsOf, TWO_LOOKS } from './visualChecks.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const TEXTS: Record<Lang, typeof en> = { zh, en };

/** A returned application with remarks, evidence and one problem of every kind. */
async function troubled(): Promise<{ id: string; person: Awaited<ReturnType<typeof newDraft>>['person'] }> {
  const { person, id } = await newDraft(stage);
  await fillIn(person, id);
  await upload(person, { target: 'evidence', assessmentId: id, serial: '1.1.1', filename: '责任书.png' }, png(60, 40));
  await upload(person, { target: 'evidence', assessmentId: id, serial: '1.1.1', filename: '制度.pdf' }, pdf('system'));
  await person.api.call('POST assessment/add_event', { id, status: 'submitted', description: '' });
  const admin = await stage.person('admin');
  await admin.api.call('POST assessment/add_event', {
    id,
    status: 'returned',
    description: '请按意见修改后重新提交（示例）',
    remarks: [
      { part: 'form', field: 'unit.contact', text: '联系人已变更（示例）' },
      { part: 'score', serial: '1.1.1', text: '请说明扣分理由（示例）' },
      { part: 'file', field: 'photographs', text: '请附大坝照片（示例）' },
    ],
  });
  await person.api.call('POST assessment/update_form', {
    id,
    form: { ...COMPLETE_FORM, unit: { creditCode: '9145', contactPhone: null }, record: { deaths: 2 } },
  });
  const items = [{ serial: '1.1.2', score: 1, missing: false, reason: '' }];
  await person.api.call('POST assessment/station_scores', { id, items });
  return { id, person };
}

for (const look of TWO_LOOKS) {
  test(`${look.lang}, ${look.theme}, ${look.width} pixels: no serious accessibility fault, no horizontal scrolling`, async () => {
    const { id, person } = await troubled();
    const { page, problems } = await openPage(stage, person, id, look);
    const text = TEXTS[look.lang];
    const tab = (name: keyof typeof en.tabs) => page.getByRole('tab', { name: new RegExp(`^${text.tabs[name]}`) });
    const found: Record<string, unknown> = {};
    const look1 = async (name: string) => {
      const seen = await faultsOf(page);
      if (seen.length > 0) found[name] = seen;
    };

    await page.getByText(text.history, { exact: true }).click();
    await look1('form');
    // Causes a conflict: another client saves first.
    await person.api.call('POST assessment/update_form', { id, form: { unit: { contact: '另一人' } } });
    await page.locator('[name="unit.contact"]').fill('这一人');
    await page.getByRole('alert').filter({ hasText: '另一人' }).waitFor();
    await look1('conflict');
    await page.getByRole('alert').filter({ hasText: '另一人' }).getByRole('button').first().click();
    await tab('score').click();
    await scoreInput(page, '1.1.3').fill('99');
    await look1('score');
    await page.getByRole('button', { name: '责任书.png', exact: true }).click();
    await page.getByRole('dialog').getByRole('img').waitFor();
    await look1('viewer');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: text.sheet.export }).click();
    await page.getByRole('menuitem').last().click();
    await look1('sheet');
    await page.keyboard.press('Escape');
    await tab('files').click();
    const other = page.locator('input[type=file]').last();
    await other.setInputFiles([
      { name: '不能上传.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    ]);
    await look1('files');
    await tab('submit').click();
    await page.getByRole('tabpanel').getByRole('listitem').first().waitFor();
    await look1('submit');
    await page.getByRole('button', { name: text.steps.more }).click();
    await page.getByRole('menuitem').click();
    await page.getByRole('dialog').waitFor();
    await look1('step');
    expect(found).toEqual({});
    expect(problems).toEqual([]);
  });
}
