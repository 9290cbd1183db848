import { offline as text } from '@shp/shared/text/en/device/offline';
import { review } from '@shp/shared/text/en/review';
import { findings } from '@shp/shared/text/findings/en';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../support/accounts.ts';
import { png } from '../support/materials.ts';
import { continueButton, openDevice, PHONE, takeFirst, takenAlong } from './devices.ts';
import { EXPERT_PASSWORD, goToReview, newReview, storedExpertScore } from './experts.ts';
import { firstPassed, reviewed } from './finalReviews.ts';
import { axeFaults, carry, openStage, type Stage, sidewaysScroll } from './harness.ts';
import { newManager, submitted } from './reviews.ts';
import { goTo, newDraft, openTab, reasonInput, scoreInput, storedScore } from './stations.ts';
import { logInAt } from './workday.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const noLine = (page: Page) => page.getByText('No connection to the server. What you see').waitFor();
const taken = (page: Page) => page.evaluate(() => localStorage.getItem('shp.taken'));

/** A review with one expert. */
async function ownReview() {
  const { id, experts, admin } = await newReview(stage);
  return { id, admin, expert: experts[0] as Person };
}

test('a downloaded review opens offline, is scored there, and is sent after signing in', async () => {
  const { id, expert } = await ownReview();
  const { page, context } = await takenAlong(stage, expert);
  expect(await axeFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await context.setOffline(true);
  await page.reload();
  await noLine(page);
  // The home page leads to what is on the device, and shows no errors.
  await page.goto('/');
  const onDevice = page.getByRole('region', { name: text.taken.title });
  await onDevice.getByRole('link').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  // So does the list, which needs the server.
  await page.goto('/assessments');
  await onDevice.getByRole('link').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await onDevice.getByRole('link').click();
  await openTab(page, 'Scoring');
  await scoreInput(page, '1.1.1').fill('3');
  await reasonInput(page, '1.1.1').fill('现场查看（示例）');
  await page.getByText('Waiting for the network').waitFor();
  await openTab(page, 'Conclusion');
  await page.getByLabel('Your conclusion').fill('现场结论（示例）');
  await page.getByText('Waiting for the network: 2 edits').waitFor();

  // Closing the browser ends its session.
  await context.clearCookies();
  await page.reload();
  await continueButton(page).click();
  await noLine(page);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: text.title }).click();
  await page.getByRole('dialog').getByText(text.unsent.edits(2)).waitFor();
  await page.getByRole('dialog').getByRole('link').click();
  await openTab(page, 'Scoring');
  await expect.poll(() => scoreInput(page, '1.1.1').inputValue()).toBe('3');
  expect(await storedExpertScore(expert, id, '1.1.1')).toBeUndefined();
  await context.setOffline(false);
  await logInAt(page, expert.account, EXPERT_PASSWORD);
  await expect
    .poll(() => storedExpertScore(expert, id, '1.1.1'))
    .toMatchObject({ score: 3, reason: '现场查看（示例）' });
  await expect
    .poll(async () => (await expert.api.call('GET assessment/experts_conclusion', { id }))[0]?.conclusion)
    .toBe('现场结论（示例）');

  // What was sent since shows offline too, though the copy was made before.
  await context.setOffline(true);
  await goToReview(page, id);
  await expect.poll(() => scoreInput(page, '1.1.1').inputValue()).toBe('3');
});

test('a first manager reads offline what waits for it; a final manager drafts the conclusion there', async () => {
  const { station, id: waiting } = await submitted(stage);
  const first = await newManager(stage);
  const { page, context } = await takenAlong(stage, first);
  await context.setOffline(true);
  await page.goto(`/assessments/${waiting}/first_manager`);
  await noLine(page);
  await openTab(page, 'Self scores');
  await page.getByText('缺少年度指标（示例）').waitFor();
  await openTab(page, 'Findings');
  await page.getByText('No finding matches.').waitFor();
  expect((await station.api.call('GET assessment', { id: waiting })).status).toBe('submitted');

  const final = await newManager(stage, 'city_manager', '450300');
  const review = await firstPassed(stage, { experts: 1 });
  await reviewed(final, review, [0.9]);
  const { page: deciding, context: phone } = await takenAlong(stage, final);
  await phone.setOffline(true);
  await deciding.goto(`/assessments/${review.id}/final_manager`);
  await noLine(deciding);
  await openTab(deciding, 'Conclusion');
  await deciding.getByRole('textbox', { name: 'Conclusion' }).fill('现场拟定的结论（示例）');
  await deciding.getByText('Waiting for the network').waitFor();
  await phone.setOffline(false);
  await expect
    .poll(async () => (await final.api.call('GET assessment/manager_conclusion', { id: review.id }))?.conclusion, {
      timeout: 30_000,
    })
    .toBe('现场拟定的结论（示例）');
});

