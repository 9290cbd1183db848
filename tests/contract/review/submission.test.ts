import { FILE_RULES } from '@shp/shared/domain/assessment/files';
import { FORM_PATHS } from '@shp/shared/domain/assessment/form';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { COMPLETE_FORM, pdf, scoresAt } from '../../support/materials.ts';
import { addStation, COUNTY } from '../../support/people.ts';
import { addCast, bring, type Cast, ITEMS, prepare, REASON, type Review, step } from '../../support/review.ts';
import { outcome, refusal } from '../../support/strictClient.ts';
import { Tus } from '../../support/tus.ts';

let server: Contract;
let cast: Cast;
beforeAll(async () => {
  server = await startContract();
  cast = await addCast(server);
});
afterAll(() => server.stop());

const validate = (by: Person, id: string) => by.api.call('GET assessment/validate_station_submit', { id });
const required = FILE_RULES.filter((rule) => rule.required === 'always').map(({ id }) => id);

test('an empty application lists all missing entries with their places', async () => {
  const station = await addStation(server, COUNTY);
  const { id } = await station.api.call('POST assessment/add_assessment', { level: 3 });
  const { ok, problems } = await validate(station, id);
  expect(ok).toBe(false);
  const at = (part: string) => problems.filter((problem) => problem.part === part);
  expect(at('file').map(({ code, field }) => `${code} ${field}`)).toEqual(required.map((one) => `fileMissing ${one}`));
  expect(
    at('score')
      .filter(({ code }) => code === 'unscored')
      .map(({ serial }) => serial),
  ).toEqual(ITEMS.map(({ serial }) => serial));
  expect(at('score').at(-1)?.code).toBe('selfScoreAbsent');
  const fields = at('form').map(({ field }) => field);
  // The profile fills these fields; each missing field is listed once, under its form path.
  expect(fields).not.toContain('unit.name');
  expect(fields).toEqual(
    expect.arrayContaining(['plant.units', 'conditions.licences', 'record.deaths', 'self.leader']),
  );
  expect(new Set(fields).size).toBe(fields.length);
  for (const field of fields) expect(FORM_PATHS).toContain(field);
  for (const { message } of problems) expect(message).not.toBe('');
  const submitted = await refusal(step(station, { id, station, cast }, 'submitted'));
  expect([submitted.status, submitted.code]).toEqual([409, 'incomplete']);
  expect(Object.keys(submitted.fields).sort()).toEqual(
    problems.map(({ serial, field, code }) => serial ?? field ?? code).sort(),
  );
});

