import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';

/** A window without a login and with empty storage. */
export type OpenWindow = {
  page: Page;
  context: BrowserContext;
  /** Closes the window; the end of the test does that too. */
  leave(): Promise<void>;
};

const SIZE = { width: 1200, height: 800 };

/**
 * A pool of browser windows. Clearing and reusing a context leaves the console's code in its HTTP cache, which saves
 * most of a page's load.
 */
export class ContextPool {
  private readonly made: BrowserContext[] = [];
  private readonly left: BrowserContext[] = [];

  constructor(
    private readonly browser: Browser,
    private readonly url: string,
  ) {}

  async open(width = SIZE.width): Promise<OpenWindow> {
    const known = this.left.pop();
    const context = known ?? (await this.make());
    const page = await context.newPage();
    if (known) await this.empty(page);
    if (width !== SIZE.width) await page.setViewportSize({ ...SIZE, width });
    let open = true;
    const leave = async () => {
      if (!open) return;
      open = false;
      for (const each of context.pages()) await each.close();
      await context.setOffline(false);
      this.left.push(context);
    };
    if (expect.getState().currentTestName !== undefined) onTestFinished(leave);
    return { page, context, leave };
  }

  /** A window that may install the console: it is not used again, as a service worker outlives its pages. */
  async openInstallable(options: BrowserContextOptions = {}): Promise<OpenWindow> {
    const context = await this.browser.newContext({ viewport: SIZE, baseURL: this.url, ...options });
    const leave = () => context.close();
    if (expect.getState().currentTestName !== undefined) onTestFinished(leave);
    return { page: await context.newPage(), context, leave };
  }

  private async make(): Promise<BrowserContext> {
    // A service worker would answer later windows from its own cache, and cannot be made to fail by a test's routes.
    const context = await this.browser.newContext({ viewport: SIZE, baseURL: this.url, serviceWorkers: 'block' });
    this.made.push(context);
    return context;
  }

  /** Closes all windows. */
  async close(): Promise<void> {
    await Promise.all(this.made.map((context) => context.close()));
  }

  private async empty(page: Page): Promise<void> {
    await page.context().clearCookies();
    const tools = await page.context().newCDPSession(page);
    await tools.send('Storage.clearDataForOrigin', { origin: this.url, storageTypes: 'all' });
    await tools.detach();
  }
}
