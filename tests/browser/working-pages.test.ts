import { review } from '@shp/shared/text/en/review';
import { rules } from '@shp/shared/text/en/rules';
import { review as zhReview } from '@shp/shared/text/zh/review';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '../support/accounts.ts';
import { COMPLETE_FORM } from '../support/materials.ts';
import { answered, openStage, type Stage } from './harness.ts';
import { newManager, openPart, openReview, remark, submitted } from './reviews.ts';
import { fillIn, item, newDraft, openPage, openTab, PASSWORD, saved, scoreInput, storedScore } from './stations.ts';
import { faultsOf } from './visualChecks.ts';
import { askForStep } from './workday.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test('a reviewer filters the items of a chapter, marks what is read, and sees evidence beside them', async () => {
  const { id } = await submitted(stage);
  const { page, problems } = await openReview(stage, await newManager(stage), `${id}/first_manager`);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/file/evidence')) asked.push(request.url());
  });
  await page.reload();
  await page.getByRole('link', { name: '118 items not read, 117 without evidence', exact: true }).waitFor();
  await answered(page);
  expect(asked).toEqual([]);
  await openPart(page, 'Self scores');
  await item(page, '1.1.1').waitFor();
  const filter = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} \\d+$`) });
  const shown = page.getByRole('tabpanel').locator('[data-item]');
  const all = Number((await filter(review.score.filters.all).textContent())?.match(/\d+/));
  await expect.poll(() => shown.count()).toBe(all);
  await page.getByRole('checkbox', { name: review.score.seenOf('1.1.1'), exact: true }).click();
  // Chapters and the bar count what this reviewer has read, and passing names what is left without forbidding it.
  await page.getByRole('tab', { name: /^1 .+: 1 of \d+ items read$/ }).waitFor();
  const bar = page.getByRole('region', { name: review.steps.title });
  await bar.getByRole('link', { name: /^117 items not read, \d+ without evidence$/ }).waitFor();
  await askForStep(page, 'passFirst');
  await page
    .getByRole('dialog')
    .getByText(/^117 items not read/)
    .waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('link', { name: 'Preview the conclusion' }).count()).toBe(0);
  await filter(review.score.filters.unread).click();
  await expect.poll(() => shown.count()).toBe(all - 1);
  await filter(review.score.filters.lost).click();
  await expect.poll(() => item(page, '1.1.2').count()).toBe(1);
  expect(await shown.count()).toBeLessThan(all);
  await filter(review.score.filters.all).click();

  // The evidence opens beside the items; a picture can be enlarged and turned.
  await item(page, '1.1.1')
    .getByRole('button', { name: /\.png$/ })
    .first()
    .click();
  const picture = page.getByRole('img', { name: /\.png$/ });
  await picture.waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('button', { name: review.files.zoomIn }).click();
  await page.getByText('150%').waitFor();
  await page.getByRole('button', { name: review.files.rotate }).click();
  await expect.poll(() => picture.evaluate((image) => getComputedStyle(image).rotate)).toBe('90deg');

  // What is read is still known after a reload.
  await page.reload();
  await openPart(page, 'Self scores');
  const again = page.getByRole('checkbox', { name: review.score.seenOf('1.1.1'), exact: true });
  await expect.poll(() => again.isChecked()).toBe(true);
  expect(problems).toEqual([]);
});

test.each([
  ['first_manager', 'Self scores'],
  ['station', 'Self-scoring'],
] as const)('the chapters stay in sight while the items of one are scrolled: %s', async (route, tab) => {
  const { page } = await stage.visitAs(route === 'station' ? 'station' : 'county_manager', { lang: 'en' });
  const { api } = await stage.person(route === 'station' ? 'station' : 'county_manager');
  const { items } = await api.call('GET assessment/query', {
    status: route === 'station' ? ['draft', 'returned'] : ['submitted'],
    size: 1,
  });
  await page.goto(`/assessments/${items[0]?.id}/${route}`);
  await openPart(page, tab);
  const chapters = page.getByRole('tablist', { name: review.score.chapters });
  await chapters.getByRole('tab').nth(3).click();
  const last = item(page, '4.1.12');
  await last.evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await last.getByText('4.1.12').first().click();
  const second = chapters.getByRole('tab').nth(1);
  await second.click();
  await item(page, '2.1.1').waitFor();
  const [bar, row] = [await chapters.boundingBox(), await item(page, '2.1.1').boundingBox()];
  expect(bar?.y).toBeGreaterThan(40);
  expect(row?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
});

test('choosing the self-scoring shows at least four items above the foot bar, though the application was returned', async () => {
  const { api } = await stage.person('station');
  const { items } = await api.call('GET assessment/query', { status: ['returned'], size: 1 });
  const { page } = await stage.visitAs('station', { lang: 'zh', width: 1200 });
  await page.goto(`/assessments/${items[0]?.id}/station`);
  await page.getByRole('tab').nth(1).click();
  await page.locator('[data-item="1.1.1"]').waitFor();
  const foot = page.getByRole('region', { name: zhReview.steps.title });
  const shown = async () => {
    const end = (await foot.boundingBox())?.y ?? 0;
    const scores = await page.locator('[data-score]').all();
    const boxes = await Promise.all(scores.slice(0, 8).map((score) => score.boundingBox()));
    return boxes.filter((box) => box && box.y > 48 && box.y + box.height <= end).length;
  };
  await expect.poll(shown).toBeGreaterThanOrEqual(4);
});

test.each([1200, 1440])('an expert begins with a score in sight, soon below the tabs, %i px', async (width) => {
  const { page, person } = await stage.visitAs('expert', { lang: 'zh', width });
  const { items } = await person.api.call('GET assessment/query', { status: ['reviewing'], size: 1 });
  await page.goto(`/assessments/${items[0]?.id}/expert`);
  await page.locator('[data-score]').first().waitFor();
  const boxOf = async (selector: string) => {
    const { y, height } = (await page.locator(selector).first().boundingBox()) ?? { y: 0, height: 0 };
    return { top: y, end: y + height };
  };
  const score = await boxOf('[data-score]');
  expect(score.end).toBeLessThan((await boxOf('section:has(> * [data-commands])')).top);
  expect(score.top - (await boxOf('#part-score')).end).toBeLessThan(300);
});

test.each(['en', 'zh'] as const)('on a phone the values of a form stand in one column: %s', async (lang) => {
  const { page, person } = await stage.visitAs('supervisor', { lang, width: 380 });
  const { items } = await person.api.call('GET assessment/query', { status: ['draft'], size: 1 });
  await page.goto(`/assessments/${items[0]?.id}/supervise`);
  const values = page.getByRole('tabpanel').locator('dd');
  await values.first().waitFor();
  const edges = await values.evaluateAll((all) =>
    all.flatMap((one) => (one.dataset.long === undefined ? [one.getBoundingClientRect().left] : [])),
  );
  expect(new Set(edges).size).toBe(1);
  // The sentence above the form leads to the first field.
  const missing = page.getByRole('tabpanel').getByRole('alert').getByRole('link');
  await missing.click();
  const field = page.locator('[tabindex="-1"]:focus');
  await field.getByText(/^! /).waitFor();
});

test('on a phone a part of the form is chosen from a list, again and again', async () => {
  const { page, person } = await stage.visitAs('station', { lang: 'en', width: 380 });
  const { items } = await person.api.call('GET assessment/query', { status: ['returned'], size: 1 });
  await page.goto(`/assessments/${items[0]?.id}/station`);
  const parts = page.getByRole('combobox', { name: review.form.index });
  const pledge = page.getByRole('region', { name: rules.formParts.pledge });
  await pledge.waitFor();
  for (let times = 0; times < 2; times += 1) {
    await parts.selectOption({ label: rules.formParts.pledge });
    await expect.poll(() => pledge.evaluate((part) => part.contains(document.activeElement))).toBe(true);
    expect(await parts.inputValue()).toBe('');
  }
});

test('a part that loads late is shown from its top', async () => {
  const { api } = await stage.person('station');
  const { items } = await api.call('GET assessment/query', { status: ['returned'], size: 1 });
  const { page } = await stage.visitAs('station', { lang: 'en', width: 1200 });
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/assessment/standard/serial1/titles?**', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/assessments/${items[0]?.id}/station#form`);
  await page.getByRole('region', { name: 'Unit' }).waitFor();
  await page.getByRole('tab', { name: /^Self-scoring/ }).click();
  await page.locator('[role=tabpanel][aria-labelledby=part-score]').waitFor();
  // The page is too short to scroll the part to its top.
  release();
  await item(page, '1.6.2').waitFor();
  const top = async () => (await page.getByRole('tabpanel').first().boundingBox())?.y;
  await expect.poll(top).toBeLessThan(120);
  expect(await top()).toBeGreaterThan(0);
  // Whoever has moved on stays there, whatever loads.
  await page.mouse.wheel(0, 300);
  await expect.poll(top).toBeLessThan(0);
  const place = await page.evaluate(() => scrollY);
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.setViewportSize({ width: 1200, height: 800 });
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(place - 200);
});

