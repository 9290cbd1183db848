import type { Status } from '@shp/shared/domain/assessment/statuses';
import { conclusion } from '@shp/shared/text/conclusion';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstLogin } from '../support/accounts.ts';
import { COMPLETE_FORM, scoresAt } from '../support/materials.ts';
import { newReview } from './experts.ts';
import { axeFaults, openStage, type Stage, sidewaysScroll } from './harness.ts';
import { textsByPage } from './pdf.ts';
import { fillIn, itemsOf, newDraft } from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function assessmentIn(status: Status) {
  const { api } = await stage.person('admin');
  const { items } = await api.call('GET assessment/query', { status: [status], size: 1 });
  const row = items[0];
  if (!row) throw new Error(`the demo has no assessment in ${status}`);
  return { row, print: await api.call('GET assessment/print', { id: row.id }) };
}

const path = (id: string) => `/assessments/${id}/print-conclusion`;

test('a concluded review prints completely, in Chinese, with number, digest and a way to verify it', async () => {
  const { row, print } = await assessmentIn('passed');
  const { page, problems } = await stage.visitAs('province_manager', { lang: 'en', theme: 'dark' });
  await page.goto(path(row.id));
  const paper = page.locator('article');
  await paper.waitFor();
  const text = (await paper.innerText()).replace(/\s+/g, ' ');
  for (const heading of Object.values(conclusion.headings)) expect(text).toContain(heading);
  expect(text).toContain(`编号：${row.number}`);
  expect(text).toContain(print.digest);
  expect(text).toContain(`有效期至 ${row.validUntil}`);
  expect(await paper.locator('.figures tbody tr').count()).toBe(9);
  expect(await paper.locator('.items tbody tr').count()).toBe(print.missingItems.length + print.problems.length);
  expect(await paper.getByText(conclusion.draft, { exact: true }).count()).toBe(0);

  const check = await paper.getByRole('link', { name: 'QR code to verify this document' });
  const href = (await check.getAttribute('href')) ?? '';
  const { api } = await stage.person('station');
  const { number, digest } = Object.fromEntries(new URL(href).searchParams);
  expect(new URL(href).origin + new URL(href).pathname).toBe(`${stage.url}/api/verify`);
  const verdict = await api.call('GET verify', { number: number ?? '', digest: digest ?? '' });
  expect(verdict).toMatchObject({ genuine: true, number: row.number });

  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  const texts = textsByPage(await page.pdf({ preferCSSPageSize: true }));
  expect(texts.length).toBeGreaterThan(2);
  // A page with only its page number would have just a few pieces; the certificate, the last page, has few lines.
  expect(Math.min(...texts.slice(0, -1))).toBeGreaterThan(20);
  const certificate = page.getByRole('region', { name: conclusion.certificate.title });
  await certificate.getByText(row.number).waitFor();
  await certificate.getByText(print.digest ?? '').waitFor();
  expect(await certificate.locator('.seal').innerText()).toBe(`${conclusion.certificate.unit}${print.manager}`);
  // Each line to sign on is empty, and begins behind the names.
  const signed = await paper.locator('.signatures').evaluate((list) => ({
    texts: [...list.querySelectorAll('i')].map((line) => line.innerText),
    starts: new Set([...list.querySelectorAll('i')].map((line) => line.getBoundingClientRect().left)).size,
  }));
  expect(signed).toEqual({ texts: Array(print.experts.length + 2).fill(''), starts: 1 });
  expect(problems).toEqual([]);
});

