import { revokedUntil, validUntil } from '@shp/shared/domain/lib/days';
import { refusals } from '@shp/shared/text/refusals/en';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { pdf, scoresAt } from '../../support/materials.ts';
import {
  addCast,
  assign,
  bring,
  type Cast,
  conclude,
  finish,
  ITEMS,
  prepare,
  REASON,
  score,
  step,
} from '../../support/review.ts';
import { outcome, refusal } from '../../support/strictClient.ts';
import { Tus } from '../../support/tus.ts';

let server: Contract;
let cast: Cast;
beforeAll(async () => {
  server = await startContract();
  cast = await addCast(server, 2);
});
afterAll(() => server.stop());

const get = (id: string) => server.admin.api.call('GET assessment', { id });
const events = (id: string) => server.admin.api.call('GET assessment/events', { id });

test('an application taken back is a draft before its first return and returned afterwards', async () => {
  const review = await bring(server, cast, 'submitted');
  expect(await step(review.station, review, 'draft')).toBe('draft');
  const removal = review.station.api.call('POST assessment/delete', { id: review.id });
  expect(await outcome(removal)).toBe('409 transition_not_allowed');
  await step(review.station, review, 'submitted');
  await step(cast.first, review, 'returned', '请补充');
  await step(review.station, review, 'submitted');
  expect(await outcome(step(review.station, review, 'draft'))).toBe('409 transition_not_allowed');
  expect(await step(review.station, review, 'returned')).toBe('returned');
  expect(await outcome(review.station.api.call('POST assessment/update_form', { id: review.id, form: {} }))).toBe(
    '200',
  );
});

test('each step requires its description', async () => {
  const asked = [
    ['submitted', 'returned'],
    ['first_passed', 'returned'],
    ['reviewed', 'returned'],
    ['reviewed', 'reviewing'],
    ['passed', 'revoked'],
  ] as const;
  for (const [from, to] of asked) {
    const review = await bring(server, cast, from);
    const by = from === 'submitted' ? cast.first : cast.final;
    const { code, fields } = await refusal(step(by, review, to, ' \n'));
    expect([from, to, code, ...Object.keys(fields)]).toEqual([from, to, 'incomplete', 'descriptionMissing']);
  }
}, 120_000);

test('a description has at most 2,000 characters', async () => {
  const review = await bring(server, cast, 'submitted');
  expect((await refusal(step(cast.first, review, 'returned', '字'.repeat(2001)))).fields).toHaveProperty('description');
  // Length counts code points: a surrogate pair is one character.
  await step(cast.first, review, 'returned', '𡶄'.repeat(2000));
  expect((await events(review.id)).at(-1)?.description).toBe('𡶄'.repeat(2000));
});

describe('remarks', () => {
  test('belong to a field, item, file or category and are shown with the event', async () => {
    const review = await bring(server, cast, 'submitted');
    const { id } = review;
    const [file] = await cast.first.api.call('GET file/list', { id });
    const remarks = [
      { part: 'form' as const, field: 'unit.owner', text: '请填写' },
      { part: 'score' as const, serial: '1.1.1', text: '依据不足' },
      { part: 'file' as const, fileId: file?.id ?? '', text: '看不清' },
      { part: 'file' as const, field: 'other', text: '请补交' },
    ];
    const input = { id, status: 'returned' as const, description: '请补充', remarks };
    await cast.first.api.call('POST assessment/add_event', input);
    expect((await review.station.api.call('GET assessment/events', { id })).at(-1)?.remarks).toEqual(remarks);
  });

  test.each<[object, string]>([
    [{ part: 'form', field: 'unit.colour', text: 'x' }, 'remarks.0.field'],
    [{ part: 'score', serial: '9.9.9', text: 'x' }, 'remarks.0.serial'],
    [{ part: 'file', fileId: 'nothing', text: 'x' }, 'remarks.0.fileId'],
    [{ part: 'form', field: 'unit.owner', text: ' ' }, 'remarks.0.text'],
    [{ part: 'form', text: 'x' }, 'remarks.0.field'],
  ])('%j is refused, and no step is made', async (remark, field) => {
    const review = await bring(server, cast, 'submitted');
    const input = { id: review.id, status: 'returned', description: '请补充', remarks: [remark] } as never;
    const { status, fields } = await refusal(cast.first.api.call('POST assessment/add_event', input));
    expect([status, ...Object.keys(fields)]).toEqual([400, field]);
    expect((await get(review.id)).status).toBe('submitted');
  });
});

