import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settleProposals } from '@shp/server/assessments/proposals';
import { takeKey } from '@shp/server/audit/signing/keys';
import { Notary } from '@shp/server/audit/signing/notary';
import { openDatabase } from '@shp/server/store/db/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { COUNTY } from '../../support/people.ts';
import { databaseOf } from '../../support/postgres.ts';
import { addCast, bring, type Cast, conclude, finish, type Review, score, step } from '../../support/review.ts';
import { outcome } from '../../support/strictClient.ts';

const data = mkdtempSync(join(tmpdir(), 'shp-proposals-'));
let server: Contract;
let cast: Cast;
beforeAll(async () => {
  server = await startContract(['--no-captcha'], data);
  cast = await addCast(server, 1);
  await server.admin.api.call('POST system/update_settings', { publicDays: 5, objectionsTo: '水利厅 0771-0000000' });
});
afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true, force: true });
});

const read = ({ api }: Person, { id }: Review) => api.call('GET assessment', { id });
const shown = () => server.guest.call('GET public/ratings', {});
const page = (headers: Record<string, string> = {}) =>
  server.request('GET', '/api/public/ratings?lang=en', { headers: { Accept: 'text/html', ...headers } });
const kinds = async ({ api }: Person, number: string) =>
  (await api.call('GET notice/query', { size: 50 })).items.flatMap(({ text, kind }) =>
    text.includes(number) ? [kind] : [],
  );
const waiting = async (review: Review) =>
  (await cast.final.api.call('GET assessment/query', { waiting: true, size: 100 })).items.some(
    ({ id }) => id === review.id,
  );
/** A review with a lost point whose final manager decides to pass it. */
async function proposed(): Promise<Review> {
  const review = await bring(server, cast, 'reviewing');
  const [expert] = cast.experts as [Person];
  await score(expert, review, 0.9);
  await conclude(expert, review);
  return review;
}

test('a decision to pass is shown first, and is none yet', async () => {
  const review = await proposed();
  const { id, station } = review;
  const before = await read(cast.final, review);
  const until = before.proposable?.until ?? '';
  expect(until > before.statusSince.slice(0, 10)).toBe(true);
  expect(before.proposable?.withoutCalendar).not.toEqual([]);
  expect((await read(station, review)).proposable).toBeUndefined();
  expect(await finish(review, 'passed')).toBe('reviewed');

  const { number, station: name } = before;
  const item = { station: name.name, division: COUNTY, divisionName: expect.any(String), level: 3, number, until };
  const publicly = { published: false, total: 0, items: [], proposals: [item], objectionsTo: '水利厅 0771-0000000' };
  expect(await shown()).toEqual(publicly);
  const html = await (await page()).text();
  for (const text of ['Proposed ratings', number, until, '0771-0000000']) expect(html).toContain(text);

  const seen = await read(station, review);
  expect(seen).toMatchObject({ status: 'reviewed', proposedUntil: until, expertScore: null, validUntil: null });
  expect(await station.api.call('GET assessment/all_expert_scores', { id, s1: '1' })).toEqual([]);
  const print = await cast.final.api.call('GET assessment/print', { id });
  expect([print.number, print.digest]).toEqual([null, null]);
  const findings = { station: name.id };
  expect((await cast.final.api.call('GET finding/query', findings)).total).toBe(0);
  expect(await waiting(review)).toBe(false);
  expect((await read(cast.final, review)).permissions.conclude).toBe(false);
  expect((await read(cast.final, review)).actions).toEqual(['reviewed']);
  for (const status of ['passed', 'failed', 'returned', 'reviewing'] as const)
    expect(await outcome(step(cast.final, review, status, '说明'))).toBe('409 transition_not_allowed');
  expect(await kinds(station, number)).toContain('proposed');
});