test('edits are sent once the server is reached, not only when their next try is due', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context } = await takenAlong(stage, person);
  // To a page that is opened offline here, the browser says neither that it is offline nor that it is online again.
  await context.setOffline(true);
  await goTo(page, id);
  await openTab(page, 'Self-scoring');
  const tries: string[] = [];
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('station_scores') && request.method() === 'POST') tries.push(request.url());
  });
  await scoreInput(page, '1.1.1').fill('3');
  // After the fourth try the next one is 16 s away.
  await expect.poll(() => tries.length, { timeout: 30_000 }).toBe(4);
  await context.setOffline(false);
  await expect.poll(() => storedScore(person, id, '1.1.1'), { timeout: 13_000 }).toMatchObject({ score: 3 });
});

test('photographs taken offline are scaled, kept through a closed tab, and sent once', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context } = await takenAlong(stage, person);
  await context.setOffline(true);
  await goTo(page, id);
  await page.getByRole('status').getByText(review.steps.offline).waitFor();
  await openTab(page, 'Self-scoring');
  await scoreInput(page, '1.1.1').fill('3');
  const camera = page.getByLabel(text.photo.takeFor('1.1.1'));
  for (const width of [3000, 2400]) {
    await camera.setInputFiles([{ name: 'IMG.png', mimeType: 'image/png', buffer: Buffer.from(png(width, 30)) }]);
  }
  const lines = page.getByRole('progressbar', { name: /Upload of 1\.1\.1-/ });
  await expect.poll(() => lines.count()).toBe(2);
  await page.close({ runBeforeUnload: false });

  const next = await context.newPage();
  await next.goto(`/assessments/${id}/station`);
  await noLine(next);
  await openDevice(next);
  await next.getByRole('dialog').getByText(text.unsent.photos(2)).waitFor();
  await context.setOffline(false);
  const evidence = () => person.api.call('GET file/evidence', { asmId: id, serial1: '1' });
  await expect.poll(async () => (await evidence()).length, { timeout: 60_000 }).toBe(2);
  await next.getByRole('dialog').getByText(text.unsent.none).waitFor();
  const [first] = await evidence();
  expect(first).toMatchObject({ serial: '1.1.1', extension: 'jpg' });
  const scores = await person.api.call('GET assessment/station_scores', { id, s1: '1' });
  expect(scores.find(({ serial }) => serial === '1.1.1')).toMatchObject({ score: 3 });
  await next.reload();
  await next.getByRole('button', { name: 'Submit the application', exact: true }).waitFor();
  expect(await next.getByText(review.steps.offline).count()).toBe(0);
  await openDevice(next);
  await next.getByRole('dialog').getByText(text.unsent.none).waitFor();
  expect(await evidence()).toHaveLength(2);
});

