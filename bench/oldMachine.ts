import type { Locator, Page } from 'playwright-core';
import { newReview, openReview } from '../tests/browser/experts.ts';
import { openStage, type Visit } from '../tests/browser/harness.ts';
import { fillIn, newDraft, openPage, openTab, reasonInput, scoreInput } from '../tests/browser/stations.ts';

const REASON = '记录不全（示例）no date';
/** A quick typist's pause between two keys. */
const KEY_MS = 120;
const SETTLE_MS = 1500;

/** What a person does, one after the other on the same page. */
type Act = readonly [name: string, act: (page: Page) => Promise<unknown>];

const press = (name: string, key: string): Act => [name, (page) => page.keyboard.press(key)];
const click = (name: string, selector: string): Act => [name, (page) => page.locator(selector).click()];
const write = (name: string, input: (page: Page) => Locator, text: string): Act => [
  name,
  async (page) => {
    await input(page).fill('');
    await page.keyboard.type(text, { delay: KEY_MS });
  },
];

const SCORING: readonly Act[] = [
  click('another chapter', '#chapter-4'),
  write('an item’s points', (page) => scoreInput(page, '4.1.1'), '0.5'),
  write('its reason', (page) => reasonInput(page, '4.1.1'), REASON),
  press('on to the next', 'Enter'),
  ['its points', (page) => page.keyboard.type('1')],
  press('up', 'ArrowUp'),
  click('back by a tab', '#chapter-1'),
  write('an item there', (page) => scoreInput(page, '1.1.2'), '1'),
];
const EXPERT: readonly Act[] = [
  ...SCORING,
  press('full points', 'Alt+a'),
  press('the station’s', 'Alt+s'),
  press('next open item', 'Alt+n'),
  ['phrases', (page) => reasonInput(page, '1.1.2').press('Alt+p')],
  press('a phrase', '1'),
  ...['form', 'conclusion', 'score'].map((part) => click(part, `#part-${part}`)),
];
const STATION: readonly Act[] = [
  write('a field', (page) => page.locator('[name="unit.contact"]'), REASON),
  write('a long text', (page) => page.locator('[name="self.summary"]'), REASON),
  ['self-scoring', (page) => openTab(page, 'Self-scoring')],
  ...SCORING,
];

/**
 * How long the review pages keep a person waiting on a processor `slow` times slower, in ms. `paint`: the longest wait
 * from a key or click to the next picture, which needs a quiet machine. `work`: the processor time of the page's thread
 * within that wait, measured at full speed and multiplied.
 */
export async function oldMachine(slow: number): Promise<object> {
  const stage = await openStage();
  try {
    const { id, experts } = await newReview(stage);
    const [expert] = experts;
    if (!expert) throw new Error('no expert');
    const { person: station, id: draft } = await newDraft(stage);
    await fillIn(station, draft);
    return {
      expert: await pageFigures(() => openReview(stage, expert, id), EXPERT, slow),
      station: await pageFigures(() => openPage(stage, station, draft), STATION, slow),
    };
  } finally {
    await stage.close();
  }
}

async function pageFigures(open: () => Promise<Visit>, acts: readonly Act[], slow: number) {
  const full = await run(await open(), acts, 1);
  const slowed = await run(await open(), acts, slow);
  const figures = acts.map(([name], index) => {
    const work = Math.round((full[index]?.work ?? 0) * slow);
    return [name, { paint: slowed[index]?.paint ?? 0, work }] as const;
  });
  return Object.fromEntries(figures);
}

async function run({ page, context }: Visit, acts: readonly Act[], rate: number) {
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
  const measured: { paint: number; work: number }[] = [];
  for (const [, act] of acts) measured.push(await traced(page, () => act(page)));
  await context.close();
  return measured;
}

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
  args: { data?: { duration?: number } };
};

/** Does something and waits until the page has nothing more to do for it. */
async function traced(page: Page, act: () => Promise<unknown>): Promise<{ paint: number; work: number }> {
  const browser = page.context().browser();
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel'];
  await browser?.startTracing(page, { categories });
  await act();
  await page.waitForTimeout(SETTLE_MS);
  await page.waitForLoadState('networkidle');
  const { traceEvents } = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: TraceEvent[] };
  const paints = await page.evaluate(() => (window as unknown as { waits: number[] }).waits.splice(0));
  const waits = traceEvents.filter(({ name, ph }) => name === 'EventTiming' && ph === 'b');
  const works = waits.map(({ pid, tid, ts, args }) => {
    const end = ts + (args.data?.duration ?? 0) * 1000;
    const tasks = traceEvents.filter(
      (task) => task.name === 'RunTask' && task.ph === 'X' && task.pid === pid && task.tid === tid,
    );
    return tasks.filter((task) => task.ts >= ts && task.ts < end).reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0);
  });
  return { paint: Math.max(0, ...paints), work: Math.max(0, ...works) };
}
