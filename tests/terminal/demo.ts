import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startServer, type TestServer } from '../server.ts';
import { type Desk, newDesk } from './harness.ts';
import { type FaultyLine, startProxy } from './proxy.ts';

/** The demo server of a file's tests. */
export let server: TestServer;
/** The desk of the present test, or of all where the file has one. */
export let desk: Desk;
/** What lies between the desk and the server, where the file has it: a line that a test may make faulty. */
export let proxy: FaultyLine;

/** Starts a demo server for the tests of a file. */
export function onDemo(): void {
  beforeAll(async () => {
    server = await startServer({}, ['--demo', '--no-captcha']);
  });
  afterAll(() => server.stop());
}

/** A demo server, and a desk of its own for each test. */
export function onDemoWithDesks(): void {
  onDemo();
  beforeEach(async () => {
    desk = await newDesk(server.url);
  });
  afterEach(() => desk.clear());
}

/** A demo server, and one desk at which the administrator is logged in. */
export function onDemoAsAdmin(): void {
  onDemo();
  beforeAll(async () => {
    desk = await newDesk(server.url);
    await desk.login('admin');
  });
  afterAll(() => desk.clear());
}

/** A demo server, and for each test a line to it with a desk at its other end, at which somebody may be logged in. */
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
