// Measures how long the review pages keep a person waiting on an old machine: npm run bench:old [-- --slow 6]
// `paint` is the longest wait from a key or click to the next picture with the processor slowed so many times, which
// means something on a quiet machine only. `work` is what the page's own thread does within that wait, as processor time
// of the machine as it is, times as many; `all` has what is drawn and saved after it too. A busy machine changes neither.
import { parseArgs } from 'node:util';
import { DEMO_PASSWORD } from '@shp/server/demo/accounts';
import type { Page } from 'playwright-core';
import { newReview, openReview } from '../tests/browser/experts.ts';
import { accountOf, openStage, type Visit } from '../tests/browser/harness.ts';
import { fillIn, newDraft, openPage, openTab, reasonInput, scoreInput } from '../tests/browser/stations.ts';

const { values } = parseArgs({ options: { slow: { type: 'string', default: '6' } } });
const SLOW = Number(values.slow);
/** 400 ms there and back, 1 Mbit/s. */
const POOR = { offline: false, latency: 400, downloadThroughput: 125_000, uploadThroughput: 125_000 };
const REASON = '记录不全（示例）no date';

/** A quick typist's pause between two keys. */
const KEY_MS = 120;

/** What a person does, one after the other on the same page. */
type Act = readonly [name: string, act: (page: Page) => Promise<unknown>];

const type = (page: Page, text: string) => page.keyboard.type(text, { delay: KEY_MS });

const scoring = (first: string, next: string): Act[] => [
  ['another chapter', (page) => page.locator('#chapter-4').click()],
  [
    'an item’s points',
    (page) =>
      scoreInput(page, first)
        .fill('')
        .then(() => type(page, '0.5')),
  ],
  [
    'its reason',
    (page) =>
      reasonInput(page, first)
        .focus()
        .then(() => type(page, REASON)),
  ],
  ['on to the next', (page) => page.keyboard.press('Enter')],
  ['its points', (page) => type(page, '1')],
  ['up and down', (page) => page.keyboard.press('ArrowUp').then(() => page.keyboard.press('ArrowDown'))],
  ['back by a tab', (page) => page.locator('#chapter-1').click()],
  [
    'an item there',
    (page) =>
      scoreInput(page, next)
        .fill('')
        .then(() => type(page, '1')),
  ],
];
const FORM: Act[] = [
  [
    'a field',
    (page) =>
      page
        .locator('[name="unit.contact"]')
        .focus()
        .then(() => type(page, REASON)),
  ],
  [
    'a long text',
    (page) =>
      page
        .locator('[name="self.summary"]')
        .focus()
        .then(() => type(page, REASON)),
  ],
  ['self-scoring', (page) => openTab(page, 'Self-scoring')],
];
const BY_KEYS: Act[] = [
  ['full points', (page) => page.keyboard.press('Alt+a')],
  ['the station’s', (page) => page.keyboard.press('Alt+s')],
  ['next open item', (page) => page.keyboard.press('Alt+n')],
  ['phrases', (page) => reasonInput(page, '1.1.2').press('Alt+p')],
  ['a phrase', (page) => page.keyboard.press('1')],
];
const PARTS = (names: readonly string[]): Act[] =>
  names.map((name) => [name, (page) => page.locator(`#part-${name}`).click()]);

const stage = await openStage();
try {
  const { id, experts } = await newReview(stage);
  const [expert] = experts;
  if (!expert) throw new Error('no expert');
  const { person: station, id: draft } = await newDraft(stage);
  await fillIn(station, draft);
  const pages: [string, () => Promise<Visit>, Act[]][] = [
    [
      'expert',
      () => openReview(stage, expert, id),
      [...scoring('4.1.1', '1.1.2'), ...BY_KEYS, ...PARTS(['form', 'conclusion', 'score'])],
    ],
    ['station', () => openPage(stage, station, draft), [...FORM, ...scoring('4.1.1', '1.1.2')]],
  ];
  console.log(JSON.stringify({ opening: await opening(id, expert.token) }, null, 2));
  for (const [name, open, acts] of pages) {
    const quick = await run(await open(), acts, 1);
    const slow = await run(await open(), acts, SLOW);
    const lines = quick.map(({ act, work, all }, place) => ({
      act,
      paint: slow[place]?.paint,
      work: Math.round(work * SLOW),
      all: Math.round(all * SLOW),
    }));
    console.log(name);
    console.table(lines);
  }
} finally {
  await stage.close();
}

