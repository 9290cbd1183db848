import { offline as text } from '@shp/shared/text/en/device/offline';
import { outbox } from '@shp/shared/text/en/outbox';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPhotoMeta, withPhotoMeta } from '../../web/src/files/camera/exif.ts';
import { logIn, type Person } from '../support/accounts.ts';
import { downloadAddress } from '../support/applicants.ts';
import { png } from '../support/materials.ts';
import { openDevice, PHONE, takeFirst, takenAlong } from './devices.ts';
import { EXPERT_PASSWORD, goToReview, newReview, storedExpertScore } from './experts.ts';
import { carry, openStage, type Stage } from './harness.ts';
import { goTo, item, newDraft, openTab, PASSWORD, reasonInput, saved, scoreInput, storedScore } from './stations.ts';
import { logInAt } from './workday.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const DAY = 86_400_000;
/** Enough for the console's files and the offline copies, and less than `forgetRoom` needs. */
const ROOM = 1 << 24;

async function ownReview() {
  const { id, experts, admin } = await newReview(stage);
  return { id, admin, expert: experts[0] as Person };
}

async function openScores(page: Page, id: string): Promise<void> {
  await goTo(page, id);
  await openTab(page, 'Self-scoring');
  await scoreInput(page, '1.1.1').waitFor();
}

/** Takes a photograph at an item; `width` tells photographs apart. */
async function photograph(page: Page, serial: string, width: number): Promise<void> {
  const buffer = Buffer.from(png(width, 30));
  await page.getByLabel(text.photo.takeFor(serial)).setInputFiles({ name: 'IMG.png', mimeType: 'image/png', buffer });
}

const evidenceOf = async ({ api }: Person, id: string) =>
  (await api.call('GET file/evidence', { asmId: id, serial1: '1' })).length;

/** Everything is sent, and a page loaded anew has nothing to ask. */
async function nothingLeft(page: Page): Promise<void> {
  await page.reload();
  await openDevice(page);
  await page.getByRole('dialog').getByText(text.unsent.none).waitFor();
}

/** The room of an origin: `leave` sets it in bytes, `fill` leaves so little that nothing more is stored. */
async function roomOf(page: Page): Promise<{ leave(bytes: number): Promise<void>; fill(): Promise<void> }> {
  const tools = await page.context().newCDPSession(page);
  const leave = async (quotaSize: number) => {
    await tools.send('Storage.overrideQuotaForOrigin', { origin: stage.url, quotaSize });
  };
  return { leave, fill: () => leave(1).then(() => page.evaluate(forgetRoom)) };
}

/** The browser goes on by the room that it last asked for, until something needs more than that. */
async function forgetRoom(): Promise<void> {
  // The database compresses what it stores.
  const much = new Uint8Array(1 << 25);
  for (let at = 0; at < much.length; at += 1 << 16) crypto.getRandomValues(much.subarray(at, at + (1 << 16)));
  const open = indexedDB.open('shp');
  await new Promise((resolve) => {
    open.onsuccess = resolve;
  });
  const write = open.result.transaction('outbox', 'readwrite');
  write.objectStore('outbox').put({ account: '', object: '', place: '', much });
  await new Promise((resolve) => {
    write.oncomplete = () => resolve(null);
    write.onabort = () => resolve(null);
  });
  open.result.close();
}

test('a full device keeps what is typed and photographed on the page, says so, and sends it once', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context } = await stage.visit({ lang: 'en', device: PHONE });
  const room = await roomOf(page);
  await room.leave(ROOM);
  await carry(context, person);
  await page.goto('/profile');
  await openDevice(page);
  await takeFirst(page);
  await openScores(page, id);
  await context.setOffline(true);
  await scoreInput(page, '1.1.1').fill('3');
  await page.getByText(outbox.states.network(1)).waitFor();
  await room.fill();
  await scoreInput(page, '1.1.1').fill('2');
  await scoreInput(page, '1.1.2').fill('1');
  await page.getByText(outbox.onlyHere(2)).waitFor();
  await photograph(page, '1.1.1', 60);
  await page.getByText(text.photo.noRoom).waitFor();
  await openTab(page, 'Application');
  await openTab(page, 'Self-scoring');
  expect(await scoreInput(page, '1.1.1').inputValue()).toBe('2');
  expect(await scoreInput(page, '1.1.2').inputValue()).toBe('1');

  await context.setOffline(false);
  await saved(page);
  await expect.poll(() => evidenceOf(person, id)).toBe(1);
  await room.leave(ROOM);
  await nothingLeft(page);
  expect(await storedScore(person, id, '1.1.1')).toMatchObject({ score: 2 });
  expect(await storedScore(person, id, '1.1.2')).toMatchObject({ score: 1 });
  expect(await evidenceOf(person, id)).toBe(1);
});