test('a PIN locks the offline copies, ten wrong ones delete them, and what is not sent stays', async () => {
  const { id, expert } = await ownReview();
  const { page, context } = await takenAlong(stage, expert);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('PIN', { exact: true }).fill('738291');
  await dialog.getByRole('button', { name: text.pin.add }).click();
  await dialog.getByText(text.pin.set).waitFor();
  const readable = await page.evaluate(async () => {
    const open = indexedDB.open('shp.field');
    await new Promise((resolve) => {
      open.onsuccess = resolve;
    });
    const all = open.result.transaction('answers').objectStore('answers').getAll();
    await new Promise((resolve) => {
      all.onsuccess = resolve;
    });
    return all.result.filter(({ value }) => !(value.data instanceof ArrayBuffer)).length;
  });
  expect(readable).toBe(0);
  // A page that was opened with a connection asks for the PIN once it has lost it.
  await page.goto('/assessments');
  await page.locator('tbody tr').first().waitFor();
  await context.setOffline(true);
  await page.locator('tbody tr').first().getByRole('link').first().click();
  await page.getByText(text.door.locked).waitFor();
  expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
  await page.getByLabel('PIN', { exact: true }).fill('738291');
  await continueButton(page).click();
  await scoreInput(page, '1.1.1').waitFor();
  await context.clearCookies();
  await page.goto('/');
  const pin = page.getByLabel('PIN', { exact: true });
  await pin.fill('738291');
  await continueButton(page).click();
  await noLine(page);
  await page.getByRole('button', { name: text.title }).click();
  await page.getByRole('dialog').getByRole('link').click();
  await scoreInput(page, '1.1.1').fill('2');
  await reasonInput(page, '1.1.1').fill('锁定前写的（示例）');
  await page.getByText('Waiting for the network').waitFor();

  await page.goto('/');
  for (let left = 9; left > 0; left -= 1) {
    await pin.fill('000000');
    await continueButton(page).click();
    await page.getByText(text.pin.wrong(left)).waitFor();
  }
  await pin.fill('111111');
  await continueButton(page).click();
  await page.getByText(text.pin.deleted).waitFor();
  expect([await pin.count(), await continueButton(page).count()]).toEqual([0, 0]);
  expect(await taken(page)).toBeNull();
  await context.setOffline(false);
  await page.goto('/');
  await logInAt(page, expert.account, EXPERT_PASSWORD);
  await expect.poll(() => storedExpertScore(expert, id, '1.1.1')).toMatchObject({ score: 2 });
});

test('another account, a logout and an assessment out of sight delete offline copies', async () => {
  const { id, expert, admin } = await ownReview();
  const { page, context } = await takenAlong(stage, expert);
  const other = await stage.person('expert');
  await carry(context, other);
  await page.goto('/profile');
  await expect.poll(() => taken(page)).toBeNull();

  await carry(context, expert);
  await page.goto('/profile');
  await openDevice(page);
  await takeFirst(page);
  await admin.api.call('POST assessment/assign_experts', { id, experts: [other.id] });
  await page.goto('/profile');
  await expect.poll(() => taken(page)).toBeNull();

  const again = await ownReview();
  const { page: second } = await takenAlong(stage, again.expert);
  await second.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await second.locator('header [aria-haspopup=menu]').last().click();
  await second.getByRole('menuitem', { name: 'Log out' }).click();
  await second.getByRole('button', { name: 'Log in' }).waitFor();
  await expect.poll(() => taken(second)).toBeNull();
});

test('the console can be installed; what has no offline copy needs a connection, and no answer of the server is in a cache', async () => {
  const { expert } = await ownReview();
  const { page, context } = await stage.visit({ lang: 'en', device: PHONE });
  await carry(context, expert);
  await page.goto('/assessments');
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  const cached = await page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
    return urls;
  });
  expect(cached).toContain('/index.html');
  expect(cached.filter((path) => path.startsWith('/api'))).toEqual([]);
  const tools = await context.newCDPSession(page);
  expect(await tools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
  await context.setOffline(true);
  await page.reload();
  await page.getByText('network error').waitFor();
});

test('findings are in the offline copy: read offline, photographed there, and sent later', async () => {
  const { person, id } = await newDraft(stage);
  const { id: finding, no } = await person.api.call('POST finding/add', { serial: '1.1.1', text: '护栏锈蚀（示例）' });
  await person.api.call('POST finding/step', { id: finding, to: 'planned', text: '更换（示例）', due: '2099-12-31' });
  const { page, context } = await takenAlong(stage, person);
  await context.setOffline(true);
  await goTo(page, id);
  await openTab(page, 'Findings');
  await page.getByRole('list', { name: 'Findings' }).getByText('护栏锈蚀（示例）').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('button', { name: new RegExp(no) }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('更换（示例）').waitFor();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByText(text.photo.take, { exact: true }).tap(),
  ]);
  expect(await chooser.element().getAttribute('capture')).toBe('environment');
  await chooser.setFiles([{ name: 'IMG.png', mimeType: 'image/png', buffer: Buffer.from(png(2400, 30)) }]);
  await dialog.getByRole('progressbar', { name: /^Upload of/ }).waitFor();
  await page.close({ runBeforeUnload: false });

  const next = await context.newPage();
  await next.goto(`/assessments/${id}/station`);
  await noLine(next);
  await context.setOffline(false);
  const files = async () => (await person.api.call('GET finding', { id: finding })).files;
  await expect.poll(async () => (await files()).length, { timeout: 60_000 }).toBe(1);
  expect((await files())[0]).toMatchObject({ extension: 'jpg' });
});

