import type { Status } from '@shp/shared/domain/assessment/statuses';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addExpert, addManager } from '../../support/people.ts';
import { addCast, bring, type Cast, conclude, type Review, score, step } from '../../support/review.ts';
import { outcome, refusal } from '../../support/strictClient.ts';

let server: Contract;
let cast: Cast;
let one: Person;
let two: Person;
beforeAll(async () => {
  server = await startContract();
  cast = await addCast(server, 2);
  [one, two] = cast.experts as [Person, Person];
});
afterAll(() => server.stop());

const assign = ({ id }: Review, experts: readonly string[], by = cast.final) =>
  by.api.call('POST assessment/assign_experts', { id, experts: [...experts] });
const assigned = async ({ id }: Review) =>
  (await cast.final.api.call('GET assessment', { id })).experts.map((expert) => expert.id);

describe('assigning experts', () => {
  test('replaces the assigned experts, returns them with the row, and raises the version', async () => {
    const review = await bring(server, cast, 'first_passed');
    const { version } = await cast.final.api.call('GET assessment', { id: review.id });
    const { experts } = await assign(review, [one.id]);
    expect(experts).toEqual([{ id: one.id, name: `${one.account}（示例）` }]);
    await assign(review, [two.id, two.id]);
    expect(await assigned(review)).toEqual([two.id]);
    const after = await cast.final.api.call('GET assessment', { id: review.id });
    expect(after.version).toBe(version + 2);
    await assign(review, [two.id]);
    expect((await cast.final.api.call('GET assessment', { id: review.id })).version).toBe(after.version);
    await assign(review, []);
    expect(await assigned(review)).toEqual([]);
  });

  test('keeps experts assigned by another manager meanwhile if the caller sends the list it saw', async () => {
    const review = await bring(server, cast, 'first_passed');
    const seen = (was: string[], experts: string[]) =>
      cast.final.api.call('POST assessment/assign_experts', { id: review.id, experts, was });
    await seen([], [one.id]);
    const { code, body } = await refusal(seen([], [two.id]));
    expect([code, body.current]).toEqual(['conflict', { experts: [expect.objectContaining({ id: one.id })] }]);
    expect(await assigned(review)).toEqual([one.id]);
    // Repeat the call, as after a lost response.
    await seen([], [one.id]);
    await seen([one.id], [two.id]);
    expect(await assigned(review)).toEqual([two.id]);
  });

  test('is possible in first_passed and reviewing only', async () => {
    const other: Status[] = ['draft', 'submitted', 'returned', 'reviewed', 'passed', 'failed', 'withdrawn', 'revoked'];
    for (const status of other) {
      const review = await bring(server, cast, status);
      expect([status, await outcome(assign(review, [one.id], server.admin))]).toEqual([
        status,
        '409 transition_not_allowed',
      ]);
    }
  }, 120_000);

  test('accepts existing experts only; one invalid id changes nothing', async () => {
    const review = await bring(server, cast, 'first_passed');
    const gone = await addExpert(server);
    await server.admin.api.call('POST user/delete', { userId: gone.id, softDelete: true });
    for (const id of [cast.first.id, review.station.id, gone.id, 'nobody']) {
      const { status, fields } = await refusal(assign(review, [one.id, id]));
      expect([status, ...Object.keys(fields)]).toEqual([400, 'experts.1']);
    }
    expect(await assigned(review)).toEqual([]);
  });

  test('accepts experts of any division', async () => {
    const far = await addExpert(server, '450100');
    const review = await bring(server, cast, 'first_passed');
    await assign(review, [far.id]);
    expect(await outcome(far.api.call('GET assessment', { id: review.id }))).toBe('200');
  });

  test('refuses to take off an expert who has scored, and names the expert', async () => {
    const review = await bring(server, cast, 'reviewing');
    await score(one, review);
    const { status, code, message, fields } = await refusal(assign(review, [two.id]));
    expect([status, code, ...Object.keys(fields)]).toEqual([409, 'conflict', 'experts']);
    expect(message).toContain(one.account);
    await assign(review, [one.id]);
    expect(await assigned(review)).toEqual([one.id]);
  });

  test('ends the review when the last expert without a conclusion is taken off', async () => {
    const review = await bring(server, cast, 'reviewing');
    await score(one, review);
    expect(await conclude(one, review)).toBe('reviewing');
    await assign(review, [one.id]);
    const { status } = await cast.final.api.call('GET assessment', { id: review.id });
    expect(status).toBe('reviewed');
    const last = (await cast.final.api.call('GET assessment/events', { id: review.id })).at(-1);
    expect(last).toMatchObject({ from: 'reviewing', status: 'reviewed', by: null });
  });

  test('does not end the review when all experts are taken off', async () => {
    const review = await bring(server, cast, 'reviewing');
    await assign(review, []);
    expect((await cast.final.api.call('GET assessment', { id: review.id })).status).toBe('reviewing');
  });

  test('an expert added after the others concluded must conclude too', async () => {
    const review = await bring(server, cast, 'reviewing');
    const late = await addExpert(server);
    await score(one, review);
    await conclude(one, review);
    await assign(review, [one.id, two.id, late.id]);
    await score(two, review);
    expect(await conclude(two, review)).toBe('reviewing');
    await score(late, review);
    expect(await conclude(late, review)).toBe('reviewed');
  });
});

