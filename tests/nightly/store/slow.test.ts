import { basename } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { type FaultyLine, gate, startProxy } from '../../support/proxy.ts';
import { rawFileStore } from '../../support/rawFileStore.ts';
import { startStore, type TestStore, usingStore } from '../../support/store.ts';
import { pdfOf, sha256, Tus } from '../../support/tus.ts';

const SOON = { timeout: 20_000 };

let store: TestStore;
let line: FaultyLine;
let asBefore: () => void;
let server: Contract;
beforeAll(async () => {
  store = await startStore();
  const url = new URL(store.url);
  line = await startProxy(url.origin);
  url.port = new URL(line.url).port;
  asBefore = usingStore(url.href.replace(/\/$/, ''));
  server = await startContract();
});
afterAll(async () => {
  await server.stop();
  asBefore();
  line.stop();
  await store.stop();
});

test('after a lost connection the next request waits until the received bytes are stored', async () => {
  const tus = Tus.of(server, server.admin);
  const { partSize } = rawFileStore(server.data);
  const sums: string[] = [];
  // Six rounds, because it depends on timing whether bytes are still on their way to the store.
  for (let round = 0; round < 6; round++) {
    const bytes = pdfOf(6_000_000, round);
    const location = await tus.begin({ target: 'document', roles: '', filename: `${round}.pdf` }, bytes.length);
    const sending = await tus.hold(location, 0, bytes.length, bytes.slice(0, 5_000_000));
    await vi.waitFor(async () => expect(await partSize(basename(location))).toBeGreaterThan(4_000_000), SOON);
    const [reached, passed] = [gate(), gate()];
    line.rule = ({ method }) => {
      if (method !== 'PUT') return undefined;
      reached.open();
      return { passWhen: passed.opened };
    };
    await sending.cut();
    const asked = tus.head(location);
    await Promise.race([reached.opened, asked]);
    await server.guest.call('GET health', {});
    passed.open();
    const offset = Number((await asked).headers.get('Upload-Offset'));
    const rest = await tus.patch(location, offset, bytes.slice(offset));
    expect([rest.status, rest.headers.get('File-Id')]).toEqual([204, basename(location)]);
    sums.push(sha256(bytes));
  }
  const { items } = await server.admin.api.call('GET document/list', {});
  expect(items.map((file) => file.sha256).sort()).toEqual(sums.sort());
});
