import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Desk, newDesk } from '../support/desk.ts';
import { type FaultyLine, startProxy } from '../support/proxy.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** The demo server of a test file. */
export let server: TestServer;
/** The desk of the current test, or of the whole file. */
export let desk: Desk;
/** The faulty line between desk and server, for files that use `onDemoOverLine`. */
export let proxy: FaultyLine;

/** Starts a demo server for a test file. */
function onDemo(): void {
  beforeAll(async () => {
    server = await startServer({}, ['--demo', '--no-captcha']);
  });
  afterAll(() => server.stop());
}

/** A demo server, and a new desk for each test. */
export function onDemoWithDesks(): void {
  onDemo();
  withDesks();
}

/** A server of this data directory, which ends with it, and a new desk for each test. */
export function onServerWithDesks(newData: () => Promise<string>): void {
  beforeAll(async () => {
    server = await startServer({}, ['--no-captcha'], await newData());
  });
  afterAll(async () => {
    await server.stop();
    await rm(server.data, { recursive: true });
  });
  withDesks();
}

function withDesks(): void {
  beforeEach(async () => {
    desk = await newDesk(server.url);
  });
  afterEach(() => desk.clear());
}

/** A demo server, and one desk logged in as the administrator. */
export function onDemoAsAdmin(): void {
  onDemo();
  beforeAll(async () => {
    desk = await newDesk(server.url);
    await desk.login('admin');
  });
  afterAll(() => desk.clear());
}

/** A demo server, and for each test a faulty line and a desk behind it, logged in if `account` is given. */
export function onDemoOverLine(account?: string): void {
  onDemo();
  beforeEach(async () => {
    proxy = await startProxy(server.url);
    desk = await newDesk(proxy.url);
    if (account === undefined) return;
    await desk.login(account);
    proxy.seen.length = 0;
  });
  afterEach(async () => {
    proxy.stop();
    await desk.clear();
  });
}