describe('a complete application is refused', () => {
  let review: Review;
  beforeEach(async () => {
    review = await prepare(server, cast);
    expect(await validate(review.station, review.id)).toEqual({ ok: true, problems: [] });
  });
  const change = (form: object) => review.station.api.call('POST assessment/update_form', { id: review.id, form });
  const lacks = async () => {
    const { problems } = await validate(review.station, review.id);
    expect(await outcome(step(review.station, review, 'submitted'))).toBe(
      problems.length > 0 ? '409 incomplete' : '200',
    );
    return problems.map(({ code, serial, field }) => [code, serial ?? field ?? ''].join(' ').trim());
  };

  test.each<[string, object, string[]]>([
    ['a field cleared', { unit: { contact: null } }, ['required unit.contact']],
    [
      'a whole part cleared',
      { pledge: null },
      ['notAgreed pledge.agreed', 'required pledge.signer', 'required pledge.signedOn'],
    ],
    ['a wrong credit code', { unit: { creditCode: '91450300MA5EXAMPLX' } }, ['wrong unit.creditCode']],
    ['a condition not held', { conditions: { tickets: { holds: false } } }, ['notHeld conditions.tickets']],
    ['a condition unanswered', { conditions: { licences: { holds: null } } }, ['required conditions.licences']],
    ['a death', { record: { deaths: 1 } }, ['recordRefused record.deaths']],
    ['three serious injuries', { record: { seriousInjuries: 3 } }, ['recordRefused record.seriousInjuries']],
    ['two serious injuries', { record: { seriousInjuries: 2 } }, []],
    ['a loss above a million', { record: { directLoss: 100.01 } }, ['recordRefused record.directLoss']],
    ['a loss of a million', { record: { directLoss: 100 } }, []],
    ['a major accident', { record: { majorAccident: true } }, ['recordRefused record.majorAccident']],
    ['no pledge', { pledge: { agreed: false } }, ['notAgreed pledge.agreed']],
    ['days the wrong way round', { self: { selfFrom: '2026-10-21' } }, ['datesReversed self.selfTo']],
    ['a reservoir', { plant: { reservoirCapacity: 12 } }, ['fileMissing damRegistration']],
  ])('with %s', async (_name, form, problems) => {
    await change(form);
    expect(await lacks()).toEqual(problems);
  });

  test('with an item unscored, without a reason, or changed after the self score was saved', async () => {
    const [first, second] = ITEMS;
    const save = (items: object[]) =>
      review.station.api.call('POST assessment/station_scores', { id: review.id, items: items as never });
    await save([
      { serial: first?.serial, score: null, missing: false, reason: '' },
      { serial: second?.serial, score: 0, missing: false, reason: ' ' },
    ]);
    expect(await lacks()).toEqual([`unscored ${first?.serial}`, `reasonMissing ${second?.serial}`, 'selfScoreStale']);
    await save(scoresAt(ITEMS, 1, ''));
    expect(await lacks()).toEqual(['selfScoreStale']);
    await review.station.api.call('POST assessment/save_station_score', { id: review.id });
    expect(await lacks()).toEqual([]);
  });

  test('with a self score below the level', async () => {
    const { id, station } = review;
    await station.api.call('POST assessment/station_scores', { id, items: scoresAt(ITEMS, 0.5, REASON) });
    await station.api.call('POST assessment/save_station_score', { id });
    expect(await lacks()).toEqual(['belowThreshold']);
  });

  test('with a required file deleted or an unfinished upload', async () => {
    const { id, station } = review;
    const [file] = await station.api.call('GET file/list', { id });
    const category = file?.category ?? '';
    await station.api.call('POST file/delete?', { id: file?.id ?? '' });
    expect(await lacks()).toEqual([`fileMissing ${category}`]);
    const tus = Tus.of(server, station);
    const target = { target: 'file', assessmentId: id, category, filename: 'again.pdf' };
    const bytes = pdf('again');
    const upload = await tus.begin(target, bytes.length);
    expect(await lacks()).toEqual([`uploadUnfinished ${category}`]);
    await tus.patch(upload, 0, bytes);
    expect(await lacks()).toEqual([]);
  });
});

