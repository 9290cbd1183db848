import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROUTES } from '@shp/shared/domain/routes';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import budgets from '../../web/budgets.json' with { type: 'json' };
import { screenFile } from '../../web/src/app/screenFile.ts';
import { openStage, type Stage } from './harness.ts';

const DIST = fileURLToPath(new URL('../../web/dist', import.meta.url));

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** The transferred size of a file with gzip, the encoding that browsers accept over plain http from another machine. */
const weight = async (file: string) => (await stat(join(DIST, `${file}.gz`))).size;

async function sum(files: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...files].map(weight));
  return sizes.reduce((total, size) => total + size, 0);
}

/** The scripts that a page loads before `shown` appears. */
async function scriptsOf(page: Page, path: string, shown: string): Promise<string[]> {
  const sent = new Map<string, string | undefined>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sent.set(new URL(response.url()).pathname, response.headers()['content-encoding']);
  });
  await page.goto(path);
  // Measured inside the page, because other screens are prefetched soon after.
  const needed = await page.waitForFunction((selector) => {
    if (!document.querySelector(selector)?.checkVisibility()) return null;
    const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    return urls.filter((url) => url.endsWith('.js'));
  }, shown);
  const scripts = (await needed.jsonValue()) ?? [];
  expect(new Set(scripts.map((script) => sent.get(script)))).toEqual(new Set(['br']));
  return scripts;
}

const scriptBytes = async (page: Page, path: string, shown: string) => sum(await scriptsOf(page, path, shown));

test('the sign-in page stays within its size budget', async () => {
  const { page } = await stage.visit();
  const bytes = await scriptBytes(page, '/login', 'form');
  console.log(`sign-in page: ${bytes} bytes`);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(budgets.signIn);
});

test.each(['/stations', '/assessments'])('%s as the first list stays within its size budget', async (path) => {
  const { page } = await stage.visitAs('admin');
  const bytes = await scriptBytes(page, path, 'tbody a');
  console.log(`first list, ${path}: ${bytes} bytes`);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(budgets.firstList);
});

test('charts load only where they are shown, within their size budget', async () => {
  const manifest: Manifest = JSON.parse(await readFile(join(DIST, '.vite/manifest.json'), 'utf8'));
  const [chart] = filesOf(manifest, 'src/screens/home/overview/Overview.tsx');
  expect(await weight(chart ?? '')).toBeLessThanOrEqual(budgets.charts);
  for (const [role, path, isShown] of [
    ['province_manager', '/', true],
    ['province_manager', '/stations', false],
    ['expert', '/', false],
    ['station', '/', false],
  ] as const) {
    const { page } = await stage.visitAs(role);
    const scripts = await scriptsOf(page, path, isShown ? '[role=figure] svg' : 'h1');
    expect([role, path, scripts.includes(`/${chart}`)]).toEqual([role, path, isShown]);
  }
});

type Manifest = Record<string, { file: string; imports?: string[]; isDynamicEntry?: boolean }>;

/** The files that an entry loads statically. */
function filesOf(manifest: Manifest, entry: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[entry];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports ?? []) filesOf(manifest, next, found);
  return found;
}

/** What lists share, and the names and texts that the start loads: the budget of the first list counts them. */
const OF_LISTS = /\/(?:tables|common|names|texts-sign-in)-[\w-]+\.js$/;

test('each screen and each lazily loaded part stays within its size budget', async () => {
  const manifest: Manifest = JSON.parse(await readFile(join(DIST, '.vite/manifest.json'), 'utf8'));
  const shell = new Set([...filesOf(manifest, 'index.html'), ...filesOf(manifest, 'src/app/App.tsx')]);
  const screens = new Map(
    ROUTES.map(({ path }) => [
      `src/${screenFile(path)}`,
      path.includes(':id') ? budgets.assessmentPage : budgets.screen,
    ]),
  );
  const parts = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry && key !== 'src/app/App.tsx');
  expect([...screens.keys()].filter((key) => !parts.includes(key))).toEqual([]);
  const heavy: string[] = [];
  for (const part of parts) {
    const added = [...filesOf(manifest, part)].filter(
      (file) => !shell.has(file) && !OF_LISTS.test(file) && file.endsWith('.js'),
    );
    const bytes = await sum(added);
    const budget = screens.get(part) ?? budgets.otherPart;
    if (bytes > budget) heavy.push(`${part}: ${bytes} bytes of ${budget}`);
  }
  expect(heavy).toEqual([]);
});