/** Sets a window's clock wrong by a number of days, from the next page on. */
async function wrongClock(context: BrowserContext): Promise<(page: Page, days: number) => Promise<void>> {
  await context.addInitScript(() => {
    const wrong = () => Number(localStorage.getItem('test.clock') ?? 0);
    const Right = Date;
    const now = () => Right.now() + wrong();
    globalThis.Date = new Proxy(Right, {
      construct: (made, given) => (given.length === 0 ? new made(now()) : Reflect.construct(made, given)),
      get: (made, name) => (name === 'now' ? now : Reflect.get(made, name)),
    });
  });
  return (page, days) => page.evaluate((wrong) => localStorage.setItem('test.clock', String(wrong)), days * DAY);
}

test.for([
  ['forwards', 1],
  ['backwards', -1],
] as const)('a clock set %s by a day loses nothing and mixes nothing up', async ([, days]) => {
  const { person, id } = await newDraft(stage);
  const { page, context } = await stage.visit({ lang: 'en', device: PHONE });
  const setClock = await wrongClock(context);
  await carry(context, person);
  await page.goto('/profile');
  await openDevice(page);
  await takeFirst(page);
  await openScores(page, id);
  await scoreInput(page, '1.1.1').fill('1');
  await saved(page);
  await setClock(page, days);
  await context.setOffline(true);
  await openScores(page, id);
  await expect.poll(() => scoreInput(page, '1.1.1').inputValue()).toBe('1');
  await scoreInput(page, '1.1.1').fill('2');
  await scoreInput(page, '1.1.2').fill('1');
  await photograph(page, '1.1.1', 60);
  await page.getByRole('progressbar', { name: /^Upload of/ }).waitFor();
  await setClock(page, 0);
  await openScores(page, id);
  await scoreInput(page, '1.1.1').fill('3');
  await page.getByText(outbox.states.network(2)).waitFor();
  await setClock(page, days);
  await openScores(page, id);
  await expect.poll(() => scoreInput(page, '1.1.1').inputValue()).toBe('3');

  await context.setOffline(false);
  await expect.poll(() => evidenceOf(person, id), { timeout: 60_000 }).toBe(1);
  await expect.poll(() => storedScore(person, id, '1.1.1')).toMatchObject({ score: 3 });
  expect(await storedScore(person, id, '1.1.2')).toMatchObject({ score: 1 });
  // What another device changes is the newest too, and is copied when it is seen.
  const items = [{ serial: '1.1.2', score: 2, missing: false, reason: '' }];
  await person.api.call('POST assessment/station_scores', { id, items });
  await openScores(page, id);
  await expect.poll(() => scoreInput(page, '1.1.2').inputValue()).toBe('2');
  await setClock(page, 0);
  await context.setOffline(true);
  await openScores(page, id);
  await expect.poll(() => scoreInput(page, '1.1.1').inputValue()).toBe('3');
  expect(await scoreInput(page, '1.1.2').inputValue()).toBe('2');
});

test('offline copies outlive 14 days by a wrong clock, and go after them; unsent work stays', async () => {
  const { expert, id } = await ownReview();
  const { page, context } = await takenAlong(stage, expert);
  const setClock = await wrongClock(context);
  await context.setOffline(true);
  await goToReview(page, id);
  await scoreInput(page, '1.1.1').fill('2');
  await reasonInput(page, '1.1.1').fill('断网时写的（示例）');
  await page.getByText(outbox.states.network(1)).waitFor();
  await setClock(page, 14.5);
  await goToReview(page, id);
  await expect.poll(() => scoreInput(page, '1.1.1').inputValue()).toBe('2');
  await setClock(page, 16);
  await page.goto('/profile');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shp.taken'))).toBeNull();
  await context.setOffline(false);
  await page.goto('/profile');
  await expect.poll(() => storedExpertScore(expert, id, '1.1.1')).toMatchObject({ score: 2 });
});

/** A JPEG as a camera writes it, with place and time. */
async function cameraPicture(page: Page): Promise<Buffer> {
  const drawn = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [2600, 130];
        canvas.toBlob(async (made) => resolve([...new Uint8Array((await made?.arrayBuffer()) ?? [])]), 'image/jpeg');
      }),
  );
  return Buffer.from(await withPhotoMeta(new Blob([new Uint8Array(drawn)]), TAKEN).arrayBuffer());
}
const TAKEN = { time: '2026:11:23 10:05:00', place: { latitude: 23.5, longitude: 108.25 } };