/** Adds a finding offline; returns the list of findings that are not sent. */
async function addFinding(page: Page, problem: string, item = '') {
  await page.getByRole('button', { name: 'Add a finding' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Problem').fill(problem);
  await dialog.getByLabel('Item (optional)').fill(item);
  await dialog.getByRole('button', { name: 'Add a finding' }).tap();
  return page.getByRole('list', { name: 'Not sent' });
}

test('a new finding and a step with its photograph are kept offline, sent once, and ask in a conflict', async () => {
  const { person, id } = await newDraft(stage);
  const planned = async (text: string) => {
    const made = await person.api.call('POST finding/add', { text });
    await person.api.call('POST finding/step', { id: made.id, to: 'planned', text: '更换（示例）', due: '2099-12-31' });
    return made;
  };
  const [mended, late] = [await planned('护栏锈蚀（示例）'), await planned('标识牌缺失（示例）')];
  const { page, context } = await takenAlong(stage, person);
  await context.setOffline(true);
  await goTo(page, id);
  await openTab(page, 'Findings');
  const card = await addFinding(page, '电缆沟积水（示例）');
  const dialog = page.getByRole('dialog');
  await card.getByText('电缆沟积水（示例）').waitFor();
  for (const width of [2400, 2200]) {
    const photo = { name: 'IMG.png', mimeType: 'image/png', buffer: Buffer.from(png(width, 30)) };
    await card.getByLabel(text.photo.takeForNew('电缆沟积水（示例）')).setInputFiles([photo]);
  }
  await expect.poll(() => card.getByRole('progressbar', { name: /^Upload of new-finding-/ }).count()).toBe(2);
  for (const { no } of [mended, late]) {
    await page.getByRole('button', { name: `Open finding ${no}` }).tap();
    const photo = { name: 'IMG.png', mimeType: 'image/png', buffer: Buffer.from(png(2400, 30)) };
    if (no === mended.no) {
      await dialog.getByLabel(text.photo.takeForFinding(no)).setInputFiles([photo]);
      await dialog.getByRole('progressbar', { name: /^Upload of/ }).waitFor();
    }
    await dialog.getByRole('textbox', { name: 'What was done' }).fill('现场已更换（示例）');
    await dialog.getByRole('button', { name: 'Report as done' }).tap();
    await dialog.getByText('Kept on this device').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).tap();
    const card = page.getByRole('listitem').filter({ hasText: no });
    await card.getByText(findings.screen.unsent, { exact: true }).waitFor();
  }
  await page.close({ runBeforeUnload: false });
  // Another device of the station was quicker.
  await person.api.call('POST finding/step', { id: late.id, to: 'done', text: '另一台设备（示例）' });

  const next = await context.newPage();
  await next.goto(`/assessments/${id}/station`);
  await noLine(next);
  await openDevice(next);
  await next.getByRole('dialog').getByText(text.unsent.edits(3)).waitFor();
  await context.setOffline(false);
  const whole = () => person.api.call('GET finding', { id: mended.id });
  await expect.poll(async () => (await whole()).state, { timeout: 60_000 }).toBe('done');
  const { events, files } = await whole();
  expect(events.at(-1)).toMatchObject({ text: '现场已更换（示例）', files: files.map((file) => file.id) });
  expect(files).toHaveLength(1);
  const { items } = await person.api.call('GET finding/query', { size: 50 });
  const added = items.filter((one) => one.text === '电缆沟积水（示例）');
  expect(added).toHaveLength(1);
  const photographs = async () => (await person.api.call('GET finding', { id: added[0]?.id ?? '' })).files;
  await expect.poll(async () => (await photographs()).length, { timeout: 60_000 }).toBe(2);
  await next.getByRole('dialog').getByText(text.unsent.edits(1)).waitFor();
  await next.getByRole('dialog').getByRole('button', { name: 'Show', exact: true }).tap();
  const conflict = next.getByRole('dialog').last();
  await conflict.getByText('另一台设备（示例）').waitFor();
  await conflict.getByText(`标识牌缺失（示例） · ${late.no}`).waitFor();
  await conflict.getByText('现场已更换（示例）').waitFor();
  expect(await axeFaults(next)).toEqual([]);
  await conflict.getByRole('button', { name: 'Use the other change' }).tap();
  await conflict.getByText('0 edits not sent').waitFor();
  expect((await person.api.call('GET finding', { id: late.id })).events.at(-1)?.text).toBe('另一台设备（示例）');
}, 240_000);

/** Cuts one page off, and connects it again. */
async function lineOf(page: Page): Promise<(offline: boolean) => Promise<void>> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Network.enable');
  const limits = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  return async (offline) => {
    await tools.send('Network.emulateNetworkConditions', { offline, ...limits });
  };
}

