import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { offline as text } from '@shp/shared/text/en/device/offline';
import { findings } from '@shp/shared/text/findings/en';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Person } from '../support/accounts.ts';
import { png } from '../support/materials.ts';
import { continueButton, openDevice, PHONE, takeFirst } from './devices.ts';
import { carry, launchProfile, type Stage } from './harness.ts';
import { itemsOf, newDraft, openTab, PASSWORD, scoreInput } from './stations.ts';
import { logInAt } from './workday.ts';

/** Ends a browser and every process that it started, as a dead battery does: one that is left would hold its databases. */
async function kill(context: BrowserContext, folder: string): Promise<void> {
  const gone = new Promise((resolve) => context.on('close', resolve));
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args=']);
  const all = stdout.split('\n').map((line) => {
    const [pid, parent, ...args] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), isBrowser: args.includes(`--user-data-dir=${folder}`) };
  });
  const doomed = new Set(all.filter(({ isBrowser }) => isBrowser).map(({ pid }) => pid));
  for (const pid of doomed) for (const one of all) if (one.parent === pid) doomed.add(one.pid);
  for (const pid of doomed)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended with its parent.
    }
  await gone;
}

type Stored = { object: string; place: string; value: { score?: number; text?: string } };

/** The edits that wait in the browser's database. */
async function storedEdits(page: Page): Promise<Stored[]> {
  return page.evaluate(async () => {
    const settled = (request: IDBRequest) =>
      new Promise((resolve) => {
        request.onsuccess = resolve;
      });
    const open = indexedDB.open('shp');
    await settled(open);
    const all: IDBRequest<Stored[]> = open.result.transaction('outbox').objectStore('outbox').getAll();
    await settled(all);
    open.result.close();
    return all.result;
  });
}

const isStored = async (page: Page, text: string) => (await storedEdits(page)).some(({ value }) => value.text === text);
const storedScore = async (page: Page, serial: string) =>
  (await storedEdits(page)).find(({ place }) => place === serial)?.value.score;

/** Opens the offline copy of an assessment. */
async function openTaken(page: Page): Promise<void> {
  await page.goto('/');
  const shown = page.getByRole('button', { name: text.title });
  // Some browsers restore the session after a crash.
  await continueButton(page).or(shown).first().waitFor();
  if (!(await shown.isVisible())) await continueButton(page).click();
  await shown.click();
  await page.getByRole('dialog').getByRole('link').click();
}

async function openScores(page: Page): Promise<void> {
  await openTab(page, 'Self-scoring');
  await scoreInput(page, '1.1.1').waitFor();
}