test('a deleted assessment takes away the access to its station and files', async () => {
  const review = await bring(server, cast, 'first_passed');
  const { id, station } = review;
  await assign(review, [one.id]);
  const [file] = await one.api.call('GET file/list', { id });
  const fileId = file?.id ?? '';
  const seen = async () => [
    await outcome(one.api.call('GET user', { id: station.id })),
    await outcome(cast.first.api.call('GET file/token', { fileId })),
    (await cast.first.api.call('POST file/query_file_size', { fileIds: [fileId] })).items.length,
  ];
  expect(await seen()).toEqual(['200', '200', 1]);
  await step(cast.final, review, 'returned', '退回');
  await step(station, review, 'withdrawn');
  await server.admin.api.call('POST assessment/delete', { id });
  expect(await seen()).toEqual(['404 not_found', '404 not_found', 0]);
});

test('a review starts only with an expert assigned', async () => {
  const review = await bring(server, cast, 'first_passed');
  const { code, fields } = await refusal(step(cast.final, review, 'reviewing'));
  expect([code, ...Object.keys(fields)]).toEqual(['incomplete', 'minAssigned']);
});

test('progress shows how much each expert has scored and who has concluded', async () => {
  const review = await bring(server, cast, 'reviewing');
  await score(one, review);
  await conclude(one, review);
  const progress = await cast.first.api.call('GET assessment/experts', { id: review.id });
  expect(progress.map(({ id, scored, items, concluded }) => [id, scored, items, concluded])).toEqual([
    [one.id, 118, 118, true],
    [two.id, 0, 118, false],
  ]);
  expect((await one.api.call('GET assessment/experts', { id: review.id })).map(({ id }) => id)).toEqual([one.id]);
});

