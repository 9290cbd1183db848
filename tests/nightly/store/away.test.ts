import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { addManager } from '../../support/people.ts';
import { startStore, type TestStore, usingStore } from '../../support/store.ts';
import { outcome } from '../../support/strictClient.ts';
import { pdfOf, sha256, Tus } from '../../support/tus.ts';

let store: TestStore;
let asBefore: () => void;
let server: Contract;
beforeAll(async () => {
  store = await startStore();
  asBefore = usingStore(store.url);
  server = await startContract();
});
afterAll(async () => {
  await server.stop();
  asBefore();
  await store.stop();
});

const document = { target: 'document', roles: '', filename: 'a.pdf' };

async function downloadOf(fileId: string): Promise<Response> {
  const { token } = await server.admin.api.call('GET document/token', { fileId });
  return server.request('GET', `/api/document/download/a.pdf?token=${token}`, { headers: { 'Accept-Language': 'en' } });
}

/** Expects a 503 error of our API with `Retry-After`. */
async function isAway(answer: Response): Promise<void> {
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await answer.json()).toMatchObject({ code: 'overloaded' });
}

test('while the object store is away, uploads and downloads get Retry-After, everything else works, and nothing is lost', async () => {
  const tus = Tus.of(server, server.admin);
  const [kept, going, late] = [pdfOf(2000, 1), pdfOf(2000, 2), pdfOf(5000, 3)];
  const [storedId, goingId] = [await tus.upload(document, kept), await tus.upload(document, going)];
  const location = await tus.begin(document, late.length);
  await tus.patch(location, 0, late.slice(0, 2000));
  await store.away();
  const during = await Promise.all([
    tus.patch(location, 2000, late.slice(2000)),
    tus.create(document, late.length, { 'Content-Type': 'application/offset+octet-stream' }, late),
    downloadOf(storedId),
  ]);
  for (const answer of during) await isAway(answer);
  expect((await tus.head(location)).status).toBe(503);
  await addManager(server, 'ministry_manager');
  expect(await outcome(server.guest.call('GET health', {}))).toBe('200');
  // The call deletes the row, and with it the file; the sweep deletes the bytes later.
  expect(await outcome(server.admin.api.call('POST document/delete?', { fileId: goingId }))).toBe('200');
  await store.back();
  expect(sha256(new Uint8Array(await (await downloadOf(storedId)).arrayBuffer()))).toBe(sha256(kept));
  const offset = Number((await tus.head(location)).headers.get('Upload-Offset'));
  expect(offset).toBe(2000);
  const done = await tus.patch(location, offset, late.slice(offset));
  expect(done.headers.get('File-Id')).toBe(location.split('/').at(-1));
  const { items } = await server.admin.api.call('GET document/list', {});
  expect(items.map(({ sha256: sum }) => sum).sort()).toEqual([sha256(kept), sha256(late)].sort());
});
