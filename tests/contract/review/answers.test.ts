import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { addStation } from '../../support/people.ts';
import { addCast, assign, bring, type Cast, type Review, step } from '../../support/review.ts';
import { outcome, refusal } from '../../support/strictClient.ts';

let server: Contract;
let cast: Cast;
beforeAll(async () => {
  server = await startContract();
  cast = await addCast(server, 1);
});
afterAll(() => server.stop());

const REMARKS = [
  { part: 'form', field: 'unit.contact', text: '请核实（示例）' },
  { part: 'score', serial: '1.1.1', text: '请说明（示例）' },
] as const;

/** Returns an application with two remarks and gives the event's id. */
async function returnWithRemarks({ id }: Review): Promise<string> {
  const input = { id, status: 'returned' as const, description: '请补充（示例）', remarks: [...REMARKS] };
  await cast.first.api.call('POST assessment/add_event', input);
  return eventsOf(id).then((events) => events.at(-1)?.id ?? '');
}

const eventsOf = (id: string, by = cast.first) => by.api.call('GET assessment/events', { id });
const answer = ({ id, station }: Review, eventId: string, remark: number, text: string, was?: string) =>
  station.api.call('POST assessment/answer_remark', {
    id,
    eventId,
    remark,
    text,
    ...(was === undefined ? {} : { was }),
  });
const answersTo = async ({ id }: Review, eventId: string, remark: number, by = cast.first) => {
  const event = (await eventsOf(id, by)).find((one) => one.id === eventId);
  return event?.remarks[remark]?.answers?.map(({ text, sent }) => [text, sent]);
};

test('an answer can change until the next submission, and never afterwards', async () => {
  const review = await bring(server, cast, 'submitted');
  const eventId = await returnWithRemarks(review);
  await answer(review, eventId, 0, ' 已核实（示例） ');
  const { answers } = await answer(review, eventId, 0, '已改正（示例）');
  const by = { id: review.station.id, name: expect.any(String) };
  expect(answers).toEqual([{ text: '已改正（示例）', at: expect.any(String), by, sent: false }]);
  expect(await answersTo(review, eventId, 1)).toBeUndefined();

  await step(review.station, review, 'submitted');
  expect(await answersTo(review, eventId, 0)).toEqual([['已改正（示例）', true]]);
  expect(await outcome(answer(review, eventId, 0, '再改'))).toBe('409 transition_not_allowed');

  // Taken back, the station adds an answer; the one that was sent stays before it.
  await step(review.station, review, 'returned');
  await answer(review, eventId, 0, '再次改正（示例）');
  expect(await answersTo(review, eventId, 0)).toEqual([
    ['已改正（示例）', true],
    ['再次改正（示例）', false],
  ]);
  await answer(review, eventId, 0, '');
  expect(await answersTo(review, eventId, 0)).toEqual([['已改正（示例）', true]]);
});

test('answering changes neither version nor events', async () => {
  const review = await bring(server, cast, 'submitted');
  const eventId = await returnWithRemarks(review);
  const { version } = await review.station.api.call('GET assessment', { id: review.id });
  const before = await eventsOf(review.id);
  await answer(review, eventId, 1, '已说明（示例）');
  expect((await review.station.api.call('GET assessment', { id: review.id })).version).toBe(version);
  const after = await eventsOf(review.id);
  expect(after.map(({ remarks: _, ...event }) => event)).toEqual(before.map(({ remarks: _, ...event }) => event));
});

test('a second tab does not overwrite an answer that it has not seen', async () => {
  const review = await bring(server, cast, 'submitted');
  const eventId = await returnWithRemarks(review);
  await answer(review, eventId, 0, '甲', '');
  const { code, body } = await refusal(answer(review, eventId, 0, '乙', ''));
  expect([code, body.current]).toEqual(['conflict', { answer: '甲' }]);
  await answer(review, eventId, 0, '乙', '甲');
  // A repeated request is no conflict.
  await answer(review, eventId, 0, '乙', '甲');
  expect(await answersTo(review, eventId, 0)).toEqual([['乙', false]]);
});

test('only remarks of the last return can be answered', async () => {
  const review = await bring(server, cast, 'submitted');
  const first = await returnWithRemarks(review);
  await answer(review, first, 0, '已核实（示例）');
  await step(review.station, review, 'submitted');
  const second = await returnWithRemarks(review);
  expect(Object.keys((await refusal(answer(review, first, 0, '再改'))).fields)).toEqual(['eventId']);
  await answer(review, second, 0, '又核实（示例）');
  expect(await answersTo(review, first, 0)).toEqual([['已核实（示例）', true]]);
});

test('unknown events and remarks, long texts and other accounts are refused', async () => {
  const review = await bring(server, cast, 'submitted');
  const eventId = await returnWithRemarks(review);
  const other = await addStation(server, cast.first.division ?? '');
  const input = { id: review.id, eventId, remark: 0, text: 'x' };
  expect(await outcome(answer(review, 'nothing', 0, 'x'))).toBe('404 not_found');
  expect((await refusal(answer(review, eventId, 2, 'x'))).fields).toHaveProperty('remark');
  expect((await refusal(answer(review, eventId, 0, '字'.repeat(1001)))).fields).toHaveProperty('text');
  expect(await outcome(other.api.call('POST assessment/answer_remark', input))).toBe('404 not_found');
  expect(await outcome(cast.first.api.call('POST assessment/answer_remark', input))).toBe('403 forbidden');
  const withdrawn = await bring(server, cast, 'withdrawn');
  expect(await outcome(answer(withdrawn, eventId, 0, 'x'))).toBe('404 not_found');
});

test('an expert sees answers with the remarks, and the audit records them', async () => {
  const review = await bring(server, cast, 'submitted');
  const eventId = await returnWithRemarks(review);
  await answer(review, eventId, 0, '已核实（示例）');
  await step(review.station, review, 'submitted');
  await step(cast.first, review, 'first_passed');
  await assign(review);
  expect(await answersTo(review, eventId, 0, cast.experts[0])).toEqual([['已核实（示例）', true]]);
  const { items } = await server.admin.api.call('GET audit', { action: 'assessment/answer_remark', size: 1 });
  expect(items[0]).toMatchObject({ object: { id: review.id }, changes: { answer: ['', '已核实（示例）'] } });
});