test('remarks without an answer are marked in tabs, chapters and index, and named in the submit dialog', async () => {
  const { station, id } = await submitted(stage);
  const admin = await stage.person('admin');
  const remarks = [
    { part: 'form' as const, field: 'self.summary', text: '过于简略（示例）' },
    { part: 'score' as const, serial: '2.1.1', text: '请核实（示例）' },
    { part: 'score' as const, serial: '1.1.2', text: '请说明（示例）' },
  ];
  await admin.api.call('POST assessment/add_event', { id, status: 'returned', description: '请修改（示例）', remarks });
  const { page, problems } = await openReview(stage, station, `${id}/station`);
  const form = page.getByRole('tab', { name: 'Application form, 1 remark not answered' });
  await form.waitFor();
  const index = page.getByRole('navigation', { name: review.form.index });
  await index.getByRole('listitem').nth(4).getByRole('img', { name: '1 remark not answered' }).waitFor();
  await page.getByRole('tab', { name: 'Self-scoring, 2 remarks not answered' }).click();
  await page.getByRole('tab', { name: /^2 .*, 1 remark not answered$/ }).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  const submit = page.getByRole('button', { name: 'Submit again', exact: true });
  await page
    .getByRole('region', { name: review.steps.title })
    .getByRole('link', { name: review.unansweredIn(3) })
    .waitFor();
  await submit.click();
  const dialog = page.getByRole('dialog', { name: 'Submit' });
  await dialog.getByRole('link', { name: review.unansweredIn(3) }).click();
  await dialog.waitFor({ state: 'detached' });
  const panel = page.getByRole('tabpanel', { name: /^Application form/ });
  const answer = panel.getByRole('textbox', { name: /^Answer to the remark on/ }).first();
  await answer.fill('已补充（示例）');
  await page.getByRole('tab', { name: 'Application form', exact: true }).waitFor();
  await submit.click();
  await dialog.getByText(review.unansweredIn(2)).waitFor();
  expect(await dialog.getByRole('button', { name: 'Submit' }).isEnabled()).toBe(true);
  expect(problems).toEqual([]);
});

