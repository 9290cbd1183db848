import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import type { Page } from 'playwright-core';
import { accountOf, carry, openStage, type Visit } from '../tests/browser/harness.ts';
import { median } from './measure.ts';

/** Round trip in ms, bytes a second, and the limit in ms until the home page shows its numbers. */
const LINES = {
  '400 ms, 1 Mbit/s': { latency: 400, bytes: 125_000, limit: 3500 },
  '80 ms, 2 Mbit/s': { latency: 80, bytes: 250_000, limit: 1500 },
} as const;
const TURNS = 5;
/** A quick typist's pause between two keys. */
const KEY_MS = 120;

/**
 * How long the home page of a province's unit takes over a slow connection with an empty cache until its five numbers show, and
 * until its overview does: opened with a session, and from the click on "Log in" after typing.
 */
export async function slowLine(): Promise<object> {
  const stage = await openStage();
  const slowed = async ({ latency, bytes }: { latency: number; bytes: number }): Promise<Visit> => {
    const visit = await stage.visit({ lang: 'en' });
    const tools = await visit.context.newCDPSession(visit.page);
    await tools.send('Network.enable');
    const line = { offline: false, latency, downloadThroughput: bytes, uploadThroughput: bytes };
    await tools.send('Network.emulateNetworkConditions', line);
    return visit;
  };
  const figures: Record<string, object> = {};
  try {
    for (const [name, line] of Object.entries(LINES)) {
      const opened: Times[] = [];
      const signedIn: Times[] = [];
      for (let turn = 0; turn < TURNS; turn += 1) {
        const person = await stage.person('province_manager');
        const { page, context } = await slowed(line);
        await carry(context, person);
        opened.push(await timed(page, () => page.goto('/', { waitUntil: 'commit' })));
        await context.close();
        const other = await slowed(line);
        await other.page.goto('/');
        await other.page
          .getByLabel('Account')
          .pressSequentially(accountOf(stage.server.data, 'province_manager'), { delay: KEY_MS });
        await other.page.getByLabel('Password', { exact: true }).pressSequentially(DEMO_PASSWORD, { delay: KEY_MS });
        signedIn.push(await timed(other.page, () => other.page.getByRole('button', { name: 'Log in' }).click()));
        await other.context.close();
      }
      figures[name] = { 'opened, ms': middle(opened), 'signed in, ms': middle(signedIn), limit: line.limit };
    }
    return figures;
  } finally {
    await stage.close();
  }
}

type Times = { numbers: number; overview: number };

async function timed(page: Page, act: () => Promise<unknown>): Promise<Times> {
  const began = performance.now();
  await act();
  const since = async (shown: Promise<unknown>) => {
    await shown;
    return Math.round(performance.now() - began);
  };
  const [numbers, overview] = await Promise.all([
    since(page.waitForFunction(hasNumbers, null, { polling: 20 })),
    since(page.getByRole('heading', { name: 'Levels', exact: true }).waitFor()),
  ]);
  return { numbers, overview };
}

/** Whether each of the five cards shows its number. */
function hasNumbers(): boolean {
  const cards = [...document.querySelectorAll('main .MuiCardContent-root')];
  return cards.length >= 5 && cards.every(({ textContent }) => /\d/.test(textContent ?? ''));
}

const middle = (all: readonly Times[]): Times => ({
  numbers: median(all.map(({ numbers }) => numbers)),
  overview: median(all.map(({ overview }) => overview)),
});
