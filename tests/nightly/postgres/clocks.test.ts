import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOf } from '@shp/shared/domain/lib/days';
import { verify } from '@shp/shared/text/en/verify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { dropDatabaseOf } from '../../support/postgres.ts';
import { addCast, bring, step } from '../../support/review.ts';
import { outcome } from '../../support/strictClient.ts';
import { pdfOf, sha256, Tus } from '../../support/tus.ts';

const DAYS = 10;

/** Two servers on one database; the clock of one is days ahead of the other's and of the database's. */
let data: string;
let right: Contract;
let ahead: Contract;
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'shp-clocks-'));
  right = await startContract(undefined, data);
  await writeFile(join(data, 'offset'), String(DAYS * 86_400_000));
  process.env.CLOCK_OFFSET_FILE = join(data, 'offset');
  process.env.NODE_OPTIONS = `--require ${new URL('../faults/clock.cjs', import.meta.url).pathname}`;
});
afterAll(async () => {
  delete process.env.CLOCK_OFFSET_FILE;
  delete process.env.NODE_OPTIONS;
  await Promise.all([right.stop(), ahead.stop()]);
  await dropDatabaseOf(data);
  await rm(data, { recursive: true });
});

test('servers with different clocks agree on sessions, downloads, uploads, limits and the order of events', async () => {
  await right.admin.api.call('POST system/update_settings', { minExperts: 1 });
  const cast = await addCast(right, 1);
  const review = await bring(right, cast, 'submitted');
  const bytes = pdfOf(3000);
  const document = { target: 'document', roles: '', filename: 'a.pdf' };
  const fileId = await Tus.of(right, right.admin).upload(document, bytes);
  const location = await Tus.of(right, right.admin).begin(document, bytes.length);
  // On start it deletes expired rows.
  ahead = await startContract(undefined, data);
  const there = (person: { token: string }) => ahead.as(person.token);
  for (const person of [right.admin, cast.first, review.station])
    expect(await outcome(there(person).call('GET user', {}))).toBe('200');
  const { token } = await right.admin.api.call('GET document/token', { fileId });
  const download = await ahead.request('GET', `/api/document/download/a.pdf?token=${token}`);
  expect(sha256(new Uint8Array(await download.arrayBuffer()))).toBe(sha256(bytes));
  const done = await Tus.of(ahead, right.admin).patch(location, 0, bytes);
  expect(done.headers.get('File-Id')).toBe(location.split('/').at(-1));
  const session = await ahead.login('admin', right.admin.password);
  expect(await outcome(right.as(session.token).call('GET user', {}))).toBe('200');
  await step({ ...cast.first, api: there(cast.first) }, review, 'returned', '请补充（示例）');
  await step(review.station, review, 'submitted');
  const times = (await right.admin.api.call('GET assessment/events', { id: review.id })).map(({ at }) => at);
  expect(times).toEqual([...times].sort());
  expect(Date.parse(times.at(-1) ?? '') - Date.now()).toBeLessThan(60_000);
  expect(await right.admin.api.call('GET audit/verify', {})).toMatchObject({ ok: true });
});

test('the verification page uses the database clock too: a rating lasts to the end of its last day', async () => {
  const { id } = await bring(right, await addCast(right, 1), 'passed');
  const { number } = await right.admin.api.call('GET assessment', { id });
  const { digest } = await right.admin.api.call('GET assessment/print', { id });
  const answers = async (lastDay: string) => {
    await right.rawDatabase.sql('UPDATE assessments SET valid_until = ? WHERE id = ?', lastDay, id);
    const path = `/api/verify?number=${number}&digest=${digest}`;
    const headers = { Accept: 'text/html', 'Accept-Language': 'en' };
    return (await ahead.request('GET', path, { headers })).text();
  };
  const now = Date.now();
  expect(await answers(dayOf(new Date(now)))).toContain(verify.genuine.hint);
  expect(await answers(dayOf(new Date(now - 86_400_000)))).toContain(verify.ended.hint);
});
