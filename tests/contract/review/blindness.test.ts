import type { Call, Who } from '@shp/shared/api/call';
import { type CallKey, calls, type JsonKey } from '@shp/shared/api/index';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { scoresAt } from '../../support/materials.ts';
import { addCast, bring, type Cast, ITEMS, type Review, step } from '../../support/review.ts';
import { outcome, refusal } from '../../support/strictClient.ts';

let server: Contract;
let cast: Cast;
let seer: Person;
let seen: Person;
beforeAll(async () => {
  server = await startContract();
  cast = await addCast(server, 2);
  [seer, seen] = cast.experts as [Person, Person];
});
afterAll(() => server.stop());

const REASON_OF_SEEN = '另一位专家的扣分理由';
const CONCLUSION_OF_SEEN = '另一位专家的结论';
const CONCLUSION_OF_MANAGER = '终审单位的结论';

/** A review in which one expert has concluded, the manager has written a conclusion, and the other expert has begun. */
async function halfDone(): Promise<Review> {
  const review = await bring(server, cast, 'reviewing');
  const { id } = review;
  const items = scoresAt(ITEMS, 0.7, REASON_OF_SEEN);
  await seen.api.call('POST assessment/expert_scores', { id, items });
  await seen.api.call('POST assessment/update_conclusion', { id, conclusion: CONCLUSION_OF_SEEN });
  await seer.api.call('POST assessment/expert_scores', { id, items: scoresAt(ITEMS, 0.95, '自己的理由') });
  await cast.final.api.call('POST assessment/update_conclusion', { id, conclusion: CONCLUSION_OF_MANAGER });
  return review;
}

/** All calls for one assessment that a role may read. */
function reads(role: Role): JsonKey[] {
  return (Object.keys(calls) as CallKey[]).filter((key): key is JsonKey => {
    const { reach }: Call = calls[key];
    const who: Who = calls[key].who;
    const about = reach.kind === 'object' && reach.of === 'assessment';
    return key.startsWith('GET ') && about && who !== 'anyone' && who !== 'loggedIn' && who.includes(role);
  });
}

/** Everything that a caller can learn of an assessment: the responses of all calls and the list rows. */
async function everything(by: Person, { id }: Review): Promise<Record<string, string>> {
  const known: Record<string, string> = {};
  for (const key of reads(by.role)) {
    const shape = calls[key].input.shape as Record<string, unknown>;
    for (const chapter of 's1' in shape || 'serial1' in shape ? ['1', '4', '8'] : ['']) {
      const input = {
        ...('id' in shape ? { id } : 'asm_id' in shape ? { asm_id: id } : { asmId: id }),
        ...('s1' in shape ? { s1: chapter } : {}),
        ...('serial1' in shape ? { serial1: chapter } : {}),
        ...('expertId' in shape ? { expertId: by.id } : {}),
        ...('no' in shape ? { no: 1 } : {}),
      };
      known[`${key} ${chapter}`] = JSON.stringify(await by.api.call(key, input as never));
    }
  }
  known.list = JSON.stringify(await by.api.call('GET assessment/query', {}));
  return known;
}

async function leaks(by: Person, review: Review, secrets: readonly string[]): Promise<string[]> {
  const known = await everything(by, review);
  return Object.entries(known).flatMap(([key, text]) => (secrets.some((secret) => text.includes(secret)) ? [key] : []));
}

const secretsOf = (person: Person) => [person.id, person.account];