test('a submission lists the changes since the previous one', async () => {
  const review = await bring(server, cast, 'returned');
  const { id, station } = review;
  const [gone] = await station.api.call('GET file/list', { id });
  await station.api.call('POST assessment/update_form', {
    id,
    form: { unit: { owner: '新业主' }, plant: { staff: 9 } },
  });
  await station.api.call('POST assessment/station_scores', { id, items: scoresAt(ITEMS.slice(3, 5), 0.5, REASON) });
  await station.api.call('POST assessment/save_station_score', { id });
  const tus = Tus.of(server, station);
  const target = { target: 'file', assessmentId: id, category: gone?.category ?? '', filename: 'new.pdf' };
  const added = await tus.upload(target, pdf('new'));
  await station.api.call('POST file/delete?', { id: gone?.id ?? '' });
  await step(station, review, 'submitted');
  const told = await cast.first.api.call('GET assessment/submissions', { id });
  expect(told).toMatchObject([
    { no: 1, changed: { form: [], serials: [], files: [] } },
    { no: 2, changed: { form: ['unit.owner', 'plant.staff'], serials: ITEMS.slice(3, 5).map(({ serial }) => serial) } },
  ]);
  expect(told[1]?.changed.files.sort()).toEqual([added, gone?.id].sort());
  expect((await station.api.call('GET file/list', { id })).map((file) => file.id)).not.toContain(gone?.id);
  const [before, after] = await Promise.all(
    [1, 2].map((no) => cast.first.api.call('GET assessment/submission', { id, no })),
  );
  expect([before?.no, before?.at, before?.form.unit.owner]).toEqual([1, told[0]?.at, undefined]);
  expect([after?.no, after?.at, after?.form.unit.owner]).toEqual([2, told[1]?.at, '新业主']);
  expect(after?.scores.find(({ serial }) => serial === ITEMS[3]?.serial)?.reason).toBe(REASON);
  expect([before, after].map((copy) => copy?.files.some((file) => file.id === gone?.id))).toEqual([true, false]);
  expect(await refusal(cast.first.api.call('GET assessment/submission', { id, no: 3 }))).toMatchObject({ status: 404 });
  expect(told.map(({ at }) => at)).toEqual(
    (await events(id)).filter(({ status }) => status === 'submitted').map(({ at }) => at),
  );
});

test('after a return from the final review the conclusions are history and the scores stay', async () => {
  const review = await bring(server, cast, 'reviewed');
  const { id, station } = review;
  const [one, two] = cast.experts as [typeof cast.first, typeof cast.first];
  await cast.final.api.call('POST assessment/update_conclusion', { id, conclusion: '初稿' });
  await step(cast.final, review, 'returned', '请整改');
  expect(await cast.final.api.call('GET assessment/experts_conclusion', { id })).toEqual([]);
  expect(await cast.final.api.call('GET assessment/manager_conclusion', { id })).toBeNull();
  await step(station, review, 'submitted');
  await step(cast.first, review, 'first_passed');
  await step(cast.final, review, 'reviewing');
  const progress = await cast.final.api.call('GET assessment/experts', { id });
  expect(progress.map(({ scored, concluded }) => [scored, concluded])).toEqual(Array(2).fill([ITEMS.length, false]));
  expect(await one.api.call('GET assessment/experts_conclusion', { id })).toEqual([]);
  await conclude(one, review);
  expect((await get(id)).status).toBe('reviewing');
  expect(await conclude(two, review)).toBe('reviewed');
  expect(await finish(review, 'passed')).toBe('passed');
  const kept = await server.rawDatabase.sql('SELECT kind, text FROM conclusions WHERE assessment_id = ?', id);
  const ofExperts = cast.experts.map(({ account }) => ({ kind: 'expert', text: `${account}的结论（示例）` }));
  expect(kept).toHaveLength(5);
  expect(kept).toEqual(expect.arrayContaining([...ofExperts, { kind: 'manager', text: '初稿' }]));
});

