import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { offline as text } from '@shp/shared/text/en/device/offline';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMAND } from '../support/server.ts';
import { openDevice, takenAlong } from './devices.ts';
import { openStage, type Stage } from './harness.ts';
import { goTo, newDraft, openTab, scoreInput, storedScore } from './stations.ts';

let stage: Stage;
let folder: string;
/** A copy of the program: its console is replaced by a newer one while it runs. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shp-program-'));
  const root = join(dirname(COMMAND), '../..');
  for (const part of ['cli/dist', 'web/dist']) await cp(join(root, part), join(folder, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  stage = await openStage(undefined, join(folder, 'cli/dist/shp.js'));
});
afterAll(async () => {
  await stage.close();
  await rm(folder, { recursive: true, force: true });
});

/** Publishes another build of the console, as an upgrade of the server does: each script has another name. */
async function publishVersion(): Promise<void> {
  const console = join(folder, 'web/dist');
  const names = (await readdir(join(console, 'assets'))).filter((name) => name.endsWith('.js'));
  const newName = (name: string) => name.replace(/\.js$/, '-new.js');
  const renamed = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  // The script that has files fetched first names them without their ending.
  const stems = new RegExp(`"(${names.map((name) => name.replace(/\.js$/, '')).join('|')})"`, 'g');
  for (const name of [...names.map((one) => join('assets', one)), 'index.html', 'sw.js']) {
    const file = join(console, name);
    const text = (await readFile(file, 'utf8'))
      .replace(renamed, newName)
      .replace(stems, '"$1-new"')
      .replace(/(index\.html\W+revision\W+)\w{4}/, '$1beef');
    for (const ending of ['', '.br', '.gz']) await rm(file + ending, { force: true });
    const made = join(console, name.startsWith('assets') ? newName(name) : name);
    await writeFile(made, text);
    // Compressed on the way, hundreds of files would keep the server busy.
    await writeFile(`${made}.gz`, gzipSync(text, { level: 1 }));
    await writeFile(`${made}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }));
  }
}

const scripts = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').flatMap(({ name }) => name.match(/[^/]+\.js$/) ?? []));
/** Whether an edit waits in the browser's database. */
const unsent = (page: Page) =>
  page.evaluate(async () => {
    const settled = (request: IDBRequest) =>
      new Promise((resolve) => {
        request.onsuccess = resolve;
      });
    const open = indexedDB.open('shp');
    await settled(open);
    const count: IDBRequest<number> = open.result.transaction('outbox').objectStore('outbox').count();
    await settled(count);
    open.result.close();
    return count.result > 0;
  });
const isNew = (name: string) => name.endsWith('-new.js');

test('a new version waits until everything is sent; until then the old one works with all its files', async () => {
  const { person, id } = await newDraft(stage);
  const { page, context } = await takenAlong(stage, person);
  await goTo(page, id);
  await openTab(page, 'Self-scoring');
  // One tab sends at a time: as long as this one does, the other's edits wait.
  const sending = await context.newPage();
  await sending.goto('/favicon.svg');
  await sending.evaluate((name) => {
    void navigator.locks.request(name, () => new Promise(() => {}));
  }, `shp.outbox.${person.id}`);
  await context.setOffline(true);
  await scoreInput(page, '1.1.1').fill('3');
  await expect.poll(() => unsent(page)).toBe(true);
  await publishVersion();
  await context.setOffline(false);

  await goTo(page, id);
  await openTab(page, 'Self-scoring');
  await expect.poll(() => scoreInput(page, '1.1.1').inputValue()).toBe('3');
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting !== null);
  await openDevice(page);
  await page.getByRole('dialog').getByText(text.unsent.version).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  // A screen that this page has not loaded yet: its files are gone from the server.
  await page.goto('/documents');
  await page.getByRole('heading', { name: 'Documents' }).waitFor();
  const old = await scripts(page);
  expect(old.filter(isNew)).toEqual([]);
  const gone = old.find((name) => name.startsWith('Screen')) ?? old[0];
  expect((await fetch(`${stage.url}/assets/${gone}`)).status).toBe(404);
  expect(await page.getByText(text.newVersion).count()).toBe(0);

  await sending.close();
  await page.getByText(text.newVersion).waitFor();
  expect(await storedScore(person, id, '1.1.1')).toMatchObject({ score: 3 });
  await page.getByRole('button', { name: text.loadVersion }).click();
  await expect.poll(async () => (await scripts(page).catch(() => [])).some(isNew)).toBe(true);
  await page.getByRole('heading', { name: 'Documents' }).waitFor();
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting === null);

  // An offline copy opens in the new version too.
  await context.setOffline(true);
  await goTo(page, id);
  await openTab(page, 'Self-scoring');
  await expect.poll(() => scoreInput(page, '1.1.1').inputValue()).toBe('3');
  const present = await scripts(page);
  expect(present.length).toBeGreaterThan(0);
  expect(present.filter((name) => !isNew(name))).toEqual([]);
}, 300_000);
