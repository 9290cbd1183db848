import type { Status } from '@shp/shared/domain/assessment/statuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addManager } from '../../support/people.ts';
import { addCast, bring, type Cast, conclude, type Review, score, step } from '../../support/review.ts';
import { outcome } from '../../support/strictClient.ts';

let server: Contract;
let cast: Cast;
let province: Person;
let one: Person;
let two: Person;
beforeAll(async () => {
  server = await startContract();
  cast = await addCast(server, 2);
  province = await addManager(server, 'province_manager', '450000');
  [one, two] = cast.experts as [Person, Person];
});
afterAll(() => server.stop());

const LOST = '409 transition_not_allowed';
const state = async ({ id }: Review) => {
  const { status } = await server.admin.api.call('GET assessment', { id });
  const events = await server.admin.api.call('GET assessment/events', { id });
  return { status, events: events.map((event) => event.status) };
};

describe('of two concurrent steps one succeeds, and the other gets the new status', () => {
  type Move = [who: 'station' | 'first' | 'final' | 'province' | 'admin', to: Status];
  test.each<[Status, Move, Move]>([
    ['submitted', ['first', 'first_passed'], ['first', 'returned']],
    ['submitted', ['first', 'first_passed'], ['admin', 'first_passed']],
    ['submitted', ['station', 'draft'], ['first', 'first_passed']],
    ['submitted', ['station', 'withdrawn'], ['station', 'draft']],
    ['first_passed', ['final', 'returned'], ['province', 'returned']],
    ['reviewed', ['final', 'returned'], ['province', 'reviewing']],
    ['passed', ['final', 'revoked'], ['province', 'revoked']],
  ])('from %s: %j and %j', async (from, ...moves) => {
    for (const order of [moves, [...moves].reverse()]) {
      const review = await bring(server, cast, from);
      const people = { station: review.station, first: cast.first, final: cast.final, province, admin: server.admin };
      const before = (await state(review)).events;
      const answers = await Promise.all(order.map(([who, to]) => outcome(step(people[who], review, to, '说明'))));
      expect([...answers].sort()).toEqual(['200', LOST]);
      const winner = order[answers.indexOf('200')]?.[1];
      expect(await state(review)).toEqual({ status: winner, events: [...before, winner] });
    }
  });

  test('of ten concurrent steps one succeeds', async () => {
    const review = await bring(server, cast, 'submitted');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => outcome(step(cast.first, review, 'first_passed'))),
    );
    expect(answers.sort()).toEqual(['200', ...Array(9).fill(LOST)]);
  });
});

test('when the last two experts conclude at once, the review ends once, by the system', async () => {
  for (let round = 0; round < 5; round++) {
    const review = await bring(server, cast, 'reviewing');
    for (const expert of cast.experts) await score(expert, review);
    const answers = await Promise.all(cast.experts.map((expert) => conclude(expert, review)));
    expect(answers.sort()).toEqual(['reviewed', 'reviewing']);
    const { events } = await state(review);
    expect(events.filter((status) => status === 'reviewed')).toHaveLength(1);
  }
}, 120_000);

test('when an expert concludes while the other one is taken off, the review ends exactly once', async () => {
  for (let round = 0; round < 5; round++) {
    const review = await bring(server, cast, 'reviewing');
    const { id } = review;
    await score(one, review);
    const answers = await Promise.all([
      outcome(conclude(one, review)),
      outcome(cast.final.api.call('POST assessment/assign_experts', { id, experts: [one.id] })),
    ]);
    expect(answers).toEqual(['200', '200']);
    const { status, events } = await state(review);
    expect(status).toBe('reviewed');
    expect(events.filter((event) => event === 'reviewed')).toHaveLength(1);
  }
});

test('when a manager ends the review while the last expert concludes, there is one event and one result', async () => {
  const review = await bring(server, cast, 'reviewing');
  const { id } = review;
  for (const expert of cast.experts) await score(expert, review);
  await conclude(one, review);
  const [expert, manager] = await Promise.all([
    outcome(conclude(two, review)),
    outcome(step(cast.final, review, 'reviewed', '提前结束')),
  ]);
  const { status, events } = await state(review);
  expect([status, events.filter((event) => event === 'reviewed').length]).toEqual(['reviewed', 1]);
  expect([expert, manager].sort()).toEqual(['200', LOST]);
  const result = await cast.final.api.call('GET assessment/result', { id });
  expect(result?.experts).toBe(expert === '200' ? 2 : 1);
});

test('when a station edits its form during the submission, the submitted form equals the stored one', async () => {
  const review = await bring(server, cast, 'returned');
  const { id, station } = review;
  const change = station.api.call('POST assessment/update_form', { id, form: { unit: { owner: '最后一刻' } } });
  const [changed, submitted] = await Promise.all([outcome(change), outcome(step(station, review, 'submitted'))]);
  expect(submitted).toBe('200');
  expect(['200', LOST]).toContain(changed);
  const { form } = await server.admin.api.call('GET assessment', { id });
  const copies = await server.rawDatabase.sql(
    'SELECT form FROM submissions WHERE assessment_id = ? ORDER BY no DESC',
    id,
  );
  expect(JSON.parse(String(copies[0]?.form))).toEqual(form);
  expect(form.unit.owner).toBe(changed === '200' ? '最后一刻' : undefined);
});

test('a manager cannot pass a version taken back, changed and submitted again after it was read', async () => {
  const review = await bring(server, cast, 'submitted');
  const { id, station } = review;
  const pass = async (version: number) => {
    const input = { id, status: 'first_passed' as const, description: '', version };
    return outcome(cast.first.api.call('POST assessment/add_event', input));
  };
  const seen = await cast.first.api.call('GET assessment', { id });
  await step(station, review, 'draft');
  expect(await pass(seen.version)).toBe(LOST);
  await station.api.call('POST assessment/update_form', { id, form: { unit: { owner: '改过（示例）' } } });
  await step(station, review, 'submitted');
  expect(await pass(seen.version)).toBe('409 conflict');
  expect((await state(review)).events.at(-1)).toBe('submitted');
  const present = await cast.first.api.call('GET assessment', { id });
  expect(await pass(present.version)).toBe('200');
});

test('an expert deleted during its assignment is not waited for', async () => {
  for (let round = 0; round < 3; round++) {
    const review = await bring(server, cast, 'first_passed');
    const { id } = review;
    const account = `passing-${round}`;
    const profile = { name: account, unit: '示例', specialties: ['other' as const], phone: '13900000000' };
    const fresh = await server.admin.api.call('POST user/add_expert', { account, profile });
    const [assigned, deleted] = await Promise.all([
      outcome(cast.final.api.call('POST assessment/assign_experts', { id, experts: [fresh.id] })),
      outcome(server.admin.api.call('POST user/delete', { userId: fresh.id, softDelete: true })),
    ]);
    expect(deleted).toBe('200');
    expect(['200', '400 invalid']).toContain(assigned);
    expect(await outcome(step(cast.final, review, 'reviewing'))).toBe('409 incomplete');
  }
});
