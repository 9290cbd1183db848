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
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { expect } from 'vitest';
import workspace from '../../package.json' with { type: 'json' };
import { confirmSession, logIn, type Person } from '../support/accounts.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { ContextPool, type OpenWindow } from './contextPool.ts';

export type Look = { lang?: Lang; theme?: 'light' | 'dark'; width?: number };

/** A browser window with the problems that it reported. */
export type Visit = OpenWindow & { problems: string[] };

/** A demo server and a browser. */
export type Stage = {
  url: string;
  server: TestServer;
  /** Opens a window without a login; with `device` one that may install the console. */
  visit(look?: Look & { device?: BrowserContextOptions }): Promise<Visit>;
  /** Opens a window logged in as the role's demo account; the session of a managing role is confirmed by default. */
  visitAs(role: UserRole, look?: Look & { confirmed?: boolean }): Promise<Visit & { person: Person }>;
  /** Logs in as the role's demo account, outside the browser. */
  person(role: UserRole): Promise<Person>;
  close(): Promise<void>;
};

/** Shared by all test files of this process; it ends with the process. */
let browser: Promise<Browser> | undefined;

/** `filled`: a data directory with the demo's accounts, in place of a new one. */
export async function openStage(
  flags: readonly string[] = ['--demo', '--no-captcha'],
  command?: string,
  filled?: string,
): Promise<Stage> {
  const server = await startServer({}, flags, filled, command);
  browser ??= launch();
  const { url, data } = server;
  const pool = new ContextPool(await browser, url);
  const visit: Stage['visit'] = async ({ lang = 'zh', theme = 'light', width, device } = {}) => {
    const window = await (device ? pool.openInstallable(device) : pool.open(width));
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
      await pool.close();
      await server.stop();
    },
  };
}

/** Gives a window the session of an account that logged in elsewhere. */
export async function carry(context: BrowserContext, { url, token }: Person): Promise<void> {
  await context.addCookies([{ name: 'Token', value: token, url, sameSite: 'Strict' }]);
}

/** Opens a window with the session of this account and goes to a path. */
export async function openAt(stage: Stage, person: Person, path: string, look: Look = { lang: 'en' }): Promise<Visit> {
  const visit = await stage.visit(look);
  await carry(visit.context, person);
  await visit.page.goto(path);
  return visit;
}

/** Opens a new tab in the same browser; its errors join `problems`. */
export async function newTab(context: BrowserContext, problems: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  return page;
}

/** Collects errors and warnings of the page, except the browser's own message about a 4xx response of the API. */
function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  page.on('console', (message) => {
    const answered = message.text().startsWith('Failed to load resource') && message.location().url.includes('/api/');
    const blocked = message.text() === 'Service Worker registration blocked by Playwright';
    if (['error', 'warning'].includes(message.type()) && !answered && !blocked) problems.push(message.text());
  });
  return problems;
}

const asked = new WeakMap<Page, Set<Request>>();

/** Tracks the requests of a page that have no response yet. */
function follow(page: Page): void {
  const open = new Set<Request>();
  asked.set(page, open);
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

/** Waits until every request of the page has a response. */
export async function answered(page: Page): Promise<void> {
  await expect.poll(() => [...(asked.get(page) ?? [])].map((request) => request.url())).toEqual([]);
}

/** Goes offline and waits for pending responses, so that the page receives nothing from then on. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await answered(page);
}

const launch = async (): Promise<Browser> => chromium.launch(await program());

/** A browser of its own with this folder as its profile: it can be killed and opened again. */
export async function launchProfile(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...(await program()), ...options });
}

async function program() {
  const folder = await unpacked();
  return {
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
  };
}

/**
 * The folder with the unpacked browser and its libraries, so that the machine needs none. @sparticuz/chromium unpacks
 * into the temporary directory, and its libraries only on AWS Lambda; so this sets both variables to a private folder
 * and then renames that, because several processes may unpack at the same time.
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

/** The account name of a role's demo account. */
export function accountOf(data: string, role: UserRole): string {
  const row = query<{ account: string }>(data, 'select account from users where id = ?', printedId(role));
  if (!row) throw new Error(`the demo has no ${role}`);
  return row.account;
}

/** The code of a captcha picture. */
export function captchaCode(data: string, key: string): string {
  const row = query<{ code: string }>(data, 'select code from captchas where key = ?', key);
  if (!row) throw new Error('no such captcha');
  return row.code;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The serious problems that axe finds on a page, with their elements. */
export async function axeFaults(page: Page, { contrast = true } = {}): Promise<string[]> {
  // Elements that fade in have their final colours only at the end.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect?.getTiming().iterations === Infinity),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (contrast) => {
    // The draft watermark covers a text that must stay readable; frames show a station's own files.
    const exclude = ['.watermark'];
    // Colour contrast takes most of the time, and further table rows have the same colours.
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

/** Chooses an action from the menu of the row of that name. */
export async function chooseMore(page: Page, name: string, action: string): Promise<void> {
  const more = (label: string) => page.getByRole('button', { name: `${label}${name}`, exact: true });
  await more('More: ').or(more('更多操作：')).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** The line below an English list that says how many rows there are. */
export const rowCount = (page: Page, total: number) =>
  page.getByText(new RegExp(`^(.+ of ${total.toLocaleString('en')}|${total} in all)$`));

/** How far a page scrolls sideways, in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
