import { rm } from 'node:fs/promises';
import { afterAll, beforeAll } from 'vitest';
import { type Desk, newDesk } from '../support/desk.ts';
import { type FaultyLine, startProxy } from '../support/proxy.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { awaitingExperts } from './bulkData.ts';
import { closeAll } from './tui.ts';

let server: TestServer;
/** The faulty line between desk and server. */
export let line: FaultyLine;
/** The desk of a test file of bulk work. */
export let desk: Desk;

/** A server on which each of `count` stations waits for experts, a faulty line to it, and a desk behind the line. */
export function onBulk(count: number): void {
  let data: string;
  beforeAll(async () => {
    data = await awaitingExperts(count);
    server = await startServer({}, ['--no-captcha'], data);
    line = await startProxy(server.url);
    desk = await newDesk(line.url);
  });
  afterAll(async () => {
    closeAll();
    line.stop();
    await desk.clear();
    await server.stop();
    await rm(data, { recursive: true });
  });
}
