import { review } from '@shp/shared/text/en/review';
import { rules } from '@shp/shared/text/en/rules';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn, upload } from '../support/accounts.ts';
import { pdf, png } from '../support/materials.ts';
import { sha256 } from '../support/tus.ts';
import { carry, openStage, type Stage } from './harness.ts';
import { giveFiles, goTo, item, newDraft, openPage, openTab, PASSWORD } from './stations.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** A file of this size; its first bytes identify it as a ZIP. */
const zip = (bytes: number) =>
  Buffer.concat([Buffer.from('504b0506'.padEnd(44, '0'), 'hex'), Buffer.alloc(bytes - 22, 1)]);
const report = rules.fileCategories.selfReport;
const addReport = (page: Page) => page.getByLabel(review.files.addTo(report), { exact: true });

type Line = { set(bytesPerSecond: number | null): Promise<void> };

/** Controls a page's connection: the bytes per second in both directions; null is offline. */
async function lineOf(context: BrowserContext, page: Page): Promise<Line> {
  const session = await context.newCDPSession(page);
  return {
    async set(bytesPerSecond) {
      const throughput = bytesPerSecond ?? -1;
      await session.send('Network.emulateNetworkConditions', {
        offline: bytesPerSecond === null,
        latency: 20,
        downloadThroughput: throughput,
        uploadThroughput: throughput,
      });
    },
  };
}

/** The offset of each PATCH request of an upload. */
function pieces(page: Page): number[] {
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  return offsets;
}

test('an interrupted upload resumes by itself; it can be paused and resumed', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context } = await openPage(stage, person, id);
  await openTab(page, 'Files');
  const sent = pieces(page);
  const line = await lineOf(context, page);
  await line.set(1_000_000);
  await addReport(page).setInputFiles([{ name: 'report.zip', mimeType: 'application/zip', buffer: zip(4_000_000) }]);
  const bar = page.getByRole('progressbar', { name: 'Upload of report.zip' });
  await expect.poll(async () => Number(await bar.getAttribute('value')), { timeout: 10_000 }).toBeGreaterThan(15);
  await page.getByRole('button', { name: 'Pause the upload of report.zip' }).click();
  await page.getByText(/paused at \d+%/).waitFor();
  await page.getByRole('button', { name: 'Resume the upload of report.zip' }).click();
  await expect.poll(async () => Number(await bar.getAttribute('value')), { timeout: 10_000 }).toBeGreaterThan(30);
  await line.set(null);
  await page.getByText(/no connection, resumes from \d+%/).waitFor();
  await line.set(1_000_000);
  await page.getByRole('button', { name: 'report.zip', exact: true }).waitFor();
  const [file] = await person.api.call('GET file/list', { id });
  expect(file).toMatchObject({ title: 'report', extension: 'zip', size: 4_000_000, category: 'selfReport' });
  // Bytes that the server had were not sent again.
  expect(sent).toEqual(sent.toSorted((a, b) => a - b));
  expect(sent.at(-1)).toBeGreaterThan(100_000);
});

test('an upload paused before its first byte leaves no timer and no listener', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context, problems } = await openPage(stage, person, id);
  await openTab(page, 'Files');
  const tools = await context.newCDPSession(page);
  const listeners = async () => {
    const { result } = await tools.send('Runtime.evaluate', { expression: 'window' });
    const all = await tools.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' });
    return all.listeners.filter(({ type }) => type === 'offline').length;
  };
  const before = await listeners();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/upload', async (route) => {
    await held;
    await route.continue();
  });
  await addReport(page).setInputFiles([{ name: 'early.zip', mimeType: 'application/zip', buffer: zip(4_000_000) }]);
  await page.getByRole('button', { name: 'Pause the upload of early.zip' }).click();
  const answer = page.waitForResponse('**/api/upload');
  letGo();
  await answer;
  await page.getByText(/paused at 0%/).waitFor();
  await expect.poll(listeners).toBe(before);
  await page.getByRole('button', { name: 'Resume the upload of early.zip' }).click();
  await page.getByRole('button', { name: 'early.zip', exact: true }).waitFor();
  expect(problems).toEqual([]);
});