describe('update_form', () => {
  let review: Review;
  const change = (form: object, more: object = {}, by = review.station) =>
    by.api.call('POST assessment/update_form', { id: review.id, form, ...more });
  beforeEach(async () => {
    review = await prepare(server, cast);
  });

  test('merges by part and field: absent keeps, null clears, objects are replaced whole', async () => {
    const members = [{ name: '示例甲', duty: '组员', title: '工程师' }];
    await change({ self: { members, problems: '问题' }, unit: { owner: '示例业主' } });
    const { form } = await change({ self: { members: [], problems: null }, unit: { competentAuthority: '示例局' } });
    expect(form.self).toEqual({ ...COMPLETE_FORM.self, members: [] });
    expect(form.unit).toMatchObject({
      owner: '示例业主',
      competentAuthority: '示例局',
      creditCode: expect.any(String),
    });
  });

  test('raises the version only on a change; a stale version is a conflict with the current state', async () => {
    const before = await review.station.api.call('GET assessment', { id: review.id });
    const after = await change({ unit: { owner: '示例业主' } }, { version: before.version });
    expect(after.version).toBe(before.version + 1);
    expect((await change({ unit: { owner: '示例业主' } })).version).toBe(after.version);
    const { status, code, body } = await refusal(change({ unit: { owner: '旧' } }, { version: before.version }));
    expect({ status, code, current: body.current }).toEqual({ status: 409, code: 'conflict', current: after });
  });

  test('of two writes with the same version one succeeds', async () => {
    const { version } = await review.station.api.call('GET assessment', { id: review.id });
    const answers = ['甲', '乙'].map((owner) => outcome(change({ unit: { owner } }, { version })));
    expect((await Promise.all(answers)).sort()).toEqual(['200', '409 conflict']);
  });

  test('stores an invalid value of the right type', async () => {
    const { form } = await change({ unit: { creditCode: 'wrong' }, record: { deaths: -1 } });
    expect(form.unit.creditCode).toBe('wrong');
    const { problems } = await validate(review.station, review.id);
    expect(problems.map(({ field }) => field)).toEqual(['unit.creditCode', 'record.deaths']);
  });

  test.each<[object, string]>([
    [{ unit: { name: 1 } }, 'form.unit.name'],
    [{ unit: { colour: 'red' } }, 'form.unit.colour'],
    [{ colour: {} }, 'form.colour'],
    [{ conditions: { licences: { holds: 'yes' } } }, 'form.conditions.licences.holds'],
    [{ self: { members: [{ name: 'x', age: 1 }] } }, 'form.self.members.0.age'],
    [{ self: { members: [null] } }, 'form.self.members.0'],
    [{ unit: [] }, 'form.unit'],
  ])('refuses %j, a wrong type or key, and stores nothing', async (form, field) => {
    const { status, fields } = await refusal(change({ plant: { staff: 99 }, ...form }));
    expect([status, ...Object.keys(fields)]).toEqual([400, field]);
    const { form: kept } = await review.station.api.call('GET assessment', { id: review.id });
    expect(kept.plant.staff).toBeUndefined();
  });
});

const FROZEN: readonly Status[] = [
  'submitted',
  'first_passed',
  'reviewing',
  'reviewed',
  'passed',
  'failed',
  'withdrawn',
  'revoked',
];
describe.each(FROZEN)('%s: submitted data is frozen', (status) => {
  test.each(['station', 'admin'] as const)('for the %s', async (who) => {
    const review = await bring(server, cast, status);
    const { id } = review;
    const by = who === 'admin' ? server.admin : review.station;
    const [file] = await by.api.call('GET file/list', { id });
    const [evidence] = await by.api.call('GET file/evidence', { asmId: id, serial1: '1' });
    const before = await by.api.call('GET assessment', { id });
    const calls = [
      by.api.call('POST assessment/update_form', { id, form: { unit: { owner: '改' } } }),
      by.api.call('POST assessment/station_scores', { id, items: scoresAt(ITEMS.slice(0, 1), 0.5, REASON) }),
      by.api.call('POST assessment/save_station_score', { id }),
      by.api.call('POST file/delete?', { id: file?.id ?? '' }),
      by.api.call('POST file/delete_evidence?', { fileId: evidence?.id ?? '' }),
    ];
    expect(await Promise.all(calls.map(outcome))).toEqual(Array(5).fill('409 transition_not_allowed'));
    const target = { target: 'file', assessmentId: id, category: 'other', filename: 'late.pdf' };
    expect((await Tus.of(server, by).create(target, 100)).status).toBe(409);
    expect(await by.api.call('GET assessment', { id })).toEqual(before);
    expect(before.permissions).toMatchObject({ editForm: false, scoreStation: false, uploadEvidence: false });
    // A station may delete a never-submitted draft, the administrator a withdrawn application.
    const deletable = who === 'admin' && status === 'withdrawn';
    const deleted = await outcome(by.api.call('POST assessment/delete', { id }));
    expect(deleted).toBe(deletable ? '200' : '409 transition_not_allowed');
  });
});