test('the list tells an expert how many items it has scored itself, while the review runs, and nobody else', async () => {
  const { id, station } = await bring(server, cast, 'reviewing');
  const [one, two, three] = ITEMS;
  const row = async ({ api }: Person) =>
    (await api.call('GET assessment/query', { size: 200 })).items.find((item) => item.id === id);
  expect((await row(seer))?.progress).toEqual({ scored: 0, items: ITEMS.length });
  await seen.api.call('POST assessment/expert_scores', { id, items: scoresAt(ITEMS, 0.7, REASON_OF_SEEN) });
  await seer.api.call('POST assessment/expert_scores', {
    id,
    items: [
      { serial: one?.serial ?? '', score: one?.score ?? 0, missing: false, reason: '' },
      { serial: two?.serial ?? '', score: 0, missing: false, reason: '缺资料' },
      // Lost points without a reason do not count as scored.
      { serial: three?.serial ?? '', score: 0, missing: false, reason: '' },
    ],
  });
  expect((await row(seer))?.progress).toEqual({ scored: 2, items: ITEMS.length });
  expect((await row(seen))?.progress).toEqual({ scored: ITEMS.length, items: ITEMS.length });
  for (const person of [cast.final, cast.first, station]) expect(await row(person)).not.toHaveProperty('progress');
  for (const { api } of [seer, seen]) {
    await api.call('POST assessment/expert_scores', { id, items: scoresAt(ITEMS, 1, '') });
    await api.call('POST assessment/update_conclusion', { id, conclusion: '结论' });
  }
  expect(await row(seer)).not.toHaveProperty('progress');
});

describe.each(['reviewing', 'reviewed', 'returned'] as const)('while %s', (status) => {
  let review: Review;
  beforeAll(async () => {
    review = await halfDone();
    if (status === 'reviewing') return;
    await seer.api.call('POST assessment/update_conclusion', { id: review.id, conclusion: '自己的结论' });
    if (status === 'returned') await step(cast.final, review, 'returned', '请整改');
  });

  test("no call shows an expert another expert or the manager's conclusion", async () => {
    const secrets = [...secretsOf(seen), REASON_OF_SEEN, CONCLUSION_OF_SEEN, CONCLUSION_OF_MANAGER];
    expect(await leaks(seer, review, secrets)).toEqual([]);
  });

  test('an expert sees its own name and work', async () => {
    const { id } = review;
    const row = await seer.api.call('GET assessment', { id });
    expect([row.experts.map((expert) => expert.id), row.expertScore]).toEqual([[seer.id], null]);
    const all = await seer.api.call('GET assessment/all_expert_scores', { id, s1: '1' });
    expect(all.map(({ expertId }) => expertId)).toEqual([seer.id]);
    expect(await seer.api.call('GET assessment/result', { id })).toBeNull();
    expect(await seer.api.call('GET assessment/manager_conclusion', { id })).toBeNull();
    const print = await seer.api.call('GET assessment/print', { id });
    expect([print.number, print.digest, print.managerConclusion]).toEqual([null, null, null]);
  });

  test("another expert's scores are invisible", async () => {
    const input = { id: review.id, expertId: seen.id };
    expect(await outcome(seer.api.call('GET assessment/expert_scores', { ...input, s1: '1' }))).toBe('404 not_found');
    expect(await outcome(seer.api.call('GET assessment/sum_expert_score', input))).toBe('404 not_found');
    const write = { id: review.id, expertId: seen.id, items: [] };
    expect(await outcome(seer.api.call('POST assessment/expert_scores', write))).toBe('404 not_found');
    expect(await outcome(seer.api.call('GET user', { id: seen.id }))).toBe('404 not_found');
  });

  test('no call shows the station an expert or a conclusion', async () => {
    const told = [...secretsOf(seer), ...secretsOf(seen), CONCLUSION_OF_SEEN, CONCLUSION_OF_MANAGER, '自己的结论'];
    expect(await leaks(review.station, review, told)).toEqual([]);
    const row = await review.station.api.call('GET assessment', { id: review.id });
    expect([row.experts, row.expertScore]).toEqual([[], null]);
  });

  test('after a return from the final review the station sees scores and reasons without names', async () => {
    const all = await review.station.api.call('GET assessment/all_expert_scores', { id: review.id, s1: '1' });
    if (status !== 'returned') {
      expect(all).toEqual([]);
      return;
    }
    expect(all.map(({ expertId, name }) => [expertId, name])).toEqual([
      ['', ''],
      ['', ''],
    ]);
    expect(all.flatMap(({ items }) => items.map(({ reason }) => reason))).toContain(REASON_OF_SEEN);
  });

  test('overseeing accounts see everything', async () => {
    const all = await cast.first.api.call('GET assessment/all_expert_scores', { id: review.id, s1: '1' });
    expect(all.map(({ expertId }) => expertId).sort()).toEqual([seer.id, seen.id].sort());
  });
});

