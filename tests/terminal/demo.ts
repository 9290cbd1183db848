import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startServer, type TestServer } from '../server.ts';
import { type Desk, newDesk } from './harness.ts';

/** The demo server of a file's tests. */
export let server: TestServer;
/** The desk of the present test, or of all where the file has one. */
export let desk: Desk;

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