test('a remark is moved to another place before it is sent', async () => {
  const { id } = await submitted(stage);
  const { page, problems } = await openReview(stage, await newManager(stage), `${id}/first_manager`);
  await remark(page, 'Contact', '放错了位置（示例）');
  await openPart(page, 'Remarks');
  await page.getByRole('button', { name: 'Move the remark on Contact', exact: true }).click();
  await openPart(page, 'Application form');
  await page.getByRole('button', { name: 'Move the remark to Owner', exact: true }).click();
  const moved = page.getByRole('textbox', { name: 'Remark on Owner', exact: true });
  await expect.poll(() => moved.inputValue()).toBe('放错了位置（示例）');
  expect(await page.getByRole('textbox', { name: 'Remark on Contact', exact: true }).count()).toBe(0);
  expect(problems).toEqual([]);
});

test('a station scores with keys and gives the rest of a chapter full points', async () => {
  const { person, id } = await newDraft(stage);
  const { page, problems } = await openPage(stage, person, id);
  await openTab(page, 'Self-scoring');
  await scoreInput(page, '1.1.1').fill('1');
  await scoreInput(page, '1.1.2').focus();
  await page.keyboard.press('Alt+A');
  await expect.poll(() => scoreInput(page, '1.1.2').inputValue()).not.toBe('');
  const rest = page.getByRole('button', { name: /^Full points for the \d+ items left/ });
  await rest.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Full points/ })
    .click();
  await saved(page);
  const scores = await person.api.call('GET assessment/station_scores', { id, s1: '1' });
  expect(scores.every(({ score }) => score !== null)).toBe(true);
  // What was scored before stays.
  expect(await storedScore(person, id, '1.1.1')).toMatchObject({ score: 1 });
  expect(await rest.count()).toBe(0);
  expect(problems).toEqual([]);
});

test('an application ends only with its number typed; the next one takes over what lasts', async () => {
  const { person, id } = await newDraft(stage);
  await fillIn(person, id, { ...COMPLETE_FORM, unit: { ...COMPLETE_FORM.unit, owner: '示例业主' } });
  const { number } = await person.api.call('GET assessment', { id });
  await person.api.call('POST assessment/add_event', { id, status: 'submitted', description: '' });
  const { page, problems } = await openPage(stage, person, id);
  await askForStep(page, 'withdraw');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  expect((await person.api.call('GET assessment', { id })).status).toBe('submitted');
  await dialog.getByRole('textbox', { name: `Type ${number} to confirm` }).fill(number);
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect.poll(async () => (await person.api.call('GET assessment', { id })).status).toBe('withdrawn');

  const next = await person.api.call('POST assessment/add_assessment', { level: 3 });
  const fresh = await openPage(stage, person, next.id);
  await fresh.page.getByRole('button', { name: 'Copy from the last application' }).click();
  await saved(fresh.page);
  await expect
    .poll(async () => (await person.api.call('GET assessment', { id: next.id })).form.unit.owner)
    .toBe('示例业主');
  // A pledge is made anew each time.
  expect((await person.api.call('GET assessment', { id: next.id })).form.pledge.agreed).toBeUndefined();
  expect(problems.concat(fresh.problems)).toEqual([]);
});

