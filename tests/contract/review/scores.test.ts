import type { ScoreEntry } from '@shp/shared/domain/standard/scoreItems';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { scoresAt } from '../../support/materials.ts';
import { addCast, assign, bring, type Cast, ITEMS, prepare, REASON, type Review, score } from '../../support/review.ts';
import { outcome, refusal } from '../../support/strictClient.ts';

let server: Contract;
let cast: Cast;
beforeAll(async () => {
  server = await startContract();
  cast = await addCast(server, 2);
});
afterAll(() => server.stop());

const CHAPTER = ITEMS.filter(({ serial }) => serial.startsWith('1.'));
const OPTIONAL = ITEMS.filter(({ mayBeMissing }) => mayBeMissing);
const FIXED = ITEMS.filter(({ mayBeMissing }) => !mayBeMissing);
const item = (place: number) => CHAPTER[place] ?? { serial: '', score: 0 };
const entry = (place: number, points: number, more: Partial<ScoreEntry> = {}): ScoreEntry => ({
  serial: item(place).serial,
  score: points,
  missing: false,
  reason: REASON,
  ...more,
});

type Desk = {
  name: string;
  by: Person;
  review: Review;
  send(
    items: readonly ScoreEntry[],
    s1?: string,
  ): Promise<{ sum: { got: number; score100: number; complete: boolean } }>;
  read(s1: string): Promise<ScoreEntry[]>;
};
/** A station scoring its draft; below, an expert scoring a review: the same rules apply. */
async function stationDesk(): Promise<Desk> {
  const review = await prepare(server, cast);
  const { api } = review.station;
  const { id } = review;
  return {
    name: 'station',
    by: review.station,
    review,
    send: (items, s1) => api.call('POST assessment/station_scores', { id, items: [...items], ...(s1 ? { s1 } : {}) }),
    read: (s1) => api.call('GET assessment/station_scores', { id, s1 }),
  };
}
async function expertDesk(): Promise<Desk> {
  const review = await bring(server, cast, 'reviewing');
  const [by] = cast.experts as [Person];
  const { id } = review;
  await score(by, review);
  return {
    name: 'expert',
    by,
    review,
    send: (items, s1) => by.api.call('POST assessment/expert_scores', { id, items: [...items], ...(s1 ? { s1 } : {}) }),
    read: (s1) => by.api.call('GET assessment/expert_scores', { id, expertId: by.id, s1 }),
  };
}

