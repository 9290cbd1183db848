import { NetworkError } from '@shp/shared/api/errors';
import { offline as text } from '@shp/shared/text/en/device/offline';
import type { Page } from 'playwright-core';
import { openDevice, PHONE, takeFirst } from '../tests/browser/devices.ts';
import { carry, openStage } from '../tests/browser/harness.ts';
import { goTo, itemsOf, newDraft, reasonInput, scoreInput } from '../tests/browser/stations.ts';
import { median } from './measure.ts';

const PHOTOS = 200;
const OPENINGS = 7;
/** 1 Mbit/s in both directions. */
const LINE = { offline: false, latency: 80, downloadThroughput: 125_000, uploadThroughput: 125_000 };
const SLOWED = 4;
/** Milliseconds after which the measurement gives up. */
const SENT_WITHIN = 300_000;

/**
 * A day on site: every item scored and 200 photographs taken offline. Measures the opening offline on a slow
 * processor, and the sending of everything but photographs over a slow connection, from the opening of the page.
 */
export async function field(report: (line: object) => void): Promise<object> {
  const stage = await openStage();
  const visit = await stage.visit({ lang: 'en', device: PHONE });
  const { context } = visit;
  let { page } = visit;
  try {
    const { person, id } = await newDraft(stage);
    const items = await itemsOf(person, id);
    await carry(context, person);
    await page.goto('/profile');
    await openDevice(page);
    await takeFirst(page);
    await context.setOffline(true);
    for (const [index, { serial, score }] of items.entries()) {
      const before = items[index - 1]?.serial ?? '';
      if (before.split('.')[0] !== serial.split('.')[0]) {
        // A person takes longer to open a page: what was typed last is stored by then.
        await page.waitForTimeout(500);
        await page.goto('about:blank');
        await goTo(page, id, `#score/${serial}`);
      }
      await scoreInput(page, serial).fill(String(score / 2));
      // An item that lost points counts as scored once it has a reason.
      await reasonInput(page, serial).fill(`现场查看 ${serial}（示例）`);
    }
    await page.waitForTimeout(500);
    await page.goto('about:blank');
    await goTo(page, id, '#score/1.1.1');
    await scoreInput(page, '1.1.1').waitFor();
    for (let taken = 0; taken < PHOTOS; taken += 1) await photograph(page, taken);
    report({
      scored: items.length,
      photographs: PHOTOS,
      stored: await page.evaluate(() => navigator.storage.estimate()),
    });

    const openings: number[] = [];
    for (let turn = 0; turn < OPENINGS; turn += 1) {
      await page.close();
      page = await context.newPage();
      const tools = await context.newCDPSession(page);
      await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
      const began = performance.now();
      await page.goto(`/assessments/${id}/station#score/1.1.1`, { waitUntil: 'commit' });
      await scoreInput(page, '1.1.1').waitFor();
      openings.push(Math.round(performance.now() - began));
    }

    await page.close();
    page = await context.newPage();
    const tools = await context.newCDPSession(page);
    await context.setOffline(false);
    await tools.send('Network.enable');
    await tools.send('Network.emulateNetworkConditions', LINE);
    const began = performance.now();
    await page.goto(`/assessments/${id}/station`, { waitUntil: 'commit' });
    const stored = async () => {
      const sum = await person.api.call('GET assessment/sum_station_score', { id }).catch((error: unknown) => {
        // The server may have closed the connection of this process, which has been idle for long: then it asks again.
        if (error instanceof NetworkError) return null;
        throw error;
      });
      return sum?.sections.reduce((scored, section) => scored + section.scored, 0) ?? 0;
    };
    for (let scored = await stored(); scored < items.length; scored = await stored()) {
      if (performance.now() - began > SENT_WITHIN) throw new Error(`only ${scored} of ${items.length} scores are sent`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const sent = Math.round(performance.now() - began);
    return {
      'opening offline, ms': { median: median(openings), slowest: Math.max(...openings), limit: 2000 },
      'everything but photographs sent, ms': { took: sent, limit: 60_000 },
    };
  } finally {
    await context.close();
    await stage.close();
  }
}

/** Takes a photograph of 2,000 by 1,500 pixels of noise, so that it is as large as a camera's. */
async function photograph(page: Page, seed: number): Promise<void> {
  const camera = page.getByLabel(text.photo.takeFor('1.1.1'));
  const pending = page.getByRole('progressbar', { name: /^Upload of/ });
  await camera.evaluate(async (input, first) => {
    // Drawn once in full; each further photograph differs in a part of it.
    const holder = window as unknown as { noise?: HTMLCanvasElement };
    const isNew = holder.noise === undefined;
    holder.noise ??= Object.assign(document.createElement('canvas'), { width: 2000, height: 1500 });
    const canvas = holder.noise;
    const drawing = canvas.getContext('2d') as CanvasRenderingContext2D;
    for (let block = 0, state = first + 1; block < (isNew ? 20_000 : 500); block += 1) {
      state = (state * 48_271) % 2_147_483_647;
      drawing.fillStyle = `hsl(${state % 360} 40% ${30 + (state % 40)}%)`;
      drawing.fillRect(state % 2000, (state >> 8) % 1500, 24, 18);
    }
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
    const given = new DataTransfer();
    given.items.add(new File([made as Blob], 'IMG.jpg', { type: 'image/jpeg' }));
    (input as HTMLInputElement).files = given.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, seed);
  await pending.nth(seed).waitFor({ state: 'attached', timeout: 60_000 });
}