test('all other sessions are ended at once, and a session names its device', async () => {
  const { person, id } = await newDraft(stage);
  const { page, problems } = await openPage(stage, person, id);
  const other = await logIn(stage.url, person.account, PASSWORD);
  await page.goto('/profile?tab=sessions');
  await page.getByRole('row', { name: /^node This device / }).waitFor();
  await page.getByRole('button', { name: 'Log out all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out all others' }).click();
  await page.getByText('All other devices are logged out').waitFor();
  await expect(other.api.call('GET user', {})).rejects.toThrow();
  await expect.poll(() => page.getByRole('button', { name: 'Log out all others' }).count()).toBe(0);
  expect(problems).toEqual([]);
});

test('a version of the standard is read as a tree and searched', async () => {
  const { page, problems } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto('/profile?tab=standards');
  await page
    .getByRole('button', { name: /^Read version/ })
    .first()
    .click();
  const view = page.getByRole('region', { name: /^Version / });
  await expect.poll(() => view.locator('details > summary > b').count()).toBe(8);
  await view.getByText(/^1 /).first().click();
  await view.getByRole('searchbox', { name: 'Search serial or text' }).fill('4.1.12');
  await view.getByText('4.1.12', { exact: true }).waitFor();
  await expect.poll(() => view.locator('details > summary > b').count()).toBe(1);
  expect(problems).toEqual([]);
});

test.each([380, 1200])('the steps at the foot stay where they are while a part loads, %i px', async (width) => {
  const { page, person, problems } = await stage.visitAs('city_manager', { lang: 'en', width });
  const { items } = await person.api.call('GET assessment/query', { status: ['reviewed'], size: 1 });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const late of [/assets\/DecidePart-/, /api\/assessment\/query/, /api\/assessment\/(sum|expert)_/])
    await page.route(late, async (route) => {
      await held;
      await route.continue();
    });
  await page.goto(`/assessments/${items[0]?.id}/final_manager`);
  const bar = page.getByRole('region', { name: review.steps.title });
  const step = bar.getByRole('button', { name: rules.steps.fail, exact: true });
  await step.waitFor();
  // Every place of its lower edge and its right one in a picture drawn from now on.
  await step.evaluate((button) => {
    const places = new Set<string>();
    const look = () => {
      const { right, bottom } = button.getBoundingClientRect();
      places.add(`${Math.round(right)} ${Math.round(bottom)}`);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { places });
  });
  await openPart(page, 'Conclusion');
  // The experts' progress has a value, what is still loading has none.
  await page.getByRole('tabpanel').locator('[role=progressbar]:not([aria-valuenow])').waitFor();
  release();
  await page.getByRole('heading', { name: 'Conditions for passing' }).waitFor();
  await page.getByRole('heading', { name: 'Rates by chapter' }).waitFor();
  if (width > 600) await bar.getByRole('link', { name: /^Next/ }).waitFor();
  const places = await page.evaluate(() => [...(window as unknown as { places: Set<string> }).places]);
  expect(places).toHaveLength(1);
  expect(Number(places[0]?.split(' ')[1])).toBeGreaterThan((page.viewportSize()?.height ?? 0) - 60);
  expect(problems).toEqual([]);
});

test('an expert filters the items of a chapter; one that is being scored stays, and the open file is marked', async () => {
  const { page, person, problems } = await stage.visitAs('expert', { lang: 'en' });
  const { items } = await person.api.call('GET assessment/query', { status: ['reviewing'], size: 1 });
  await page.goto(`/assessments/${items[0]?.id}/expert`);
  await page.getByText('Your turn: score and conclude').waitFor();
  await item(page, '3.2.5').waitFor();
  await page.getByRole('button', { name: /^Not scored 2$/ }).click();
  const shown = page.getByRole('tabpanel').locator('[data-item]');
  await expect.poll(() => shown.count()).toBe(2);
  await scoreInput(page, '3.2.5').fill('5');
  await saved(page);
  expect(await shown.count()).toBe(2);
  await page.getByRole('button', { name: /^All \d+$/ }).click();
  const file = shown.getByRole('button', { name: /\.(pdf|png)$/ }).first();
  await file.click();
  await expect.poll(() => file.getAttribute('aria-current')).toBe('true');
  expect(await faultsOf(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('a page of an assessment leads back to the list as it was left', async () => {
  const { page, problems } = await stage.visitAs('province_manager', { lang: 'en' });
  await page.goto('/assessments?tab=all&level=3');
  await page.locator('tbody a').first().click();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.locator('tbody a').first().waitFor();
  expect(new URL(page.url()).search).toBe('?tab=all&level=3');
  await page.locator('tbody a').first().click();
  await page.reload();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.locator('tbody a').first().waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(problems).toEqual([]);
});