test('a final manager stops it with a reason, and it leaves the list at once', async () => {
  const { total } = await cast.final.api.call('GET assessment/query', { waiting: true, size: 100 });
  const review = await proposed();
  expect((await cast.final.api.call('GET assessment/query', { waiting: true })).total).toBe(total + 1);
  await finish(review, 'passed');
  expect((await cast.final.api.call('GET assessment/query', { waiting: true })).total).toBe(total);
  const { number } = await read(review.station, review);
  const etag = (await page()).headers.get('etag') ?? '';
  expect((await page({ 'If-None-Match': etag })).status).toBe(304);
  expect(await outcome(step(cast.final, review, 'reviewed'))).toBe('409 incomplete');
  expect(await outcome(step(cast.first, review, 'reviewed', '异议'))).toBe('409 transition_not_allowed');
  expect(await step(cast.final, review, 'reviewed', '收到异议，需核实（示例）')).toBe('reviewed');
  expect((await shown()).proposals?.map((one) => one.number)).not.toContain(number);
  expect((await page({ 'If-None-Match': etag })).status).toBe(200);
  expect(await waiting(review)).toBe(true);
  expect((await read(cast.final, review)).proposedUntil).toBeUndefined();
  expect(await kinds(review.station, number)).toContain('proposalStopped');
  const events = await review.station.api.call('GET assessment/events', { id: review.id });
  expect(events.slice(-2).map((event) => [event.from, event.status, event.proposedUntil !== undefined])).toEqual([
    ['reviewed', 'reviewed', true],
    ['reviewed', 'reviewed', false],
  ]);
  expect(await step(cast.final, review, 'failed')).toBe('failed');
});

test('when its days are over it becomes passed once, with the wording of the proposal, though servers were down', async () => {
  const review = await proposed();
  const { id } = review;
  await cast.final.api.call('POST assessment/update_conclusion', { id, conclusion: '终审结论（示例）' });
  const { problems } = await cast.final.api.call('GET assessment/print', { id });
  const serial = problems[0]?.serial ?? '';
  const { proposable, station, number } = await read(cast.final, review);
  const decide = (due: string) =>
    cast.final.api.call('POST assessment/add_event', {
      id,
      status: 'passed',
      description: '',
      findings: [{ serial, text: '合并后的问题（示例）', advice: '整改建议（示例）', due }],
    });
  expect(await outcome(decide('2020-01-01'))).toBe('400 invalid');
  await decide(proposable?.until ?? '');
  const running = (await shown()).proposals?.find((one) => one.number === number);
  expect(running?.until).toBe(proposable?.until);
  await server.rawDatabase.sql('UPDATE assessments SET proposed_until = ? WHERE id = ?', '2026-01-01', id);
  await server.stop();
  const url = await databaseOf(data);
  const open = () => openDatabase(url === null ? { data } : { url });
  const databases = [await open(), await open()];
  await Promise.all(
    databases.map(async (db) => {
      const notary = await Notary.open(data, await takeKey(db.write, data, new Date().toISOString()));
      await settleProposals({ db, notary });
    }),
  );
  await Promise.all(databases.map((db) => db.close()));

  server = await startContract(['--no-captcha'], data);
  const final = server.as(cast.final.token);
  const after = await final.call('GET assessment', { id });
  expect(after).toMatchObject({ status: 'passed', concludedAt: expect.any(String), validUntil: expect.any(String) });
  expect(after.proposedUntil).toBeUndefined();
  const events = await final.call('GET assessment/events', { id });
  expect(events.filter(({ status }) => status === 'passed').map(({ by }) => by)).toEqual([null]);
  const { items } = await final.call('GET finding/query', { station: station.id, size: 200 });
  expect(items.find((one) => one.serial === serial)).toMatchObject({
    text: '合并后的问题（示例）',
    due: proposable?.until,
  });
  expect(items).toHaveLength(problems.length);
  expect((await final.call('GET assessment/print', { id })).digest).not.toBeNull();
  const { problems: printed } = await final.call('GET assessment/print', { id });
  expect(printed.find((one) => one.serial === serial)?.advice).toBe('整改建议（示例）');
  expect((await shown()).proposals?.map((one) => one.number)).not.toContain(number);
});

test('a calendar with a wrong line is refused by its number', async () => {
  const set = (holidays: string) => server.admin.api.call('POST system/update_settings', { holidays });
  expect(await outcome(set('2026-10-01 off\n2026-10-02'))).toBe('400 invalid');
  await set('2026-10-01..2026-10-07 休 国庆节\n2026-10-10 班');
});