/** Adds a finding of an own check. */
async function addFinding(page: Page, said: string): Promise<void> {
  await page.getByRole('button', { name: findings.screen.add }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(findings.screen.text).fill(said);
  await dialog.getByRole('button', { name: findings.screen.add }).click();
  await expect.poll(() => isStored(page, said)).toBe(true);
}

/** Photographs a finding and reports it as done. */
async function reportDone(page: Page, no: string, said: string, buffer: Buffer): Promise<void> {
  await page.getByRole('button', { name: findings.screen.open(no) }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel(text.photo.takeForFinding(no))
    .setInputFiles([{ name: 'IMG.png', mimeType: 'image/png', buffer }]);
  await dialog.getByRole('progressbar', { name: /^Upload of/ }).waitFor();
  await dialog.getByLabel(findings.screen.texts.finish).fill(said);
  await dialog.getByRole('button', { name: 'Report as done' }).click();
  await expect.poll(() => isStored(page, said)).toBe(true);
}

/** Findings that the station has planned to mend. */
async function plannedFindings({ api }: Person, count: number) {
  const made: { id: string; no: string }[] = [];
  for (let finding = 0; finding < count; finding += 1) {
    const { id, no } = await api.call('POST finding/add', { text: `待整改${finding}（示例）` });
    await api.call('POST finding/step', { id, to: 'planned', text: '更换（示例）', due: '2099-12-31' });
    made.push({ id, no });
  }
  return made;
}

/**
 * A station works offline; its browser is killed in each round at a random moment. What it typed and what it
 * photographed is counted, and compared with what the server has after the connection is back.
 */
export async function killedOffline(stage: Stage, rounds: number, random: () => number) {
  const { person, id } = await newDraft(stage);
  const items = (await itemsOf(person, id)).filter(({ serial }) => serial.startsWith('1.'));
  // The list of findings shows 20.
  const open = await plannedFindings(person, Math.min(20, Math.ceil(rounds / 4)));
  const folder = await mkdtemp(join(tmpdir(), 'shp-profile-'));
  const start = async () => {
    const context = await launchProfile(folder, { ...PHONE, baseURL: stage.url, locale: 'en' });
    // A browser that is killed loses what its pages wrote into local storage within the last seconds, the language too.
    await context.addInitScript(() => localStorage.setItem('shp.lang', 'en'));
    return context;
  };
  let context = await start();
  try {
    let [page = await context.newPage()] = context.pages();
    await carry(context, person);
    await page.goto('/profile');
    await openDevice(page);
    await takeFirst(page);
    const typed = new Map<string, string>();
    let photographs = 0;
    const added: string[] = [];
    const done = new Map<string, string>();
    for (let round = 0; round < rounds; round += 1) {
      await kill(context, folder);
      context = await start();
      await context.setOffline(true);
      [page = await context.newPage()] = context.pages();
      await openTaken(page);
      await openScores(page);
      for (const [serial, value] of typed) await expect.poll(() => scoreInput(page, serial).inputValue()).toBe(value);
      const item = items[Math.floor(random() * items.length)];
      if (!item) throw new Error('no item');
      const value = String(Math.floor(random() * item.score * 10) / 10);
      await scoreInput(page, item.serial).fill(value);
      typed.set(item.serial, value);
      if (random() < 0.5) {
        const buffer = Buffer.from(png(40 + round, 30));
        await page
          .getByLabel(text.photo.takeFor(item.serial))
          .setInputFiles([{ name: 'IMG.png', mimeType: 'image/png', buffer }]);
        photographs += 1;
        await expect.poll(() => page.getByRole('progressbar', { name: /^Upload of/ }).count()).toBe(photographs);
      }
      await expect.poll(() => storedScore(page, item.serial)).toBe(Number(value));
      if (random() < 0.5) {
        await openTab(page, findings.title);
        for (const said of added) await page.getByText(said, { exact: true }).waitFor();
        const next = open[done.size];
        const said = `第${round}轮（示例）`;
        if (next && random() < 0.5) {
          await reportDone(page, next.no, said, Buffer.from(png(60 + round, 40)));
          done.set(next.id, said);
        } else {
          await addFinding(page, said);
          added.push(said);
        }
      }
      // At any moment from now on, also while the next attempt to send is under way.
      await page.waitForTimeout(random() * 2500);
    }
    await kill(context, folder);
    context = await start();
    [page = await context.newPage()] = context.pages();
    await page.goto('/');
    await logInAt(page, person.account, PASSWORD);
    const evidence = async () => (await person.api.call('GET file/evidence', { asmId: id, serial1: '1' })).length;
    await expect.poll(evidence, { timeout: 60_000 }).toBe(photographs);
    const wanted = [...typed].map(([serial, value]) => `${serial} ${Number(value)}`).sort();
    const sent = async () => {
      const scores = await person.api.call('GET assessment/station_scores', { id, s1: '1' });
      return scores.map(({ serial, score }) => `${serial} ${score}`).sort();
    };
    await expect.poll(sent, { timeout: 60_000 }).toEqual(wanted);
    const reported = async () => {
      const all = [];
      for (const { id: finding } of open) all.push(await person.api.call('GET finding', { id: finding }));
      return all.flatMap(({ id: finding, state, events, files }) => {
        const last = events.at(-1);
        // Its photograph goes with the step, once.
        return state === 'done' ? [[finding, last?.text, last?.files.length, files.length, events.length]] : [];
      });
    };
    await expect
      .poll(reported, { timeout: 60_000 })
      .toEqual(open.slice(0, done.size).map(({ id: finding }) => [finding, done.get(finding), 1, 1, 3]));
    await openDevice(page);
    await page.getByRole('dialog').getByText(text.unsent.none).waitFor();
    expect(await evidence()).toBe(photographs);
    const { items: all } = await person.api.call('GET finding/query', { size: 200, state: ['open'] });
    expect(all.map((one) => one.text).sort()).toEqual([...added].sort());
    return { typed: typed.size, photographs, added: added.length, done: done.size };
  } finally {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  }
}