/** An upload whose tab was closed while the file was on its way, and another tab of the page. */
async function interruptedUpload() {
  const { person, id } = await newDraft(stage);
  const { page, context, problems } = await openPage(stage, person, id);
  await openTab(page, 'Files');
  await (await lineOf(context, page)).set(500_000);
  const file = { name: 'plan.zip', mimeType: 'application/zip', buffer: zip(3_000_000) };
  await addReport(page).setInputFiles([file]);
  const bar = page.getByRole('progressbar', { name: 'Upload of plan.zip' });
  await expect.poll(async () => Number(await bar.getAttribute('value')), { timeout: 15_000 }).toBeGreaterThan(30);
  const before = await person.api.call('GET assessment/validate_station_submit', { id });
  expect(before.problems).toContainEqual(expect.objectContaining({ code: 'uploadUnfinished', field: 'selfReport' }));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.close({ runBeforeUnload: false });

  const again = await context.newPage();
  again.on('pageerror', (error) => problems.push(error.message));
  await goTo(again, id);
  await openTab(again, 'Files');
  await again.getByText('interrupted: choose the same file again to resume').waitFor();
  return { person, id, file, context, again, problems };
}

test('an upload of a closed tab resumes when the same file is chosen again, or can be cancelled', async () => {
  const { person, id, file, context, again, problems } = await interruptedUpload();
  const sent = pieces(again);
  await addReport(again).setInputFiles([file]);
  await again.getByRole('button', { name: 'plan.zip', exact: true }).waitFor();
  expect(Math.min(...sent)).toBeGreaterThan(100_000);

  await (await lineOf(context, again)).set(100_000);
  await addReport(again).setInputFiles([{ ...file, name: 'other.zip' }]);
  await again.getByText(/^[1-9]\d*%$/).waitFor();
  await again.getByRole('button', { name: 'Cancel the upload of other.zip' }).click();
  await expect
    .poll(async () => {
      const { problems: left } = await person.api.call('GET assessment/validate_station_submit', { id });
      return left.filter(({ code }) => code === 'uploadUnfinished').length;
    })
    .toBe(0);
  expect((await person.api.call('GET file/list', { id })).map(({ title }) => title)).toEqual(['plan']);
  expect(problems).toEqual([]);
});

test('a changed file of the same size is sent from its beginning, not joined to the first part of the old one', async () => {
  const { person, id, file, again, problems } = await interruptedUpload();
  const changed = Buffer.from(file.buffer);
  changed.fill(2, changed.length - 100);
  await addReport(again).setInputFiles([{ ...file, buffer: changed }]);
  await again.getByRole('button', { name: 'plan.zip', exact: true }).waitFor();
  const [stored] = await person.api.call('GET file/list', { id });
  expect(stored?.sha256).toBe(sha256(changed));
  const { problems: left } = await person.api.call('GET assessment/validate_station_submit', { id });
  expect(left.filter(({ code }) => code === 'uploadUnfinished')).toEqual([]);
  expect(problems).toEqual([]);
});

test('an upload whose session ended resumes after the same account logs in', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context, problems } = await stage.visit({ lang: 'en' });
  const uploading = await logIn(stage.url, person.account, PASSWORD);
  await carry(context, uploading);
  await goTo(page, id);
  await openTab(page, 'Files');
  const line = await lineOf(context, page);
  await line.set(200_000);
  const sent = pieces(page);
  await addReport(page).setInputFiles([{ name: 'long.zip', mimeType: 'application/zip', buffer: zip(2_000_000) }]);
  const bar = page.getByRole('progressbar', { name: 'Upload of long.zip' });
  await expect.poll(async () => Number(await bar.getAttribute('value')), { timeout: 10_000 }).toBeGreaterThan(30);
  const sessions = await uploading.api.call('GET session/sessions', {});
  await person.api.call('POST session/revoke_session', { id: sessions.find(({ current }) => current)?.id ?? '' });
  await page.getByText('session invalid').waitFor();
  await line.set(10_000_000);
  await page.getByLabel('Account', { exact: true }).fill(person.account);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  const titles = async () => (await person.api.call('GET file/list', { id })).map(({ title }) => title);
  await expect.poll(titles, { timeout: 15_000 }).toEqual(['long']);
  expect(sent.at(-1)).toBeGreaterThan(100_000);
  expect(problems).toEqual([]);
});