test('after a reopening the experts conclude again with their existing scores', async () => {
  const review = await bring(server, cast, 'reviewed');
  const { id } = review;
  await step(cast.final, review, 'reviewing', '请复核');
  expect((await get(id)).expertScore).toBeNull();
  const [one, two] = cast.experts as [typeof cast.first, typeof cast.first];
  await score(one, review, 0.5);
  await conclude(one, review);
  expect(await conclude(two, review)).toBe('reviewed');
  const result = await cast.final.api.call('GET assessment/result', { id });
  expect(result?.experts).toBe(2);
  expect(result?.score100).toBeLessThan(100);
});

test('after an early end, experts without a conclusion do not count', async () => {
  const review = await bring(server, cast, 'reviewing');
  const { id } = review;
  const [one, two] = cast.experts as [typeof cast.first, typeof cast.first];
  expect(await outcome(step(cast.final, review, 'reviewed', '提前结束'))).toBe('409 incomplete');
  await score(one, review);
  await score(two, review, 0.4);
  await conclude(one, review);
  expect(await outcome(step(cast.final, review, 'reviewed'))).toBe('409 incomplete');
  expect(await step(cast.final, review, 'reviewed', '提前结束')).toBe('reviewed');
  expect(await cast.final.api.call('GET assessment/result', { id })).toMatchObject({ experts: 1, score100: 100 });
  expect(await outcome(conclude(two, review))).toBe('409 transition_not_allowed');
  const removal = server.admin.api.call('POST user/delete', { userId: two.id, softDelete: false });
  expect((await refusal(removal)).message).toBe(refusals.refused.referred);
  // After reopening, all experts count again.
  await step(cast.final, review, 'reviewing', '请复核');
  expect(await conclude(one, review)).toBe('reviewing');
  expect(await step(cast.final, review, 'reviewed', '提前结束')).toBe('reviewed');
  expect(await finish(review, 'passed')).toBe('passed');
  expect(await get(id)).toMatchObject({ expertScore: 100 });
});

describe('conclusion', () => {
  test('passing needs a conclusion and a qualifying result, failing needs a conclusion only', async () => {
    const review = await bring(server, cast, 'reviewed', { share: 0.5 });
    const { id } = review;
    for (const to of ['passed', 'failed'] as const)
      expect(Object.keys((await refusal(step(cast.final, review, to))).fields)).toContain('conclusionMissing');
    await cast.final.api.call('POST assessment/update_conclusion', { id, conclusion: '结论' });
    const { code, fields, message } = await refusal(step(cast.final, review, 'passed'));
    expect([code, ...Object.keys(fields)]).toEqual(['incomplete', 'notQualified']);
    expect(message).toMatch(/70/);
    expect(await step(cast.final, review, 'failed')).toBe('failed');
    expect(await get(id)).toMatchObject({ concludedAt: expect.any(String), validUntil: null });
  });

  test('a rating is valid for the set number of years or until its revocation', async () => {
    const review = await bring(server, cast, 'passed');
    const passed = await get(review.id);
    expect(passed.validUntil).toBe(validUntil(passed.concludedAt ?? '', 3));
    const last = (await events(review.id)).at(-1);
    expect(passed.concludedAt).toBe(last?.at);
    await step(cast.final, review, 'revoked', '事故');
    const revoked = await get(review.id);
    const end = (await events(review.id)).at(-1)?.at ?? '';
    expect(revoked.concludedAt).toBe(passed.concludedAt);
    expect(revoked.validUntil).toBe(revokedUntil(passed.validUntil ?? '', end));
  });
});