/** The digests of the photographs that wait in the browser, as made when they were taken. */
const digestsHere = (page: Page) =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const database = await settled(indexedDB.open('shp'));
    const rows: { sha256?: string }[] = await settled(database.transaction('uploads').objectStore('uploads').getAll());
    database.close();
    return rows.flatMap(({ sha256 = '' }) => (sha256 === '' ? [] : [sha256])).sort();
  });

test('photographs keep place and time only where wanted; what arrives has the digest made when it was taken', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context } = await takenAlong(stage, person);
  const buffer = await cameraPicture(page);
  await context.setOffline(true);
  await openScores(page, id);
  const waiting = page.getByRole('progressbar', { name: /^Upload of/ });
  const take = async (count: number) => {
    const picture = { name: 'IMG.jpg', mimeType: 'image/jpeg', buffer };
    await page.getByLabel(text.photo.takeFor('1.1.1')).setInputFiles(picture);
    await expect.poll(() => waiting.count()).toBe(count);
  };
  await take(1);
  await openDevice(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: text.photo.place }).check();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await take(2);
  const taken = await digestsHere(page);
  expect(taken).toHaveLength(2);
  await context.setOffline(false);
  await expect.poll(() => evidenceOf(person, id), { timeout: 60_000 }).toBe(2);
  const files = await person.api.call('GET file/evidence', { asmId: id, serial1: '1' });
  expect(files.map(({ sha256 }) => sha256).sort()).toEqual(taken);
  const read = await Promise.all(
    files.map(async ({ id: fileId }) => {
      const token = await person.api.call('GET file/evidence_token', { fileId });
      return readPhotoMeta(await (await fetch(stage.url + downloadAddress('file/download_evidence', token))).blob());
    }),
  );
  const widths = await Promise.all(
    files.map(async ({ id: fileId }) => {
      const path = downloadAddress(
        'file/download_evidence',
        await person.api.call('GET file/evidence_token', { fileId }),
      );
      return page.evaluate(async (at) => (await createImageBitmap(await (await fetch(at)).blob())).width, path);
    }),
  );
  expect(widths).toEqual([2000, 2000]);
  expect(read.filter(({ time, place }) => time === null && place === null)).toHaveLength(1);
  const [kept] = read.filter(({ place }) => place !== null);
  expect(kept?.time).toBe(TAKEN.time);
  expect(kept?.place?.latitude).toBeCloseTo(TAKEN.place.latitude, 5);
});

test('what is no photograph is told and not kept; what was typed and photographed before stays', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context } = await takenAlong(stage, person);
  await openScores(page, id);
  await context.setOffline(true);
  await scoreInput(page, '1.1.1').fill('2');
  await photograph(page, '1.1.1', 60);
  const waiting = page.getByRole('progressbar', { name: /^Upload of/ });
  await waiting.waitFor();
  const picture = Buffer.from(png(60, 30));
  const none: readonly [name: string, mimeType: string, buffer: Buffer][] = [
    ['IMG.jpg', 'image/jpeg', Buffer.from('no picture')],
    ['empty.jpg', 'image/jpeg', Buffer.alloc(0)],
    ['half.png', 'image/png', picture.subarray(0, 40)],
    ['page.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['report.pdf', 'application/pdf', Buffer.from('%PDF-1.7\n')],
  ];
  const told = page.getByText(text.photo.failed);
  for (const [name, mimeType, buffer] of none) {
    await page.getByLabel(text.photo.takeFor('1.1.1')).setInputFiles({ name, mimeType, buffer });
    await told.waitFor();
    await told.waitFor({ state: 'detached' });
  }
  expect(await waiting.count()).toBe(1);
  expect(await scoreInput(page, '1.1.1').inputValue()).toBe('2');
  await context.setOffline(false);
  await saved(page);
  await expect.poll(() => evidenceOf(person, id)).toBe(1);
  await nothingLeft(page);
  expect(await storedScore(person, id, '1.1.1')).toMatchObject({ score: 2 });
});

