import type { Status } from '@shp/shared/domain/statuses';
import { conclusion } from '@shp/shared/text/zh/conclusion';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults, openStage, type Stage, sidewaysScroll } from './harness.ts';
import { textsByPage } from './pdf.ts';

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

test('a concluded review prints whole, in Chinese whatever the language, with number, digest and a way to check it', async () => {
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

  const check = await paper.getByRole('link', { name: 'QR code that leads to the check of this document' });
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
  // Its number of the page alone is at most a few pieces.
  expect(Math.min(...texts)).toBeGreaterThan(20);
  expect(problems).toEqual([]);
});

test('no row is cut by the end of a page', async () => {
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

test('before the conclusion there is a watermark on every page, no number and no code', async () => {
  const { row } = await assessmentIn('reviewing');
  const { page, problems } = await stage.visitAs('province_manager');
  await page.goto(path(row.id));
  await page.locator('.watermark').getByText('草稿').waitFor();
  expect(await page.locator('article').innerText()).not.toContain(row.number);
  expect(await page.locator('article svg').count()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.watermark').evaluate((mark) => getComputedStyle(mark).position)).toBe('fixed');
  expect(problems).toEqual([]);
});

test('a revoked rating is marked so', async () => {
  const { row } = await assessmentIn('revoked');
  const { page } = await stage.visitAs('admin', { lang: 'en' });
  await page.goto(path(row.id));
  await page.locator('.watermark').getByText('已撤销').waitFor();
  await page.getByText('This rating has been revoked.').waitFor();
});

test('the page is readable on a telephone and has no serious fault, in either theme', async () => {
  const { row } = await assessmentIn('passed');
  for (const look of [
    { width: 380, theme: 'dark', lang: 'en' },
    { width: 380, theme: 'light', lang: 'zh' },
  ] as const) {
    const { page, context } = await stage.visitAs('admin', look);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(path(row.id));
    await page.locator('article').waitFor();
    await page.getByRole('button', { name: look.lang === 'en' ? 'Print' : '打印' }).isEnabled();
    expect(await axeFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await context.close();
  }
});
