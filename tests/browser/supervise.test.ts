import type { Status } from '@shp/shared/domain/assessment/statuses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, rowCount, type Stage } from './harness.ts';
import { openPart, openReview } from './reviews.ts';
import { item, newDraft } from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('a supervisor reads everything of an assessment and can change nothing', async () => {
  const supervisor = await stage.person('supervisor');
  const { items } = await supervisor.api.call('GET assessment/query', { status: ['passed'], size: 1 });
  const [row] = items;
  if (!row) throw new Error('the demo has no rating that the supervisor sees');
  const { id } = row;
  const { page, problems } = await openReview(stage, supervisor, `${id}/supervise`);
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(request.url());
  });
  await page.getByRole('heading', { name: row.number }).waitFor();
  await page.getByRole('region', { name: 'Unit' }).getByText(row.station.name).waitFor();

  await openPart(page, 'Self scores');
  const experts = await supervisor.api.call('GET assessment/all_expert_scores', { id, s1: '1' });
  for (const { name, items: given } of experts) {
    const score = given.find(({ serial }) => serial === '1.1.1');
    await item(page, '1.1.1').getByText(name).waitFor();
    expect(await item(page, '1.1.1').innerText()).toContain(`${name} ${score?.score ?? 'Reasonable missing item'}`);
  }
  expect(experts.length).toBeGreaterThan(0);

  await openPart(page, 'Files');
  await page.getByRole('region', { name: 'Business licence' }).waitFor();

  await openPart(page, 'Expert review');
  const panel = page.getByRole('region', { name: 'Experts' }).first();
  for (const { name } of row.experts) await panel.getByRole('cell', { name }).waitFor();
  const result = await supervisor.api.call('GET assessment/result', { id });
  await page.getByText(`Score ${result?.score100.toFixed(1)}`, { exact: true }).waitFor();
  const conclusions = await supervisor.api.call('GET assessment/experts_conclusion', { id });
  for (const { conclusion } of conclusions) await page.getByText(conclusion).first().waitFor();
  const manager = await supervisor.api.call('GET assessment/manager_conclusion', { id });
  await page
    .getByRole('region', { name: 'Conclusion' })
    .getByText(manager?.conclusion ?? '')
    .waitFor();

  await page.getByText('History', { exact: true }).click();
  const events = await supervisor.api.call('GET assessment/events', { id });
  await expect.poll(() => page.getByRole('list', { name: 'History' }).locator('> li').count()).toBe(events.length);
  expect(await page.getByRole('textbox').count()).toBe(0);
  expect(await page.locator('input[type=file]').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^(Return|Pass|Remark|Delete|Conclude|Revoke)/ }).count()).toBe(0);
  expect(writes).toEqual([]);
  expect(problems).toEqual([]);
});

test('before its first submission an application has no parts for experts and their scores', async () => {
  const supervisor = await stage.person('supervisor');
  const { page, problems } = await stage.visitAs('supervisor', { lang: 'en' });
  const parts = async (status: Status) => {
    const { items } = await supervisor.api.call('GET assessment/query', { status: [status], size: 1 });
    await page.goto(`/assessments/${items[0]?.id}/supervise`);
    await page.getByRole('tab').first().waitFor();
    return page.getByRole('tab').allInnerTexts();
  };
  expect(await parts('draft')).toEqual(['Application form', 'Self scores', 'Files', 'Findings']);
  expect(await parts('submitted')).toEqual(expect.arrayContaining(['Expert review', 'Comparison']));
  expect(problems).toEqual([]);
});

test('a province manager reads it too; assessments without a link to a supervisor do not mention one', async () => {
  const { id } = await newDraft(stage);
  const supervisor = await stage.visitAs('supervisor', { lang: 'en' });
  await supervisor.page.goto(`/assessments/${id}/supervise`);
  await supervisor.page.getByText('This assessment does not exist, or you may not see it.').waitFor();
  const province = await openReview(stage, await stage.person('province_manager'), `${id}/supervise`);
  await province.page.getByText('Draft').first().waitFor();
  expect(supervisor.problems.concat(province.problems)).toEqual([]);
});

test("each figure of an aggregate account's stations leads to the list with as many rows", async () => {
  const { page, problems } = await stage.visitAs('supervisor', { lang: 'en' });
  await page.goto('/supervisor/stations');
  const figures = page.getByRole('list').filter({ hasText: 'Linked' }).getByRole('link');
  await expect.poll(async () => (await figures.allInnerTexts()).join()).toMatch(/^(\d+\s[^,]+,?){6}$/);
  const all = await figures.evaluateAll((links) =>
    links.map((link) => [link.getAttribute('href') ?? '', Number.parseInt(link.textContent ?? '', 10)] as const),
  );
  for (const [to, count] of all) {
    await page.goto(to);
    await (count === 0 ? page.getByText('Nothing found.') : rowCount(page, count)).first().waitFor();
  }
  expect(problems).toEqual([]);
});