test('two devices offline: what differs is a conflict, the rest is sent, photographs of both', async () => {
  const { person, id } = await newDraft(stage);
  const devices = [await takenAlong(stage, person), await takenAlong(stage, person)] as const;
  for (const [index, { page, context }] of devices.entries()) {
    await openScores(page, id);
    await context.setOffline(true);
    await scoreInput(page, '1.1.1').fill(String(index + 1));
    await scoreInput(page, `1.1.${index + 2}`).fill('1');
    await photograph(page, '1.1.1', 60 + index);
    await page.getByRole('progressbar', { name: /^Upload of/ }).waitFor();
    await page.getByText(outbox.states.network(2)).waitFor();
  }
  const [first, second] = devices;
  await first.context.setOffline(false);
  await saved(first.page);
  await expect.poll(() => evidenceOf(person, id)).toBe(1);
  await second.context.setOffline(false);
  const conflict = item(second.page, '1.1.1').getByRole('alert');
  await conflict.getByText('Yours: 2').waitFor();
  await conflict.getByText('On the server: 1').waitFor();
  await expect.poll(() => storedScore(person, id, '1.1.3')).toMatchObject({ score: 1 });
  expect(await storedScore(person, id, '1.1.2')).toMatchObject({ score: 1 });
  expect(await storedScore(person, id, '1.1.1')).toMatchObject({ score: 1 });
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await saved(second.page);
  expect(await storedScore(person, id, '1.1.1')).toMatchObject({ score: 2 });
  await expect.poll(() => evidenceOf(person, id)).toBe(2);
  for (const { page } of devices) await nothingLeft(page);
  expect(await evidenceOf(person, id)).toBe(2);
});

test('a session that ended meanwhile: after signing in the page goes on, edits and photographs are sent', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context } = await takenAlong(stage, person);
  await openScores(page, id);
  await context.setOffline(true);
  await scoreInput(page, '1.1.1').fill('3');
  await photograph(page, '1.1.1', 60);
  await page.getByRole('progressbar', { name: /^Upload of/ }).waitFor();
  const other = await logIn(stage.url, person.account, PASSWORD);
  for (const { id: session, current } of await other.api.call('GET session/sessions', {}))
    if (!current) await other.api.call('POST session/revoke_session', { id: session });
  await context.setOffline(false);
  await logInAt(page, person.account, PASSWORD);
  await expect.poll(() => storedScore(other, id, '1.1.1')).toMatchObject({ score: 3 });
  await expect.poll(() => evidenceOf(other, id)).toBe(1);
  expect(new URL(page.url()).pathname).toBe(`/assessments/${id}/station`);
  await nothingLeft(page);
});

test('of an assessment that is gone meanwhile nothing is thrown away unseen: edits and photographs are told', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context } = await takenAlong(stage, person);
  await openScores(page, id);
  await context.setOffline(true);
  await scoreInput(page, '1.1.1').fill('3');
  await photograph(page, '1.1.1', 60);
  await page.getByRole('progressbar', { name: /^Upload of/ }).waitFor();
  await person.api.call('POST assessment/delete', { id });
  await page.goto('/profile');
  await context.setOffline(false);
  await page.getByText(outbox.elsewhere(1)).waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shp.taken'))).toBeNull();
  await page.getByText(text.unsent.fails(1)).waitFor();
  await page.getByRole('button', { name: 'Show' }).click();
  const list = page.getByRole('dialog');
  await list.getByText('Not accepted:').waitFor();
  await list.getByText('Yours: 3').waitFor();
  await list.getByRole('button', { name: outbox.refused.drop }).click();
  await page.getByText(outbox.elsewhere(1)).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: text.title }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Discard|^Cancel/ })
    .click();
  await page.getByText(text.unsent.fails(1)).waitFor({ state: 'detached' });
  await page.getByRole('dialog').getByText(text.unsent.none).waitFor();
});

test('an expert who was taken off is told what of the work was not sent', async () => {
  const { id, expert, admin } = await ownReview();
  const other = await stage.person('expert');
  const { page, context } = await takenAlong(stage, expert);
  await context.setOffline(true);
  await goToReview(page, id);
  await scoreInput(page, '1.1.1').fill('2');
  await reasonInput(page, '1.1.1').fill('撤换前写的（示例）');
  await page.getByText(outbox.states.network(1)).waitFor();
  await admin.api.call('POST assessment/assign_experts', { id, experts: [other.id] });
  await context.clearCookies();
  await context.setOffline(false);
  await page.goto('/');
  await logInAt(page, expert.account, EXPERT_PASSWORD);
  await page.getByText(outbox.elsewhere(1)).waitFor();
  await page.getByRole('button', { name: 'Show' }).click();
  await page.getByRole('dialog').getByText('撤换前写的（示例）').waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shp.taken'))).toBeNull();
});