test("scores shown to the station on a return do not change in the experts' next round", async () => {
  const review = await halfDone();
  const { id, station } = review;
  await seer.api.call('POST assessment/update_conclusion', { id, conclusion: '自己的结论' });
  await step(cast.final, review, 'returned', '请整改');
  const shown = () => station.api.call('GET assessment/all_expert_scores', { id, s1: '1' });
  const before = await shown();
  await step(station, review, 'submitted');
  await step(cast.first, review, 'first_passed');
  await step(cast.final, review, 'reviewing');
  await seen.api.call('POST assessment/expert_scores', { id, items: scoresAt(ITEMS, 0.4, '新一轮的理由') });
  expect(await shown()).toEqual(before);
  const concludeAll = async () => {
    for (const expert of [seer, seen])
      await expert.api.call('POST assessment/update_conclusion', { id, conclusion: '新一轮的结论' });
  };
  await concludeAll();
  // In a reopened review, nothing new is visible until it ends.
  await step(cast.final, review, 'reviewing', '请复核');
  expect(await shown()).toEqual(before);
  await concludeAll();
  await step(cast.final, review, 'returned', '请再整改');
  const after = await shown();
  expect([after.length, JSON.stringify(after)]).toEqual([2, expect.stringContaining('新一轮的理由')]);
  expect(JSON.stringify(after)).not.toContain(REASON_OF_SEEN);
});

test('after the conclusion experts see each other, and the station sees their work without names', async () => {
  const review = await halfDone();
  const { id, station } = review;
  await seer.api.call('POST assessment/update_conclusion', { id, conclusion: '自己的结论' });
  await cast.final.api.call('POST assessment/add_event', { id, status: 'passed', description: '' });
  const row = await seer.api.call('GET assessment', { id });
  expect(row.experts.map((expert) => expert.id).sort()).toEqual([seer.id, seen.id].sort());
  expect(row.expertScore).not.toBeNull();
  const conclusions = await seer.api.call('GET assessment/experts_conclusion', { id });
  expect(conclusions.map(({ conclusion }) => conclusion).sort()).toEqual([CONCLUSION_OF_SEEN, '自己的结论'].sort());
  expect((await seer.api.call('GET assessment/manager_conclusion', { id }))?.conclusion).toBe(CONCLUSION_OF_MANAGER);
  expect(await leaks(station, review, [...secretsOf(seer), ...secretsOf(seen)])).toEqual([]);
  expect((await station.api.call('GET assessment', { id })).expertScore).toBe(row.expertScore);
  expect((await station.api.call('GET assessment/result', { id }))?.experts).toBe(2);
  const all = await station.api.call('GET assessment/all_expert_scores', { id, s1: '1' });
  expect(all.flatMap(({ items }) => items.map(({ reason }) => reason))).toContain(REASON_OF_SEEN);
});

test('hidden columns cannot be sorted by', async () => {
  const review = await halfDone();
  for (const by of [seer, review.station]) {
    const { status, fields } = await refusal(by.api.call('GET assessment/query', { sortby: 'expertScore' }));
    expect([status, ...Object.keys(fields)]).toEqual([400, 'sortby']);
    expect(await outcome(by.api.call('GET assessment/query', { sortby: 'stationScore' }))).toBe('200');
  }
  expect(await outcome(cast.first.api.call('GET assessment/query', { sortby: 'expertScore' }))).toBe('200');
});

test('an expert taken off the assessment no longer sees it', async () => {
  const review = await bring(server, cast, 'reviewing');
  const input = { id: review.id, experts: [seen.id] };
  await cast.final.api.call('POST assessment/assign_experts', input);
  expect(await outcome(seer.api.call('GET assessment', { id: review.id }))).toBe('404 not_found');
  expect(await outcome(seer.api.call('GET user', { id: review.station.id }))).toBe('404 not_found');
});