test('the certificate prints by itself, and the next print has everything again', async () => {
  const { row } = await assessmentIn('passed');
  const { page, problems } = await stage.visitAs('province_manager', { lang: 'en' });
  await page.goto(path(row.id));
  const only = page.getByRole('button', { name: 'Certificate only' });
  await only.waitFor();
  // The browser's dialog would end the printing at once.
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await only.click();
  await page.emulateMedia({ media: 'print' });
  await page.getByRole('region', { name: conclusion.certificate.title }).getByText(row.number).waitFor();
  expect(await page.locator('article').isVisible()).toBe(false);
  expect(textsByPage(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  expect(await page.locator('article').isVisible()).toBe(true);
  expect(textsByPage(await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(2);
  expect(problems).toEqual([]);
});

test('the score of some of the experts is shown as partial, on the page of the review and in its draft', async () => {
  const { id, experts } = await newReview(stage, 2);
  const [expert] = experts;
  if (!expert) throw new Error('no expert');
  await expert.api.call('POST assessment/expert_scores', { id, items: scoresAt(await itemsOf(expert, id), 1, '') });
  await expert.api.call('POST assessment/update_conclusion', { id, conclusion: '已核对（示例）' });
  const { page, problems } = await stage.visitAs('province_manager', { lang: 'en' });
  await page.goto(`/assessments/${id}/final_manager`);
  await page.getByText('100.0 (1 of 2 experts)', { exact: true }).waitFor();
  await page.goto(path(id));
  await page.getByText('So far 1 of 2 experts has concluded; the score counts only these.').waitFor();
  await page
    .locator('article')
    .getByText(conclusion.result.partial('100.0', 1, 2), { exact: true })
    .waitFor();
  expect(problems).toEqual([]);
});

test('no row is split across pages', async () => {
  const { row } = await assessmentIn('passed');
  const { page } = await stage.visitAs('admin');
  await page.goto(path(row.id));
  await page.locator('article').waitFor();
  await page.emulateMedia({ media: 'print' });
  const loose = await page
    .locator('article tr')
    .evaluateAll((rows) => rows.filter((one) => getComputedStyle(one).breakInside !== 'avoid').length);
  expect(loose).toBe(0);
});

test('the verification code is printed with the signatures, not on a page of its own', async () => {
  const { row } = await assessmentIn('passed');
  const { page } = await stage.visitAs('admin');
  await page.goto(path(row.id));
  const code = page.locator('article svg');
  await code.waitFor();
  await page.emulateMedia({ media: 'print' });
  const whole = await code.evaluate((svg) => {
    let around = svg.parentElement;
    while (around && !around.querySelector('.signatures')) around = around.parentElement;
    return around && getComputedStyle(around).breakInside;
  });
  expect(whole).toBe('avoid');
});

test('before the conclusion every page has a watermark and no number or code', async () => {
  const { row } = await assessmentIn('reviewing');
  const { page, problems } = await stage.visitAs('province_manager');
  await page.goto(path(row.id));
  await page.locator('.watermark').getByText('草稿').waitFor();
  expect(await page.locator('article').innerText()).not.toContain(row.number);
  expect(await page.locator('article svg').count()).toBe(0);
  // The conclusion of the unit is still to come, and not absent.
  await page.locator(`h2:text-is("${conclusion.headings.manager}") + p`).getByText(conclusion.notWritten).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.watermark').evaluate((mark) => getComputedStyle(mark).position)).toBe('fixed');
  expect(problems).toEqual([]);
});

test('a revoked rating is marked', async () => {
  const { row } = await assessmentIn('revoked');
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto(path(row.id));
  await page.locator('.watermark').getByText('已撤销').waitFor();
  await page.getByText('This rating has been revoked.').waitFor();
});

/** How many lines the text of a cell takes. */
const linesOf = (cell: Locator) =>
  cell.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

test('the page is readable on a phone and has no serious accessibility fault, in either theme', async () => {
  const { row, print } = await assessmentIn('passed');
  for (const look of [
    { width: 380, theme: 'dark', lang: 'en' },
    { width: 380, theme: 'light', lang: 'zh' },
  ] as const) {
    const { page, leave } = await stage.visitAs('admin', look);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path(row.id));
    await page.locator('article').waitFor();
    await page.getByRole('button', { name: look.lang === 'en' ? 'Print' : '打印' }).isEnabled();
    expect(await axeFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    for (const value of [row.number, String(print.unit.creditCode)])
      expect(await linesOf(page.getByRole('cell', { name: value, exact: true }))).toBe(1);
    await leave();
  }
});

test('the bar stays in reach while the paper scrolls, and leads back like other pages', async () => {
  const { row } = await assessmentIn('passed');
  for (const width of [1440, 380]) {
    const { page, leave } = await stage.visitAs('province_manager', { lang: 'zh', width });
    await page.goto(path(row.id));
    const print = page.getByRole('button', { name: '打印' });
    await page.getByRole('region', { name: conclusion.certificate.title }).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(2000);
    await expect.poll(async () => (await print.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0);
    expect((await print.boundingBox())?.y).toBeLessThan(60);
    const back = page.getByRole('link', { name: '返回评审' });
    expect(await back.innerText()).toBe('‹ 返回评审');
    await page.emulateMedia({ media: 'print' });
    expect(await back.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await back.click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/assessments/${row.id}/final_manager`);
    await leave();
  }
});

test('on a phone the tables of the paper have the size of its text and stay within their cells', async () => {
  const { row } = await assessmentIn('passed');
  const { page } = await stage.visitAs('admin', { lang: 'zh', width: 380 });
  await page.goto(path(row.id));
  await page.locator('article').waitFor();
  const cells = await page.locator('article').evaluate((paper) => {
    const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    const all = [...paper.querySelectorAll('th, td')].filter((cell) => cell.checkVisibility());
    return {
      ratio: Math.min(...all.map(size)) / size(paper),
      cut: all.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
    };
  });
  expect(cells.ratio).toBeGreaterThan(0.85);
  expect(cells.cut).toEqual([]);
});

/** A level 3 assessment with many remarks by two experts and the longest realistic texts. */
async function longReview(): Promise<string> {
  const { person: station, id } = await newDraft(stage, 3);
  await fillIn(station, id, { ...COMPLETE_FORM, unit: { ...COMPLETE_FORM.unit, address: '示例路'.repeat(30) } });
  const profile = {
    name: '示例专家二（示例）',
    unit: '示例设计院',
    specialties: ['safety' as const],
    phone: '13900000000',
  };
  const admin = await stage.person('admin');
  const added = await admin.api.call('POST user/add_expert', { account: 'print-expert', division: null, profile });
  const second = await firstLogin(stage.url, 'print-expert', added.initialPassword ?? '', 'expert-2026');
  const experts = [await stage.person('expert'), second];
  const city = await stage.person('city_manager');
  const province = await stage.person('province_manager');
  await station.api.call('POST assessment/add_event', { id, status: 'submitted', description: '' });
  await city.api.call('POST assessment/add_event', { id, status: 'first_passed', description: '' });
  await province.api.call('POST assessment/assign_experts', { id, experts: experts.map((one) => one.id) });
  await province.api.call('POST assessment/add_event', { id, status: 'reviewing', description: '' });
  const items = await itemsOf(station, id);
  for (const [index, { api }] of experts.entries()) {
    const scores = scoresAt(items, 0.8, '').map((score) => {
      const length = score.serial.endsWith('.2') ? 20 : 3;
      const reason = `第${index + 1}位专家的意见（示例）：${'记录不完整，请补充并限期整改。'.repeat(length)}`;
      return {
        ...score,
        reason: items.find(({ serial }) => serial === score.serial)?.score === score.score ? '' : reason,
      };
    });
    await api.call('POST assessment/expert_scores', { id, items: scores });
    await api.call('POST assessment/update_conclusion', { id, conclusion: '经现场评审（示例）。\n'.repeat(60) });
  }
  await province.api.call('POST assessment/update_conclusion', {
    id,
    conclusion: '同意评审组意见（示例）。'.repeat(120),
  });
  await province.api.call('POST assessment/add_event', { id, status: 'passed', description: '' });
  return id;
}

/** The printable area of an A4 page, in CSS pixels. */
const SHEET = { width: (172 / 25.4) * 96, height: (257 / 25.4) * 96 };

test('many rows and long texts print without an empty page, an overlong row or overflow', async () => {
  const id = await longReview();
  const { page, problems } = await stage.visitAs('province_manager', { width: Math.round(SHEET.width) });
  await page.goto(path(id));
  await page.locator('article svg').waitFor();
  await page.emulateMedia({ media: 'print' });
  const rows = await page
    .locator('article tr')
    .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(rows.length).toBeGreaterThan(118);
  expect(Math.max(...rows)).toBeLessThan(SHEET.height);
  expect(await sidewaysScroll(page)).toBe(0);
  const file = await page.pdf({
    preferCSSPageSize: true,
    ...(process.env.SHP_TEST_PDF ? { path: process.env.SHP_TEST_PDF } : {}),
  });
  const texts = textsByPage(file);
  expect(texts.length).toBeGreaterThan(12);
  expect(Math.min(...texts)).toBeGreaterThan(20);
  expect(problems).toEqual([]);
});