test('invalid files are refused at once or by the server; the other chosen files arrive', async () => {
  const { person, id } = await newDraft(stage);
  const { page } = await openPage(stage, person, id);
  await openTab(page, 'Files');
  await addReport(page).setInputFiles([
    { name: 'virus.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    { name: 'nothing.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
    { name: 'no.pdf', mimeType: 'application/pdf', buffer: Buffer.from('plain text') },
    { name: 'right.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf('right')) },
  ]);
  await page.getByText('This file type is not accepted; use pdf').waitFor();
  await page.getByText('The file is empty').waitFor();
  await page.getByText('This type of file is not accepted', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'right.pdf', exact: true }).waitFor();
  for (const name of ['virus.exe', 'nothing.pdf', 'no.pdf'])
    await page.getByRole('button', { name: `Cancel the upload of ${name}` }).click();
  await expect.poll(() => page.getByText('not accepted').count()).toBe(0);
  expect((await person.api.call('GET file/list', { id })).map(({ title }) => title)).toEqual(['right']);
});

test('pictures and PDF open inline and arrow keys switch between them; other files are saved', async () => {
  const { person, id } = await newDraft(stage);
  const target = { target: 'evidence', assessmentId: id, serial: '1.1.1' } as const;
  await upload(person, { ...target, filename: '1.png' }, png(60, 40));
  await upload(person, { ...target, filename: '2.pdf' }, pdf('second'));
  await upload(person, { ...target, filename: '10.zip' }, new Uint8Array(zip(2000)));
  const { page, context, problems } = await openPage(stage, person, id);
  await openTab(page, 'Self-scoring');
  await item(page, '1.1.1').getByRole('button', { name: '1.png', exact: true }).click();
  const viewer = page.getByRole('dialog', { name: '1.png' });
  const picture = viewer.getByRole('img', { name: '1.png' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(60);
  const asked = page.waitForResponse(
    (response) => response.url().includes('inline=true') && response.url().includes('.pdf'),
  );
  await page.keyboard.press('ArrowRight');
  await page.getByRole('dialog', { name: '2.pdf' }).getByText('2/2').waitFor();
  const headers = (await asked).headers();
  expect(headers['content-type']).toBe('application/pdf');
  expect(headers['content-disposition']).toMatch(/^inline/);
  await page.keyboard.press('Escape');
  const window = context.waitForEvent('page');
  const download = page.waitForEvent('download');
  await item(page, '1.1.1').getByRole('button', { name: '10.zip', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('10.zip');
  const { pathname, searchParams } = new URL((await download).url());
  expect(pathname).toBe('/api/file/download_evidence/10.zip');
  expect(searchParams.get('token')).toMatch(/\S{20,}/);
  // The download uses a new window, which the browser closes.
  expect(await window).not.toBe(page);
  expect(problems).toEqual([]);
});

test('deleting a file asks first; all files download as one archive', async () => {
  const { person, id } = await newDraft(stage);
  for (const filename of ['a.pdf', 'b.pdf'])
    await upload(person, { target: 'file', assessmentId: id, category: 'other', filename }, pdf(filename));
  const { page, problems } = await openPage(stage, person, id);
  await openTab(page, 'Files');
  await page.getByRole('button', { name: 'Delete a.pdf' }).click();
  const ask = page.getByRole('dialog', { name: 'Delete a.pdf?' });
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete a.pdf' }).click();
  await ask.getByRole('button', { name: 'Delete' }).click();
  await ask.waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByRole('button', { name: 'a.pdf', exact: true }).count()).toBe(0);
  expect((await person.api.call('GET file/list', { id })).map(({ title }) => title)).toEqual(['b']);
  // The page shows the size, evidence included, before the download starts.
  const picture = png(8, 8);
  await upload(person, { target: 'evidence', assessmentId: id, serial: '2.1.1', filename: 'e.png' }, picture);
  const bytes = ((await person.api.call('GET file/list', { id }))[0]?.size ?? 0) + picture.byteLength;
  const size = bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} kB`;
  await page.reload();
  await page.getByRole('button', { name: 'Download all as ZIP' }).click();
  const whole = page.getByRole('dialog', { name: `Download 2 files, ${size}, as one ZIP?` });
  const download = page.waitForEvent('download');
  await whole.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  expect(new URL((await download).url()).pathname).toMatch(/^\/api\/file\/download\/[^/]+\.zip$/);
  // Files can be dropped on a category, or pasted while the focus is in it.
  const category = '[aria-label="Photographs"]';
  await giveFiles(page, category, 'drop', [{ name: '坝.png', type: 'image/png', bytes: png(8, 8) }]);
  await page.getByRole('button', { name: '坝.png', exact: true }).waitFor();
  expect(problems).toEqual([]);
});
