import { returnReasons } from '@shp/shared/text/en/assessment/returnReasons';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upload } from '../support/accounts.ts';
import { pdf } from '../support/materials.ts';
import { answered, openStage, type Stage } from './harness.ts';
import { again, newManager, openPart, openReview, remark, resubmitted, submitted } from './reviews.ts';
import { item } from './stations.ts';
import { faultsOf } from './visualChecks.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('the first manager reads the whole submission: form, scores with reasons, inline evidence, files', async () => {
  const { id } = await submitted(stage);
  const { page, problems } = await openReview(stage, await newManager(stage), `${id}/first_manager`);
  await page.getByText('Awaiting first review').first().waitFor();
  await page.getByText('Your turn: first review').waitFor();
  const unit = page.getByRole('region', { name: 'Unit' });
  await unit.getByText('示例联系人', { exact: true }).waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
  // There is no earlier submission, so the page marks no changes.
  expect(await page.getByText('Only what changed').count()).toBe(0);

  await openPart(page, 'Self scores');
  await item(page, '1.1.2').getByText('4 of 6 points').waitFor();
  await item(page, '1.1.2').getByText('缺少年度指标（示例）').waitFor();
  await item(page, '1.1.1').getByRole('button', { name: '责任书.png', exact: true }).click();
  const picture = page.getByRole('region', { name: '责任书.png' }).getByRole('img', { name: '责任书.png' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60);
  // The key shows the item's next file, while the focus stays at the item.
  await page.keyboard.press('Alt+V');
  const file = page.getByRole('region', { name: '制度.pdf' });
  await file.locator('iframe').waitFor();
  const download = page.waitForEvent('download');
  await file.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('制度.pdf');
  await file.getByRole('button', { name: 'Close', exact: true }).click();

  await openPart(page, 'Files');
  const category = page.getByRole('region', { name: 'Business licence' });
  await category.getByRole('button', { name: 'businessLicence.pdf', exact: true }).waitFor();
  expect(await page.locator('input[type=file]').count()).toBe(0);
  expect(problems).toEqual([]);
});

test.each([380, 1200])(
  'the button for a remark stands with its words in the line of the score, %i px',
  async (width) => {
    const { id } = await submitted(stage);
    const look = { lang: 'en', width } as const;
    const { page, problems } = await openReview(stage, await newManager(stage), `${id}/first_manager`, look);
    await openPart(page, 'Self scores');
    const row = item(page, '1.1.2');
    const button = row.getByRole('button', { name: 'Remark on Item 1.1.2' });
    await button.getByText('Remark', { exact: true }).waitFor();
    expect(await button.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
    const middle = async (of: typeof button) => {
      const box = await of.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) / 2;
    };
    const score = await middle(row.getByText('4 of 6 points'));
    expect(Math.abs((await middle(button)) - score)).toBeLessThan(6);
    expect(Math.abs((await middle(row.getByRole('checkbox'))) - score)).toBeLessThan(6);
    await button.press('Enter');
    await page.keyboard.type('请附年度指标（示例）');
    const text = row.getByRole('textbox', { name: 'Remark on Item 1.1.2' });
    expect(await text.inputValue()).toBe('请附年度指标（示例）');
    await row.getByRole('button', { name: 'Remove the remark on Item 1.1.2' }).press('Enter');
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
  },
);