describe.each([
  ['a station', stationDesk],
  ['an expert', expertDesk],
] as const)('scores of %s', (_name, open) => {
  let desk: Desk;
  beforeEach(async () => {
    desk = await open();
  });

  test('are stored as sent, in order, and summed', async () => {
    const { sum } = await desk.send([entry(1, 0.5), entry(0, 0)]);
    const kept = await desk.read('1');
    expect(kept.map(({ serial }) => serial)).toEqual(CHAPTER.map(({ serial }) => serial));
    expect(kept.slice(0, 2)).toEqual([entry(0, 0), entry(1, 0.5)]);
    expect(sum.got).toBe(1000 - item(0).score - item(1).score + 0.5);
    expect(sum.complete).toBe(true);
    const total = Math.round(sum.got * 10) / 10;
    expect(sum.score100).toBe(Math.round(total) / 10);
  });

  test('sending the same batch twice changes nothing', async () => {
    const batch = [entry(0, 1), entry(1, 0.5)];
    const first = await desk.send(batch);
    const { version, updatedAt } = await server.admin.api.call('GET assessment', { id: desk.review.id });
    expect(await desk.send(batch)).toEqual(first);
    expect(await server.admin.api.call('GET assessment', { id: desk.review.id })).toMatchObject({ version, updatedAt });
  });

  test('do not raise the version', async () => {
    const { version } = await server.admin.api.call('GET assessment', { id: desk.review.id });
    await desk.send([entry(0, 1)]);
    expect((await server.admin.api.call('GET assessment', { id: desk.review.id })).version).toBe(version);
  });

  test.each<[string, Partial<ScoreEntry>]>([
    ['more points than the item has', { score: item(0).score + 0.1 }],
    ['less than none', { score: -0.1 }],
    ['two decimals', { score: 0.25 }],
    ['an unknown serial', { serial: '1.1.99' }],
    ['a chapter in place of an item', { serial: '1' }],
    ['a missing item that may not be', { serial: FIXED[0]?.serial ?? '', missing: true, score: null }],
    ['a missing item with points', { serial: OPTIONAL[0]?.serial ?? '', missing: true, score: 1 }],
    ['a reason of 1,001 characters', { reason: '字'.repeat(1001) }],
    ['an item that occurs twice', { serial: item(1).serial, score: 0 }],
  ])('a batch with %s is refused as a whole', async (_what, change) => {
    const before = await desk.read('1');
    const { status, code, fields } = await refusal(desk.send([entry(1, 0.5), entry(0, 1, change)]));
    expect({ status, code }).toEqual({ status: 400, code: 'invalid' });
    expect(Object.keys(fields).every((path) => path.startsWith('items.1'))).toBe(true);
    expect(await desk.read('1')).toEqual(before);
  });

  test('of another chapter are refused', async () => {
    const { fields } = await refusal(desk.send([entry(0, 1)], '2'));
    expect(Object.keys(fields)).toEqual(['items.0']);
  });

  test('a missing item counts on neither side of the sum and needs a reason', async () => {
    const [optional] = OPTIONAL as [(typeof ITEMS)[number]];
    const missing = { serial: optional.serial, score: null, missing: true, reason: '' };
    expect((await desk.send([missing])).sum.complete).toBe(false);
    const { sum } = await desk.send([{ ...missing, reason: '无此设施' }]);
    expect(sum).toMatchObject({ complete: true, missing: optional.score, got: 1000 - optional.score, score100: 100 });
  });

  test('can be cleared again', async () => {
    const { sum } = await desk.send([{ serial: item(0).serial, score: null, missing: false, reason: '' }]);
    expect(sum.complete).toBe(false);
  });

  test('a wrong `was` is a conflict that returns the stored scores and changes nothing', async () => {
    await desk.send([entry(0, 1), entry(1, 0.5)]);
    const was = { score: item(0).score, missing: false, reason: '' };
    const present = { score: 0.5, missing: false, reason: REASON };
    const before = await desk.read('1');
    const batch = [entry(0, 2, { was }), entry(1, 0, { was: present }), entry(2, 0)];
    const { status, code, fields, body } = await refusal(desk.send(batch));
    expect([status, code, Object.keys(fields)]).toEqual([409, 'conflict', [item(0).serial]]);
    expect(body.current).toEqual(before.slice(0, 3));
    expect(await desk.read('1')).toEqual(before);
    expect(await outcome(desk.send([entry(0, 2, { was: { score: 1, missing: false, reason: REASON } })]))).toBe('200');
  });

  test('an entry equal to the stored one is no conflict', async () => {
    await desk.send([entry(0, 1)]);
    const was = { score: item(0).score, missing: false, reason: '' };
    expect(await outcome(desk.send([entry(0, 1, { was })]))).toBe('200');
  });

  test('of two concurrent writes with the same `was` one succeeds', async () => {
    const was = { score: item(0).score, missing: false, reason: '' };
    const answers = [1, 2].map((points) => outcome(desk.send([entry(0, points, { was })])));
    expect((await Promise.all(answers)).sort()).toEqual(['200', '409 conflict']);
  });

  test('are marked when an administrator writes them', async () => {
    const { review, by } = desk;
    const input = { id: review.id, items: [entry(0, 1)] };
    if (desk.name === 'station') await server.admin.api.call('POST assessment/station_scores', input);
    else await server.admin.api.call('POST assessment/expert_scores', { ...input, expertId: by.id });
    const kept = await desk.read('1');
    expect(kept.slice(0, 2)).toEqual([
      { ...entry(0, 1), byAdmin: true },
      { ...entry(1, item(1).score), reason: '' },
    ]);
    await desk.send([entry(0, 2)]);
    expect((await desk.read('1'))[0]).toEqual(entry(0, 2));
  });

  test('of an unknown chapter are 404', async () => {
    expect(await outcome(desk.read('9'))).toBe('404 not_found');
  });
});

test('the standard is readable whole and by chapter, with scores and evidence per item', async () => {
  const { id, station } = await prepare(server, cast);
  const { api } = station;
  const whole = await api.call('GET assessment/standard', { asm_id: id });
  expect([whole.full, whole.sections.map(({ score: points }) => points)]).toEqual([
    1000,
    [130, 80, 70, 470, 140, 50, 30, 30],
  ]);
  for (const section of whole.sections)
    expect(await api.call('GET assessment/standard/serial1', { id, s1: section.serial })).toEqual(section);
  const titles = await api.call('GET assessment/standard/serial1/titles', { id });
  expect(titles.map(({ evidence }) => evidence)).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
  expect(titles.reduce((sum, { items }) => sum + items, 0)).toBe(118);
  expect(titles.every(({ stationScored, items }) => stationScored === items)).toBe(true);
});

test('the self score can be saved only when every item is scored, and then does not change', async () => {
  const { id, station } = await prepare(server, cast);
  const save = () => station.api.call('POST assessment/save_station_score', { id });
  const send = (items: ScoreEntry[]) => station.api.call('POST assessment/station_scores', { id, items });
  await send([{ serial: item(0).serial, score: null, missing: false, reason: '' }, entry(1, 0, { reason: '' })]);
  const { status, code, fields } = await refusal(save());
  expect([status, code, ...Object.keys(fields)]).toEqual([409, 'incomplete', item(0).serial, item(1).serial]);
  await send(scoresAt(ITEMS, 0.9, REASON));
  const { sum } = await save();
  const stationScore = sum.score100;
  await send(scoresAt(ITEMS, 0.5, REASON));
  expect((await station.api.call('GET assessment', { id })).stationScore).toBe(stationScore);
  expect((await station.api.call('GET assessment/sum_station_score', { id })).score100).toBeLessThan(stationScore);
});