test('a photograph of a finding that another tab has sent without telling goes to that finding', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context } = await takenAlong(stage, person);
  await goTo(page, id);
  await openTab(page, 'Findings');
  await (await lineOf(page))(true);
  const card = await addFinding(page, '爬梯松动（示例）');
  await card.getByText('爬梯松动（示例）').waitFor();

  const other = await context.newPage();
  // As a tab whose messages a killed one took along.
  await other.addInitScript('globalThis.BroadcastChannel = class { postMessage() {} close() {} }');
  const setOtherOffline = await lineOf(other);
  await setOtherOffline(true);
  await goTo(other, id);
  await openTab(other, 'Findings');
  await other.getByRole('list', { name: 'Not sent' }).getByText('爬梯松动（示例）').waitFor();

  await (await lineOf(page))(false);
  const findings = async () => (await person.api.call('GET finding/query', { size: 50 })).items;
  await expect.poll(async () => (await findings()).length, { timeout: 30_000 }).toBe(1);
  await card.waitFor({ state: 'detached' });
  await page.close({ runBeforeUnload: false });
  const photo = { name: 'IMG.png', mimeType: 'image/png', buffer: Buffer.from(png(2400, 30)) };
  await other
    .getByRole('list', { name: 'Not sent' })
    .getByLabel(text.photo.takeForNew('爬梯松动（示例）'))
    .setInputFiles([photo]);
  await setOtherOffline(false);
  const [finding] = await findings();
  const files = async () => (await person.api.call('GET finding', { id: finding?.id ?? '' })).files.length;
  await expect.poll(files, { timeout: 30_000 }).toBe(1);
  expect(await findings()).toHaveLength(1);
  await openDevice(other);
  await other.getByRole('dialog').getByText(text.unsent.none).waitFor();
});

test('a new finding that the server refuses keeps its photographs until it is discarded', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context } = await takenAlong(stage, person);
  await context.setOffline(true);
  await goTo(page, id);
  await openTab(page, 'Findings');
  const card = await addFinding(page, '照明不足（示例）', '9.9.9');
  const dialog = page.getByRole('dialog');
  const photo = { name: 'IMG.png', mimeType: 'image/png', buffer: Buffer.from(png(2400, 30)) };
  await card.getByLabel(text.photo.takeForNew('照明不足（示例）')).setInputFiles([photo]);
  const waiting = card.getByRole('progressbar', { name: /^Upload of new-finding-/ });
  await waiting.waitFor();
  await context.setOffline(false);
  await card.getByRole('alert').waitFor({ timeout: 60_000 });
  await waiting.waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await card.getByRole('button', { name: 'Discard mine' }).tap();
  await card.waitFor({ state: 'detached' });
  await openDevice(page);
  await dialog.getByText(text.unsent.none).waitFor();
});