test('an assessment keeps the rules in force at its first submission', async () => {
  const review = await prepare(server, cast, { share: 0.9 });
  const { id, station } = review;
  const update = (change: object) => server.admin.api.call('POST system/update_settings', change);
  const before = await server.admin.api.call('GET system/settings', {});
  await update({ validYears: 4, minExperts: 2 });
  expect((await get(id)).rules).toMatchObject({ validYears: 4, minExperts: 2 });
  await step(station, review, 'submitted');
  const strict = { ...before.thresholds, '3': { score: 100, chapter: 100 } };
  await update({ validYears: 1, minExperts: 5, thresholds: strict });
  expect((await get(id)).rules).toEqual({ validYears: 4, minExperts: 2, thresholds: before.thresholds });
  await step(cast.first, review, 'returned', '请补充');
  await step(station, review, 'submitted');
  await step(cast.first, review, 'first_passed');
  await assign(review, cast.experts.slice(0, 1));
  expect(Object.keys((await refusal(step(cast.final, review, 'reviewing'))).fields)).toEqual(['minAssigned']);
  await assign(review);
  await step(cast.final, review, 'reviewing');
  for (const expert of cast.experts) {
    await score(expert, review, 0.9);
    await conclude(expert, review);
  }
  await finish(review, 'passed');
  const passed = await get(id);
  expect(passed.validUntil).toBe(validUntil(passed.concludedAt ?? '', 4));
  const { validYears, minExperts, thresholds } = before;
  await update({ validYears, minExperts, thresholds });
});

test('events are in chronological order, have actor and action, and cannot be changed or deleted', async () => {
  const { id, station } = await bring(server, cast, 'passed');
  const told = await events(id);
  expect(told.map(({ from, status, by }) => [from, status, by?.id ?? null])).toEqual([
    [null, 'draft', station.id],
    ['draft', 'submitted', station.id],
    ['submitted', 'first_passed', cast.first.id],
    ['first_passed', 'reviewing', cast.final.id],
    ['reviewing', 'reviewed', null],
    ['reviewed', 'passed', cast.final.id],
  ]);
  for (const deed of ["UPDATE events SET description = 'x'", 'DELETE FROM events'])
    await expect(server.rawDatabase.sql(deed)).rejects.toThrow(/append-only/);
  const times = told.map(({ at }) => at);
  expect(times).toEqual([...times].sort());
});

describe('open applications per station', () => {
  test('a second one is refused until the first has ended', async () => {
    const review = await bring(server, cast, 'submitted');
    const { number } = await get(review.id);
    const again = () => review.station.api.call('POST assessment/add_assessment', { level: 2 });
    const { code, message } = await refusal(again());
    expect(code).toBe('conflict');
    expect(message).toContain(number);
    await step(review.station, review, 'withdrawn');
    const { id } = await again();
    const next = await get(id);
    expect(next).toMatchObject({ status: 'draft', level: 2, stationScore: null });
    expect(next.number).toMatch(/^GXXSD-\d{4}-\d{6}$/);
    expect(next.number > number).toBe(true);
  });

  test('of five created at once one succeeds; with one idempotency key all five return it', async () => {
    const { station } = await bring(server, cast, 'withdrawn');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => outcome(station.api.call('POST assessment/add_assessment', { level: 3 }))),
    );
    expect(answers.sort()).toEqual(['200', ...Array(4).fill('409 conflict')]);
    const other = (await bring(server, cast, 'withdrawn')).station;
    const keyed = () => other.api.call('POST assessment/add_assessment', { level: 3 }, { idempotencyKey: 'the-same' });
    const ids = (await Promise.all([keyed(), keyed(), keyed()])).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
  });

  test('a deleted draft disappears from lists, and its number is not reused', async () => {
    const { station } = await bring(server, cast, 'withdrawn');
    const { id } = await station.api.call('POST assessment/add_assessment', { level: 3 });
    const { number } = await get(id);
    await station.api.call('POST assessment/delete', { id });
    const { items } = await station.api.call('GET assessment/query', {});
    expect(items.map(({ status }) => status)).toEqual(['withdrawn']);
    const { id: next } = await station.api.call('POST assessment/add_assessment', { level: 3 });
    expect((await get(next)).number > number).toBe(true);
  });
});