test('a return offers common reasons, which are written into its description and taken out again', async () => {
  const { id } = await submitted(stage);
  const { page, problems } = await openReview(stage, await newManager(stage), `${id}/first_manager`);
  await page.getByRole('button', { name: 'Return', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Return' });
  const text = dialog.getByRole('textbox', { name: 'Description' });
  await text.fill('见意见（示例）');
  const [first = '', second = ''] = returnReasons.offered;
  const reason = (name: string) => dialog.getByRole('group', { name: 'Common reasons' }).getByRole('button', { name });
  await reason(first).press('Enter');
  await reason(second).click();
  expect(await text.inputValue()).toBe(['见意见（示例）', first, second].join('\n'));
  expect(await reason(first).getAttribute('aria-pressed')).toBe('true');
  await reason(first).click();
  expect(await text.inputValue()).toBe(['见意见（示例）', second].join('\n'));
  expect(await faultsOf(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('changes since the previous submission are marked with their old values and can be filtered', async () => {
  const { id } = await resubmitted(stage);
  const { page, problems } = await openReview(stage, await newManager(stage), `${id}/first_manager`);
  await page.getByRole('tab', { name: 'Application form, 1 change' }).waitFor();
  await page.getByText('请按意见修改（示例）').first().waitFor();
  const only = page.getByRole('switch', { name: 'Only what changed' });
  await only.check();
  await page.getByText('新联系人（示例）').waitFor();
  expect(await page.getByText('Address', { exact: true }).count()).toBe(0);
  await page.getByText('Changed since the previous submission').click();
  await page.getByText('Before: 示例联系人').waitFor();

  await page.getByRole('tab', { name: 'Self scores, 2 changes' }).click();
  await item(page, '1.1.2').getByText('3 of 6 points').waitFor();
  expect(await item(page, '1.1.1').count()).toBe(0);
  await item(page, '1.1.2').getByText('Changed since the previous submission').click();
  await item(page, '1.1.2').getByText('Before: 4; 缺少年度指标（示例）').waitFor();
  await page.getByRole('tab', { name: /^2 Institutionalised/ }).click();
  await item(page, '2.1.1').getByText('New since the previous submission').waitFor();
  expect(await page.getByRole('tablist', { name: 'Chapters' }).getByRole('tab').count()).toBe(2);

  await page.getByRole('tab', { name: 'Files, 1 change' }).click();
  const report = page.getByRole('region', { name: 'Self-assessment report' });
  await report.getByText('Removed since the previous submission').waitFor();
  expect(await report.getByRole('button', { name: /^(?!Remark).*\.pdf$/ }).allTextContents()).toEqual([
    '自评报告.pdf',
    'selfReport.pdf',
  ]);
  // A removed file can still be opened.
  await report.getByRole('button', { name: 'selfReport.pdf', exact: true }).click();
  await page.getByRole('dialog', { name: 'selfReport.pdf' }).locator('iframe').waitFor();
  await page.keyboard.press('Escape');
  await only.uncheck();
  await page.getByRole('region', { name: 'Business licence' }).waitFor();
  expect(problems).toEqual([]);
});

test('remarks are collected while reading, survive a closed tab, and are sent with the return', async () => {
  const { station, id } = await submitted(stage);
  const manager = await newManager(stage);
  const { page, context, problems } = await openReview(stage, manager, `${id}/first_manager`);
  await remark(page, 'Contact', '联系人写错了（示例）');
  await remark(page, 'Owner', '不发送（示例）');
  await openPart(page, 'Self scores');
  await remark(page, 'Item 1.1.2', '请附年度指标（示例）');
  await remark(page, '责任书.png', '图片不清楚（示例）');
  await openPart(page, 'Files');
  await remark(page, 'Photographs', '请附照片（示例）');
  await page.close();

  const next = await context.newPage();
  await next.goto(`/assessments/${id}/first_manager#submit`);
  await next.getByRole('tab', { name: 'Remarks, 5 remarks to be sent', selected: true }).waitFor();
  const list = next.getByRole('region', { name: 'Remarks to be sent' });
  await list.getByRole('button', { name: 'Remove the remark on Owner' }).click();
  await list.getByRole('textbox', { name: 'Remark on Photographs' }).fill('请附大坝照片（示例）');
  await list.getByRole('link', { name: 'Contact' }).click();
  await next.getByRole('tab', { name: 'Application form', selected: true }).waitFor();
  await next.getByRole('textbox', { name: 'Remark on Contact' }).fill('联系人已离职（示例）');
  await openPart(next, 'Remarks');
  await next.getByRole('button', { name: 'Return', exact: true }).click();
  const dialog = next.getByRole('dialog', { name: 'Return' });
  await dialog.getByText('4 remarks are sent with it.').waitFor();
  await dialog.getByRole('button', { name: 'Return' }).click();
  await dialog.getByText('Please enter a description').waitFor();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('请补充材料（示例）');
  // The text in the dialog survives a reload, too.
  await next.reload();
  await openPart(next, 'Remarks');
  await next.getByRole('button', { name: 'Return', exact: true }).click();
  expect(await dialog.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('请补充材料（示例）');
  await dialog.getByRole('button', { name: 'Return' }).click();
  await next
    .getByRole('status')
    .getByText(/, Level \d: returned with 4 remarks\.$/)
    .waitFor();
  expect(await next.getByRole('region', { name: 'Remarks to be sent' }).count()).toBe(0);
  // Without the right to return the application, there are no remark buttons.
  await openPart(next, 'Application form');
  expect(await next.getByRole('button', { name: /^Remark on/ }).count()).toBe(0);

  const events = await station.api.call('GET assessment/events', { id });
  const evidence = await station.api.call('GET file/evidence', { asmId: id, serial1: '1' });
  expect(events.at(-1)).toMatchObject({
    status: 'returned',
    description: '请补充材料（示例）',
    remarks: [
      { part: 'form', field: 'unit.contact', text: '联系人已离职（示例）' },
      { part: 'score', serial: '1.1.2', text: '请附年度指标（示例）' },
      {
        part: 'file',
        fileId: evidence.find(({ title }) => title === '责任书')?.id,
        serial: '1.1.1',
        text: '图片不清楚（示例）',
      },
      { part: 'file', field: 'photographs', text: '请附大坝照片（示例）' },
    ],
  });

  const there = await openReview(stage, station, `${id}/station`);
  await openPart(there.page, 'Self-scoring');
  await item(there.page, '1.1.2').getByText('请附年度指标（示例）').waitFor();
  await item(there.page, '1.1.1').getByText('图片不清楚（示例）').waitFor();
  expect(problems.concat(there.problems)).toEqual([]);
});

test('of two managers deciding at once the second sees the current status and keeps the typed text', async () => {
  const { id } = await submitted(stage);
  const manager = await newManager(stage);
  const faster = await newManager(stage);
  const { page, problems } = await openReview(stage, manager, `${id}/first_manager`);
  await remark(page, 'Contact', '我的意见（示例）');
  await openPart(page, 'Remarks');
  await page.getByRole('button', { name: 'Return', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Return' });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('我的说明（示例）');
  await answered(page);
  await faster.api.call('POST assessment/add_event', { id, status: 'first_passed', description: '' });
  await dialog.getByRole('button', { name: 'Return' }).click();
  await dialog.getByText('First review passed').waitFor();
  expect(await dialog.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('我的说明（示例）');
  await expect.poll(() => dialog.getByRole('button', { name: 'Return' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Next: assign experts and start their review (city-level unit)').waitFor();
  expect(await page.getByRole('textbox', { name: 'Remark on Contact' }).inputValue()).toBe('我的意见（示例）');
  // Another browser of the same user does not show the text: it is stored in this browser only.
  const other = await openReview(stage, await again(manager), `${id}/first_manager`);
  await other.page.getByText('There is nothing for you to do now.').waitFor();
  expect(await other.page.getByRole('textbox').count()).toBe(0);
  expect(problems.concat(other.problems)).toEqual([]);
});

test('an application resubmitted meanwhile cannot be passed before it is read', async () => {
  const { station, id } = await submitted(stage);
  const { page, problems } = await openReview(stage, await newManager(stage), `${id}/first_manager#submit`);
  await page.getByRole('button', { name: 'Pass the first review' }).click();
  await answered(page);
  const send = (status: 'draft' | 'submitted') =>
    station.api.call('POST assessment/add_event', { id, status, description: '' });
  await send('draft');
  await station.api.call('POST assessment/update_form', { id, form: { unit: { contact: '另一联系人（示例）' } } });
  await send('submitted');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Pass the first review' }).click();
  await dialog.getByText('This was changed in the meantime; please check the current state').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openPart(page, 'Application form');
  await page.getByText('另一联系人（示例）').first().waitFor();
  await openPart(page, 'Remarks');
  await page.getByRole('button', { name: 'Pass the first review' }).click();
  await dialog.getByRole('button', { name: 'Pass the first review' }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  expect(await station.api.call('GET assessment', { id })).toMatchObject({ status: 'first_passed' });
  expect(problems).toEqual([]);
});

test('after passing, the next to-do opens, longest waiting first', async () => {
  const manager = await newManager(stage, 'county_manager', '450305');
  const { id } = await submitted(stage, '450305');
  const later = await submitted(stage, '450305');
  const { page, problems } = await openReview(stage, manager, `${id}/first_manager#submit`);
  await page.getByRole('button', { name: 'Pass the first review' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Pass the first review' }).click();
  const next = page.getByRole('region', { name: 'Next steps' }).getByRole('link', { name: 'Next waiting for me (1)' });
  await next.waitFor();
  await expect.poll(() => next.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/${later.id}/first_manager`);
  await page.getByRole('button', { name: 'Pass the first review' }).waitFor();
  await page.getByText('Nothing else is waiting for you.').waitFor();
  expect(problems).toEqual([]);
});

test("steps that are not possible yet are shown with the server's reason", async () => {
  const { id } = await submitted(stage);
  const province = await stage.person('province_manager');
  await province.api.call('POST assessment/add_event', { id, status: 'first_passed', description: '' });
  const { page, problems } = await openReview(stage, province, `${id}/first_manager#submit`);
  const start = page.getByRole('button', { name: 'Start the expert review' });
  await page.getByText('At least 1 expert must be assigned; now 0').waitFor();
  expect(await start.getAttribute('aria-disabled')).toBe('true');
  await start.press('Enter');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Return', exact: true }).getAttribute('aria-disabled')).toBe('false');
  expect(problems).toEqual([]);
});

test('a remark about a file replaced meanwhile stays with its category', async () => {
  const { station, id } = await submitted(stage);
  const { page, problems } = await openReview(stage, await newManager(stage), `${id}/first_manager`);
  await openPart(page, 'Files');
  await remark(page, 'businessLicence.pdf', '已过期（示例）');
  await openPart(page, 'Remarks');
  await page.getByRole('button', { name: 'Return', exact: true }).waitFor();
  await answered(page);
  const files = await station.api.call('GET file/list', { id });
  await station.api.call('POST assessment/add_event', { id, status: 'draft', description: '' });
  const target = { target: 'file', assessmentId: id, category: 'businessLicence', filename: '新执照.pdf' };
  await upload(station, target, pdf('licence'));
  const licence = files.find(({ category }) => category === 'businessLicence')?.id ?? '';
  await station.api.call('POST file/delete?', { id: licence });
  await station.api.call('POST assessment/add_event', { id, status: 'submitted', description: '' });

  await page.getByRole('button', { name: 'Return', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Return' });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('请更换（示例）');
  await dialog.getByRole('button', { name: 'Return' }).click();
  await dialog.getByText(/^businessLicence.pdf is gone/).waitFor();
  await dialog.getByRole('button', { name: 'Return' }).click();
  await page.getByText(/: returned with 1 remark\.$/).waitFor();
  const events = await station.api.call('GET assessment/events', { id });
  expect(events.at(-1)?.remarks).toEqual([{ part: 'file', field: 'businessLicence', text: '已过期（示例）' }]);
  expect(problems).toEqual([]);
});