describe('expert scores', () => {
  test('an expert can conclude only when every item has points and a reason, and cannot score afterwards', async () => {
    const review = await bring(server, cast, 'reviewing');
    const { id } = review;
    const [expert] = cast.experts as [Person];
    await expert.api.call('POST assessment/expert_scores', { id, items: [entry(0, 1, { reason: '' })] });
    const conclude = (more: object = {}) =>
      expert.api.call('POST assessment/update_conclusion', { id, conclusion: '结论', ...more });
    const { code, fields } = await refusal(conclude());
    expect([code, Object.keys(fields).length, fields[item(0).serial]]).toEqual(['incomplete', 118, expect.any(String)]);
    expect(await conclude({ final: false })).toEqual({ status: 'reviewing' });
    await score(expert, review);
    const empty = expert.api.call('POST assessment/update_conclusion', { id, conclusion: ' ' });
    expect(Object.keys((await refusal(empty)).fields)).toEqual(['conclusionMissing']);
    await conclude({ conclusion: '改后的结论' });
    const { items } = await server.admin.api.call('GET audit', {
      userId: expert.id,
      action: 'assessment/update_conclusion',
    });
    expect(items.slice(0, 2).map(({ changes }) => changes)).toContainEqual({
      expertConclusion: ['结论', '改后的结论'],
      concluded: [false, true],
    });
    const scoring = expert.api.call('POST assessment/expert_scores', { id, items: [entry(0, 1)] });
    expect(await outcome(scoring)).toBe('409 transition_not_allowed');
    expect(await outcome(conclude())).toBe('409 transition_not_allowed');
    expect(await outcome(conclude({ final: false }))).toBe('409 transition_not_allowed');
  });

  test('a conclusion has at most 5,000 characters', async () => {
    const { id } = await bring(server, cast, 'reviewing');
    const [expert] = cast.experts as [Person];
    const write = (length: number) =>
      expert.api.call('POST assessment/update_conclusion', { id, conclusion: '𡶄'.repeat(length), final: false });
    expect(await outcome(write(5000))).toBe('200');
    expect(Object.keys((await refusal(write(5001))).fields)).toEqual(['conclusion']);
  });

  test('invalid scores are reported before the status is checked', async () => {
    const [expert] = cast.experts as [Person];
    const { id } = await bring(server, cast, 'reviewed');
    const wrong = { id, items: [entry(0, 1), entry(1, 1.05)] };
    expect(Object.keys((await refusal(expert.api.call('POST assessment/expert_scores', wrong))).fields)).toEqual([
      'items.1',
    ]);
    const nobody = server.admin.api.call('POST assessment/expert_scores', { ...wrong, id: 'nobody' });
    expect(Object.keys((await refusal(nobody)).fields)).toEqual(['expertId']);
  });

  test('can be written in `reviewing` only', async () => {
    const [expert] = cast.experts as [Person];
    for (const status of ['first_passed', 'reviewed'] as const) {
      const review = await bring(server, cast, status);
      if (status === 'first_passed') await assign(review);
      const input = { id: review.id, items: [entry(0, 1)] };
      expect(await outcome(expert.api.call('POST assessment/expert_scores', input))).toBe('409 transition_not_allowed');
    }
  });

  test('the result is the mean of the experts, rounded once', async () => {
    const review = await bring(server, cast, 'reviewing');
    const { id } = review;
    const [one, two] = cast.experts as [Person, Person];
    // 99.94 and 99.95 of 100 points: printed alone they are 99.9 and 100; their exact mean 99.945 prints as 99.9.
    const losing = async (expert: Person, tenths: number) => {
      const last = ITEMS.filter(({ score: full }) => full >= 1).at(-1) ?? item(0);
      const lost = { serial: last.serial, score: (last.score * 10 - tenths) / 10, missing: false, reason: REASON };
      const items = scoresAt(ITEMS, 1, '').map((full) => (full.serial === last.serial ? lost : full));
      await expert.api.call('POST assessment/expert_scores', { id, items });
      await expert.api.call('POST assessment/update_conclusion', { id, conclusion: '结论' });
      return (await cast.final.api.call('GET assessment/sum_expert_score', { id, expertId: expert.id })).score100;
    };
    expect([await losing(one, 6), await losing(two, 5)]).toEqual([99.9, 100]);
    const result = await cast.final.api.call('GET assessment/result', { id });
    expect(result).toMatchObject({ experts: 2, score100: 99.9, qualifies: 1, complete: true });
    expect((await cast.final.api.call('GET assessment', { id })).expertScore).toBe(99.9);
  });
});
