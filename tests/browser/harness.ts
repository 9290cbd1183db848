import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD, printedId } from '@shp/server/demo/accounts';
import { isManaging, type UserRole } from '@shp/shared/domain/accounts/roles';
import type { Lang } from '@shp/shared/domain/lib/lang';
import type axe from 'axe-core';
import Sqlite from 'better-sqlite3';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { expect } from 'vitest';
import workspace from '../../package.json' with { type: 'json' };
import { confirmSession, logIn, type Person } from '../journey/accounts.ts';
import { startServer, type TestServer } from '../server.ts';
import { type Window, Windows } from './windows.ts';

export type Look = { lang?: Lang; theme?: 'light' | 'dark'; width?: number };

/** A browser window of its own, with what went wrong in it. */
export type Visit = Window & { problems: string[] };

/** A demo server and a browser. */
export type Stage = {
  url: string;
  server: TestServer;
  /** Opens a window in which nobody is logged in. */
  visit(look?: Look): Promise<Visit>;
  /** Opens a window in which the demo account of a role is logged in; a managing role's session is confirmed unless said otherwise. */
  visitAs(role: UserRole, look?: Look & { confirmed?: boolean }): Promise<Visit & { person: Person }>;
  /** A session of a demo account outside of the browser. */
  person(role: UserRole): Promise<Person>;
  close(): Promise<void>;
};

/** One for all files of tests that run in this process, whose end is its own. */
let browser: Promise<Browser> | undefined;

export async function openStage(flags: readonly string[] = ['--demo', '--no-captcha']): Promise<Stage> {
  const server = await startServer({}, flags);
  browser ??= launch();
  const { url, data } = server;
  const windows = new Windows(await browser, url);
  const visit = async ({ lang = 'zh', theme = 'light', width }: Look = {}): Promise<Visit> => {
    const window = await windows.open(width);
    const { page } = window;
    await page.addInitScript(
      ([key, value, other, choice]) => {
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
        if (localStorage.getItem(other) === null) localStorage.setItem(other, choice);
      },
      ['shp.lang', lang, 'shp.theme', theme] as const,
    );
    follow(page);
    return { ...window, problems: watch(page) };
  };
  const person = (role: UserRole) => logIn(url, accountOf(data, role), DEMO_PASSWORD);
  return {
    url,
    server,
    visit,
    person,
    async visitAs(role, look) {
      const opened = await visit(look);
      const who = await person(role);
      if (look?.confirmed ?? isManaging(role)) await confirmSession(who);
      await carry(opened.context, who);
      return { ...opened, person: who };
    },
    async close() {
      await windows.close();
      await server.stop();
    },
  };
}

/** Gives a window the session of a person who logged in elsewhere. */
export async function carry(context: BrowserContext, { url, token }: Person): Promise<void> {
  await context.addCookies([{ name: 'Token', value: token, url, sameSite: 'Strict' }]);
}

/** What the page itself reports as wrong. The browser's own line about an answer 4xx is no fault of the page. */
function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  page.on('console', (message) => {
    const answered = message.text().startsWith('Failed to load resource') && message.location().url.includes('/api/');
    if (['error', 'warning'].includes(message.type()) && !answered) problems.push(message.text());
  });
  return problems;
}

const asked = new WeakMap<Page, Set<Request>>();

/** Keeps what a page asks of the server and has no answer to yet. */
function follow(page: Page): void {
  const open = new Set<Request>();
  asked.set(page, open);
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

/** Waits until a page has an answer to all that it has asked. */
export async function answered(page: Page): Promise<void> {
  await expect.poll(() => asked.get(page)?.size).toBe(0);
}

/** Takes the line away, and waits for the answers that are on their way: from then on the page hears of nothing. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await answered(page);
}

async function launch(): Promise<Browser> {
  const folder = await unpacked();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    env: { ...definite(process.env), LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') },
    args: [
      '--headless=shell',
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

/**
 * The folder with the unpacked browser and the libraries that its package brings, so that none is needed of the machine.
 * The package unpacks into the folder of temporary files, and the libraries only where it believes to be on Lambda; it
 * is shown a folder of its own, which takes its lasting name when it is whole, whoever else unpacks at the same time.
 */
async function unpacked(): Promise<string> {
  const folder = join(tmpdir(), `shp-chromium-${workspace.devDependencies['@sparticuz/chromium']}`);
  if (existsSync(folder)) return folder;
  const own = await mkdtemp(join(tmpdir(), 'shp-chromium-'));
  const before = { ...process.env };
  Object.assign(process.env, { TMPDIR: own, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' });
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    await packaged.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
  await rename(own, folder).catch(() => rm(own, { recursive: true }));
  return folder;
}

function definite(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
}

function query<T>(data: string, sql: string, ...values: string[]): T | undefined {
  const db = new Sqlite(join(data, 'shp.sqlite'), { readonly: true });
  try {
    return db.prepare<string[], T>(sql).get(...values);
  } finally {
    db.close();
  }
}

/** The name of a role's demo account. */
export function accountOf(data: string, role: UserRole): string {
  const row = query<{ account: string }>(data, 'select account from users where id = ?', printedId(role));
  if (!row) throw new Error(`the demo has no ${role}`);
  return row.account;
}

/** The code that a verification picture shows. */
export function captchaCode(data: string, key: string): string {
  const row = query<{ code: string }>(data, 'select code from captchas where key = ?', key);
  if (!row) throw new Error('no such captcha');
  return row.code;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The serious faults that axe finds on a page, each with the elements that have it. */
export async function axeFaults(page: Page, { contrast = true } = {}): Promise<string[]> {
  // What fades in has its own colours only at the end.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (contrast) => {
    // The mark of a draft is written over a text that has to stay readable; what a frame shows is a station's own file.
    const exclude = ['.watermark'];
    // To reckon colours takes most of the time: the rows of a table have the same.
    if (contrast) exclude.push('tbody tr:nth-child(n+9)');
    const rules = { 'color-contrast': { enabled: contrast } };
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
      { exclude },
      { resultTypes: ['violations'], iframes: false, preload: false, rules },
    );
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, contrast);
}

/** How far a page can be scrolled sideways, in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