/** From the sign-in page to the first list, and to an expert's review, on a slow machine and a poor line, in ms. */
async function opening(id: string, token: string): Promise<Record<string, number>> {
  const { page, context } = await stage.visit({ lang: 'en' });
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', POOR);
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOW });
  const figures: Record<string, number> = {};
  const timed = async (name: string, act: () => Promise<unknown>) => {
    const from = performance.now();
    await act();
    figures[name] = Math.round(performance.now() - from);
  };
  await timed('sign-in page', () => page.goto('/').then(() => page.getByRole('button', { name: 'Log in' }).waitFor()));
  await page.getByLabel('Account').fill(accountOf(stage.server.data, 'admin'));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await timed('home', async () => {
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Overview of review status in the region' }).waitFor();
  });
  await timed('first list', async () => {
    await page.getByRole('link', { name: 'Stations', exact: true }).click();
    await page.locator('tbody a').first().waitFor();
  });
  await context.addCookies([{ name: 'Token', value: token, url: stage.url, sameSite: 'Strict' }]);
  await timed('review of 118 items', async () => {
    await page.goto(`/assessments/${id}/expert`);
    await page.locator('[data-item]').first().waitFor();
  });
  await context.close();
  return figures;
}

type Measured = { act: string; paint: number; work: number; all: number };

async function run({ page, context }: Visit, acts: readonly Act[], rate: number): Promise<Measured[]> {
  await page.waitForLoadState('networkidle');
  const line = await context.newCDPSession(page);
  await line.send('Emulation.setCPUThrottlingRate', { rate });
  await page.evaluate(() => {
    const waits: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) waits.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    Object.assign(window, { waits });
  });
  const measured: Measured[] = [];
  for (const [name, act] of acts) {
    const { events, paint } = await traced(page, () => act(page));
    measured.push({ act: name, paint, ...workOf(events) });
  }
  await context.close();
  return measured;
}

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  id2?: { local?: string };
  args: { data?: { duration?: number } };
};

/** Does something and waits until the page has nothing more to do for it. */
async function traced(page: Page, act: () => Promise<unknown>): Promise<{ events: TraceEvent[]; paint: number }> {
  const browser = page.context().browser();
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'];
  await browser?.startTracing(page, { categories });
  await act();
  await page.waitForTimeout(1500);
  await page.waitForLoadState('networkidle');
  const { traceEvents } = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: TraceEvent[] };
  const waits = await page.evaluate(() => (window as unknown as { waits: number[] }).waits.splice(0));
  return { events: traceEvents, paint: Math.max(0, ...waits) };
}

/** The longest wait for a picture, and all, as processor time of the page's thread in ms. */
function workOf(events: readonly TraceEvent[]): { work: number; all: number } {
  const waits = events.filter(({ name, ph }) => name === 'EventTiming' && ph === 'b');
  const [first] = waits;
  if (!first) return { work: 0, all: 0 };
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === first.pid && tid === first.tid,
  );
  const cost = (from: number, to: number) =>
    tasks.filter(({ ts }) => ts >= from && ts < to).reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0);
  const works = waits.map(({ ts, args }) => cost(ts, ts + (args.data?.duration ?? 0) * 1000));
  return { work: Math.max(...works), all: cost(first.ts, Number.POSITIVE_INFINITY) };
}
