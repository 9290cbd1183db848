import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { doctor as texts } from '@shp/shared/text/en/doctor';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { lines, newDesk } from '../../support/desk.ts';
import { startPostgres } from '../../support/postgres.ts';
import { inBucket, type RawFileStore } from '../../support/rawFileStore.ts';
import { BUCKET, clientOf, environmentOf, storeOf } from '../../support/store.ts';
import { pdfOf, sha256, Tus } from '../../support/tus.ts';

/** Two servers on one PostgreSQL and one bucket, each with its own directory. */
let postgres: { url: string; stop(): Promise<void> };
let directories: string[];
let one: Contract;
let two: Contract;
let stored: RawFileStore;
beforeAll(async () => {
  postgres = await startPostgres();
  directories = [await mkdtemp(join(tmpdir(), 'shp-one-')), await mkdtemp(join(tmpdir(), 'shp-two-'))];
  const place = `s3://${BUCKET}/several/deep`;
  const flags = ['--no-captcha', '--database-url', `${postgres.url}/postgres`, '--files', place];
  stored = inBucket(place, storeOf('')?.url ?? '');
  const [first = '', second = ''] = directories;
  [one, two] = await Promise.all([startContract(flags, first), startContract(flags, second)]);
});
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await postgres.stop();
  for (const directory of directories) await rm(directory, { recursive: true });
});

const document = { target: 'document', roles: '', filename: 'a.pdf' };

test('an upload continues on any server, part by part, and becomes one file readable on both', async () => {
  const [here, there] = [Tus.of(one, one.admin), Tus.of(two, one.admin)];
  const bytes = pdfOf(9_000_000);
  const location = await here.begin(document, bytes.length);
  const ends = [10, 5_000_000, 5_000_001, bytes.length];
  let answer: Response | null = null;
  for (const [turn, end] of ends.entries()) {
    const tus = turn % 2 === 0 ? there : here;
    const from = ends[turn - 1] ?? 0;
    expect((await tus.head(location)).headers.get('Upload-Offset')).toBe(String(from));
    answer = await tus.patch(location, from, bytes.slice(from, end));
    expect(answer.status).toBe(204);
  }
  const fileId = answer?.headers.get('File-Id') ?? '';
  for (const server of [one, two]) {
    const token = await server.as(one.admin.token).call('GET document/token', { fileId });
    const path = `/api/document/download/a.pdf?token=${token.token}`;
    const whole = new Uint8Array(await (await server.request('GET', path)).arrayBuffer());
    expect(sha256(whole)).toBe(sha256(bytes));
    const range = await server.request('GET', path, { headers: { Range: 'bytes=4194300-4194310' } });
    expect(range.status).toBe(206);
    expect(new Uint8Array(await range.arrayBuffer())).toEqual(bytes.slice(4_194_300, 4_194_311));
  }
  expect(await stored.parts()).toEqual([]);
});

test('the last bytes sent to both servers at once make one file', async () => {
  const bytes = pdfOf(3000, 7);
  const location = await Tus.of(one, one.admin).begin(document, bytes.length);
  const before = (await stored.blobs()).size;
  const answers = await Promise.all([one, two].map((server) => Tus.of(server, one.admin).patch(location, 0, bytes)));
  expect(answers.map(({ status }) => status)).toContain(204);
  const id = location.split('/').at(-1) ?? '';
  expect((await Tus.of(two, one.admin).head(location)).headers.get('File-Id')).toBe(id);
  expect((await stored.blobs()).size).toBe(before + 1);
});

test('an upload of a killed server continues on the other', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'shp-doomed-'));
  const flags = [
    '--no-captcha',
    '--database-url',
    `${postgres.url}/postgres`,
    '--files',
    `s3://${BUCKET}/several/deep`,
  ];
  const doomed = await startContract(flags, directory);
  const bytes = pdfOf(6_000_000, 3);
  const location = await Tus.of(doomed, one.admin).begin(document, bytes.length);
  await Tus.of(doomed, one.admin).patch(location, 0, bytes.slice(0, 100));
  const line = await Tus.of(doomed, one.admin).hold(location, 100, bytes.length - 100, bytes.slice(100, 5_000_000));
  const id = location.split('/').at(-1) ?? '';
  await vi.waitFor(async () => expect(await stored.partSize(id)).toBeGreaterThan(4_000_000), { timeout: 20_000 });
  await doomed.kill9();
  await line.cut();
  const tus = Tus.of(two, one.admin);
  const offset = Number((await tus.head(location)).headers.get('Upload-Offset'));
  expect(offset).toBeGreaterThan(4_000_000);
  expect((await tus.patch(location, offset, bytes.slice(offset))).headers.get('File-Id')).toBe(id);
  expect(sha256((await stored.blobs()).get(id) ?? new Uint8Array())).toBe(sha256(bytes));
  await rm(directory, { recursive: true });
});

test('doctor reads rows and files while servers run, and finds a missing and a changed file', async () => {
  const [gone, other] = [
    await Tus.of(one, one.admin).upload(document, pdfOf(700)),
    await Tus.of(two, one.admin).upload(document, pdfOf(800)),
  ];
  const desk = await newDesk();
  const url = storeOf('')?.url ?? '';
  const places = ['--database-url', `${postgres.url}/postgres`, '--files', `s3://${BUCKET}/several/deep`];
  const doctor = () =>
    desk.shp(['doctor', '--data', desk.folder, ...places, '--format', 'ndjson'], { env: environmentOf(url) });
  expect((await doctor()).code).toBe(0);
  const at = (id: string) => `${new URL(url).origin}/${BUCKET}/several/deep/files/${id}`;
  await clientOf(url).fetch(at(gone), { method: 'DELETE' });
  await clientOf(url).fetch(at(other), { method: 'PUT', body: 'other' });
  const run = await doctor();
  expect(run.code).toBe(1);
  const told = (id: string, problem: string) => ({
    check: 'file',
    object: id,
    problem,
    advice: texts.fileAdvice.inCopy(`files/${id}`),
  });
  expect(lines(run.out)).toEqual([told(gone, texts.missing), told(other, texts.changed)]);
  await desk.clear();
});