describe('an expert with open work', () => {
  let review: Review;
  let fresh: Person;
  beforeEach(async () => {
    review = await bring(server, cast, 'reviewing');
    fresh = await addExpert(server);
    await assign(review, [one.id, two.id, fresh.id]);
  });
  const remove = (softDelete: boolean) => server.admin.api.call('POST user/delete', { userId: fresh.id, softDelete });
  const load = async () => {
    const { items } = await cast.final.api.call('GET user/experts', { keyword: fresh.account });
    return items.map((expert) => expert.load);
  };

  test('has it counted as load until it concludes, and experts sort by load', async () => {
    expect(await load()).toEqual([1]);
    for (const desc of [true, false]) {
      const { items } = await cast.final.api.call('GET user/experts', { sortBy: 'load', desc, size: 200 });
      const loads = items.map((expert) => expert.load);
      expect(loads).toEqual([...loads].sort((a, b) => (desc ? b - a : a - b)));
      expect(new Set(loads).size).toBeGreaterThan(1);
    }
    await score(fresh, review);
    await conclude(fresh, review);
    expect(await load()).toEqual([0]);
  });

  test('cannot be removed; after deletion the review no longer waits for it, and its scores stay readable', async () => {
    await score(fresh, review, 0.5);
    expect(await outcome(remove(false))).toBe('409 conflict');
    for (const expert of [one, two]) {
      await score(expert, review);
      expect(await conclude(expert, review)).toBe('reviewing');
    }
    expect(await outcome(remove(true))).toBe('200');
    const { id } = review;
    expect(await cast.final.api.call('GET assessment', { id })).toMatchObject({ status: 'reviewed', expertScore: 100 });
    expect((await cast.final.api.call('GET assessment/events', { id })).at(-1)).toMatchObject({ by: null });
    const sum = await cast.final.api.call('GET assessment/sum_expert_score', { id, expertId: fresh.id });
    expect(sum).toMatchObject({ score100: 52.4, complete: true });
    // After reopening, the review waits for this expert's conclusion only while the account is not deleted.
    await step(cast.final, review, 'reviewing', '请复核');
    await conclude(one, review);
    await server.admin.api.call('POST user/recover', { userId: fresh.id });
    expect(await conclude(two, review)).toBe('reviewing');
    expect(await outcome(remove(true))).toBe('200');
    expect((await cast.final.api.call('GET assessment', { id })).status).toBe('reviewed');
  });

  test('deleted after its conclusion still counts', async () => {
    await score(fresh, review);
    await conclude(fresh, review);
    expect(await outcome(remove(true))).toBe('200');
    const result = await cast.final.api.call('GET assessment/result', { id: review.id });
    expect(result).toMatchObject({ experts: 1, score100: 100 });
  });

  test('deleted before the review starts does not count towards the required experts', async () => {
    const waiting = await bring(server, cast, 'first_passed');
    await assign(waiting, [fresh.id]);
    await remove(true);
    expect(await outcome(step(cast.final, waiting, 'reviewing'))).toBe('409 incomplete');
  });

  test('has the assessment on its to-do list until it concludes', async () => {
    const waiting = async () => (await fresh.api.call('GET assessment/query', { waiting: true })).total;
    expect(await waiting()).toBe(1);
    await score(fresh, review);
    await conclude(fresh, review);
    expect(await waiting()).toBe(0);
    expect((await fresh.api.call('GET assessment/query', {})).total).toBe(1);
  });
});

test('a conclusion changed by another manager is not overwritten from an older version', async () => {
  const review = await bring(server, cast, 'reviewing');
  const { id } = review;
  const write = (by: Person, conclusion: string, was?: string) =>
    by.api.call('POST assessment/update_conclusion', {
      id,
      conclusion,
      final: false,
      ...(was === undefined ? {} : { was }),
    });
  for (const by of [cast.final, one, two]) {
    await write(by, '初稿', '');
    await write(by, '初稿', '');
    const { code, body } = await refusal(write(by, '另一稿', ''));
    expect([code, body.current]).toEqual(['conflict', { conclusion: '初稿' }]);
    await write(by, '另一稿 ', '初稿');
    await write(by, '不问');
  }
  expect((await cast.final.api.call('GET assessment/manager_conclusion', { id }))?.conclusion).toBe('不问');
  // A conclusion that is not final is visible only to its author.
  const told = await one.api.call('GET assessment/experts_conclusion', { id });
  expect(told.map(({ expertId, conclusion, at }) => [expertId, conclusion, at])).toEqual([[one.id, '不问', null]]);
  expect(await cast.final.api.call('GET assessment/experts_conclusion', { id })).toEqual([]);
});

test("a manager's conclusion can be written while reviewing or reviewed, replaced, and cleared with an empty text", async () => {
  const review = await bring(server, cast, 'reviewing');
  const { id } = review;
  const write = (conclusion: string, by = cast.final) =>
    by.api.call('POST assessment/update_conclusion', { id, conclusion, final: false });
  const read = () => cast.first.api.call('GET assessment/manager_conclusion', { id });
  expect(await read()).toBeNull();
  await write(' 第一稿 ');
  expect(await read()).toMatchObject({ conclusion: '第一稿', by: { id: cast.final.id } });
  await write('第二稿', server.admin);
  expect(await read()).toMatchObject({ conclusion: '第二稿', by: { id: server.admin.id } });
  await write('');
  expect(await read()).toBeNull();
  for (const status of ['first_passed', 'returned', 'passed'] as const) {
    const other = await bring(server, cast, status);
    const input = { id: other.id, conclusion: '迟到' };
    expect(await outcome(cast.final.api.call('POST assessment/update_conclusion', input))).toBe(
      '409 transition_not_allowed',
    );
  }
  const foreign = await addManager(server, 'city_manager', '450100');
  expect(await outcome(write('越权', foreign))).toBe('404 not_found');
});
