import { dayOf } from '@shp/shared/domain/lib/days';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { pdf, scoresAt } from '../../support/materials.ts';
import { addExpert, addManager, addStation, addSupervisor, COUNTY, FAR_COUNTY } from '../../support/people.ts';
import {
  addCast,
  assign,
  bring,
  type Cast,
  conclude,
  ITEMS,
  prepare,
  type Review,
  step,
} from '../../support/review.ts';
import { outcome, refusal } from '../../support/strictClient.ts';
import { Tus } from '../../support/tus.ts';

/** docs/spec/domain.md#findings and docs/spec/wire.md#findings, as a caller sees them. */
const LATER = '2099-12-31';
const TODAY = dayOf(new Date());
const LOST = ITEMS.slice(0, 3).map(({ serial }) => serial);

let server: Contract;
let cast: Cast;
let review: Review;
beforeAll(async () => {
  server = await startContract();
  cast = await addCast(server, 2);
  review = await concludable(cast);
  await finish(review, 'passed', {
    findings: [{ serial: LOST[0] ?? '', text: '台账缺两个月（示例）', advice: '补齐台账', due: LATER }],
  });
});
afterAll(() => server.stop());

/** A review in which both experts took points at three items, each with a reason of its own. */
async function concludable(by: Cast): Promise<Review> {
  const made = await prepare(server, by);
  await step(made.station, made, 'submitted');
  await step(by.first, made, 'first_passed');
  await assign(made);
  await step(by.final, made, 'reviewing');
  for (const [index, expert] of by.experts.entries()) {
    const full = scoresAt(ITEMS, 1, '');
    const items = full.map((item) =>
      LOST.includes(item.serial) ? { ...item, score: 0, reason: `理由${index + 1}（示例）` } : item,
    );
    await expert.api.call('POST assessment/expert_scores', { id: made.id, items });
    await conclude(expert, made);
  }
  await by.final.api.call('POST assessment/update_conclusion', { id: made.id, conclusion: '结论（示例）' });
  return made;
}

const finish = ({ id, cast: { final } }: Review, status: 'passed' | 'failed', more: object = {}) =>
  final.api.call('POST assessment/add_event', { id, status, description: '', ...more });

async function found(by: Person, more: object = {}) {
  return by.api.call('GET finding/query', { size: 200, ...more });
}
const one = async (by: Person, id: string) => by.api.call('GET finding', { id });
const act = (by: Person, id: string, to: string, text: string, more: object = {}) =>
  by.api.call('POST finding/step', { id, to, text, ...more } as never);

/** A finding of the station's own check. */
const own = (station: Person, more: object = {}) =>
  station.api.call('POST finding/add', { text: '护栏锈蚀（示例）', ...more });

describe('a conclusion', () => {
  test('makes a finding of every item with lost points, worded by the experts or the final manager', async () => {
    const { total, items } = await found(review.station);
    expect(total).toBe(3);
    const bySerial = new Map(items.map((item) => [item.serial, item]));
    expect([...bySerial.keys()].sort()).toEqual([...LOST].sort());
    const [worded, merged] = [bySerial.get(LOST[0] ?? ''), bySerial.get(LOST[1] ?? '')];
    expect(worded).toMatchObject({ text: '台账缺两个月（示例）', advice: '补齐台账', due: LATER, state: 'open' });
    expect(merged).toMatchObject({ text: '理由1（示例）；理由2（示例）', advice: '', due: null, source: 'review' });
    expect(merged?.lost).toBe(ITEMS[1]?.score);
    expect(merged?.content).toBe(ITEMS[1]?.content);
    expect(merged?.assessment?.id).toBe(review.id);
    expect(merged?.no).toMatch(/^WT-\d{4}(-[\dA-Z]{5}){2}$/);
    const { events } = await one(review.station, merged?.id ?? '');
    expect(events).toMatchObject([{ from: null, state: 'open', by: { id: cast.final.id, role: 'city_manager' } }]);
  });

  test('prints what was written, and prints nothing else than before where nothing was', async () => {
    const { problems } = await cast.final.api.call('GET assessment/print', { id: review.id });
    expect(problems.map(({ serial }) => serial)).toEqual(LOST);
    expect(problems[0]).toMatchObject({ text: '台账缺两个月（示例）', advice: '补齐台账', due: LATER });
    expect(Object.keys(problems[1] ?? {}).sort()).toEqual(['content', 'lost', 'reasons', 'serial']);
  });

  test('is refused with a finding where nothing was lost, twice the same, or with a day that is over', async () => {
    const again = await concludable(cast);
    const given = (serial = '', more: object = {}) => ({ serial, text: '问题（示例）', ...more });
    for (const [findings, field] of [
      [[given(ITEMS[10]?.serial)], 'findings.0.serial'],
      [[given(LOST[0]), given(LOST[0])], 'findings.1.serial'],
      [[given(LOST[0], { due: '2020-01-01' })], 'findings.0.due'],
      [[given(LOST[0], { text: ' ' })], 'findings.0.text'],
    ] as const) {
      const { status, fields } = await refusal(finish(again, 'failed', { findings }));
      expect([status, ...Object.keys(fields)]).toEqual([400, field]);
    }
    const early = { id: again.id, status: 'returned' as const, description: '请补充', findings: [given(LOST[0])] };
    const { status, fields } = await refusal(cast.final.api.call('POST assessment/add_event', early));
    expect([status, ...Object.keys(fields)]).toEqual([400, 'findings']);
    expect((await found(again.station)).total).toBe(0);
    await finish(again, 'failed');
    expect((await found(again.station)).total).toBe(3);
  });

  test('without lost points makes none', async () => {
    const perfect = await bring(server, cast, 'passed');
    expect((await found(perfect.station)).total).toBe(0);
  });
});

describe('a search', () => {
  test('finds a text, a station or a part of a number, and nothing outside the scope or the other filters', async () => {
    const word = `裂缝${Date.now()}`;
    const { no } = await own(review.station, { text: `坝肩${word}（示例）` });
    const numbers = async (by: Person, search: string, more: object = {}) =>
      (await found(by, { search, ...more })).items.map((item) => item.no);
    for (const by of [review.station, cast.first, cast.final]) {
      expect(await numbers(by, word)).toEqual([no]);
      expect(await numbers(by, no.slice(-11).toLowerCase())).toEqual([no]);
    }
    expect(await numbers(cast.first, word, { state: ['open'] })).toEqual([no]);
    expect(await numbers(cast.first, word, { state: ['closed'] })).toEqual([]);
    expect(await numbers(cast.first, '%')).toEqual([]);
    const { items } = await found(review.station);
    expect(await numbers(cast.first, items[0]?.station.name ?? '')).toEqual(items.map((item) => item.no));
    // What is outside the scope is neither found nor counted.
    const far = await addManager(server, 'county_manager', FAR_COUNTY);
    for (const search of [word, no]) expect(await found(far, { search })).toEqual({ total: 0, items: [] });
  });
});

describe('the way of a finding', () => {
  test('from the plan by a report with evidence, sent back once, to its end', async () => {
    const { station } = review;
    const { id } = await own(station, { serial: LOST[0] });
    const planned = await act(station, id, 'planned', '更换护栏，责任人：张三（示例）', { due: LATER });
    expect([planned.state, planned.due, planned.actions]).toEqual(['planned', LATER, ['done']]);
    const target = { target: 'finding', findingId: id };
    const [first, second] = [
      await Tus.of(server, station).upload({ ...target, filename: '整改前.pdf' }, pdf('before')),
      await Tus.of(server, station).upload({ ...target, filename: '整改后.pdf' }, pdf('after')),
    ];
    expect((await act(station, id, 'done', '已更换（示例）', { files: [first] })).actions).toEqual([]);
    expect((await one(cast.first, id)).actions).toEqual(['closed', 'planned']);
    const back = await act(cast.first, id, 'planned', '照片不清楚（示例）');
    expect([back.state, back.due]).toEqual(['planned', LATER]);
    await act(station, id, 'done', '已补照片（示例）', { files: [second] });
    const closed = await act(cast.first, id, 'closed', '');
    expect(closed.events.map(({ state, files }) => [state, files])).toEqual([
      ['open', []],
      ['planned', []],
      ['done', [first]],
      ['planned', []],
      ['done', [second]],
      ['closed', []],
    ]);
    expect([closed.closedAt, closed.actions, closed.mayAddFiles]).toEqual([closed.updatedAt, [], false]);
    expect(closed.files.map(({ id: file }) => file)).toEqual([first, second]);
    const { token, name } = await cast.first.api.call('GET file/evidence_token', { fileId: first });
    const download = await server.request(
      'GET',
      `/api/file/download_evidence/${encodeURIComponent(name)}?token=${token}`,
    );
    expect(Buffer.from(await download.arrayBuffer()).equals(Buffer.from(pdf('before')))).toBe(true);
    expect((await Tus.of(server, station).create({ ...target, filename: 'x.pdf' }, 10)).status).toBe(409);
    expect(await outcome(station.api.call('POST file/delete_evidence?', { fileId: first }))).toBe(
      '409 transition_not_allowed',
    );
  });

  test('takes no step out of turn, of another account, or without what it needs', async () => {
    const { station } = review;
    const { id } = await own(station);
    expect(await outcome(act(cast.first, id, 'planned', '计划', { due: LATER }))).toBe('409 transition_not_allowed');
    const refused = await refusal(act(station, id, 'closed', '好了'));
    expect([refused.status, refused.fields]).toEqual([
      409,
      { state: 'Now: To be rectified; possible from here: Being rectified' },
    ]);
    const lacking = await refusal(act(station, id, 'planned', ' '));
    expect([lacking.code, Object.keys(lacking.fields).sort()]).toEqual(['incomplete', ['due', 'text']]);
    const over = await refusal(act(station, id, 'planned', '计划', { due: '2020-01-01' }));
    expect(over.fields).toEqual({ due: 'This date is in the past' });
    const stranger = await refusal(act(station, id, 'planned', '计划', { due: TODAY, files: ['nothing'] }));
    expect([stranger.status, Object.keys(stranger.fields)]).toEqual([400, ['files.0']]);
    expect((await one(station, id)).events.length).toBe(1);
    expect((await act(station, id, 'planned', '计划', { due: TODAY })).overdue).toBe(false);
  });

  test('is refused with the present finding to whoever knows fewer of its steps', async () => {
    const { station } = review;
    const { id } = await own(station);
    const planned = await act(station, id, 'planned', '计划', { due: LATER, events: 1 });
    const late = await refusal(act(station, id, 'done', '已更换（示例）', { events: 1 }));
    expect([late.status, late.code, late.body.current]).toEqual([409, 'conflict', planned]);
    expect((await act(station, id, 'done', '已更换（示例）', { events: 2 })).state).toBe('done');
  });

  test('the list of the overdue, and of those that are not', async () => {
    const station = await addStation(server, COUNTY);
    const ids: string[] = [];
    for (const text of ['超期', '未到期', '无期限'])
      ids.push((await station.api.call('POST finding/add', { text, serial: LOST[0] ?? '' })).id);
    const [late = '', later = '', never = ''] = ids;
    await server.rawDatabase.sql("UPDATE findings SET due = '2020-01-01' WHERE id = ?", late);
    await server.rawDatabase.sql('UPDATE findings SET due = ? WHERE id = ?', LATER, later);
    const listed = async (overdue: boolean) => (await found(station, { overdue })).items.map(({ id }) => id).sort();
    expect(await listed(true)).toEqual([late]);
    expect(await listed(false)).toEqual([later, never].sort());
    const page = async (size: number, number: number) =>
      (await found(station, { sortby: 'due', size, page: number })).items.map(({ id }) => id);
    expect(await page(200, 1)).toEqual([late, later, never]);
    expect(await page(1, 3)).toEqual([never]);
    await act(station, never, 'planned', '计划', { due: LATER });
    const changed = async (size: number, number: number) =>
      (await found(station, { sortby: 'updatedAt', size, page: number })).items.map(({ id }) => id);
    expect(await changed(200, 1)).toEqual([late, later, never]);
    expect(await changed(1, 3)).toEqual([never]);
    await act(station, late, 'planned', '计划', { due: LATER });
    expect(await changed(200, 1)).toEqual([later, never, late]);
  });

  test('evidence that no step names can be deleted by who uploaded it', async () => {
    const { station } = review;
    const { id } = await own(station);
    const file = await Tus.of(server, station).upload(
      { target: 'finding', findingId: id, filename: 'x.pdf' },
      pdf('x'),
    );
    await station.api.call('POST file/delete_evidence?', { fileId: file });
    expect((await one(station, id)).files).toEqual([]);
    expect(await outcome(station.api.call('GET file/evidence_token', { fileId: file }))).toBe('404 not_found');
  });

  test('goes on while applications are closed', async () => {
    await server.admin.api.call('POST system/update_settings', { acceptApplications: false });
    try {
      const { id } = await own(review.station);
      expect((await act(review.station, id, 'planned', '计划', { due: LATER })).state).toBe('planned');
    } finally {
      await server.admin.api.call('POST system/update_settings', { acceptApplications: true });
    }
  });

  test('its steps can never be changed in the database', async () => {
    const { id } = await own(review.station);
    const change = `UPDATE finding_events SET text = 'x' WHERE finding_id = '${id}'`;
    await expect(server.rawDatabase.sql(change)).rejects.toThrow('append-only');
  });
});

describe('who sees and adds findings', () => {
  test('a unit adds one of an inspection, with or without a review', async () => {
    const input = { station: review.station.id, text: '门锁损坏（示例）', advice: '更换门锁', due: LATER };
    const { id } = await cast.first.api.call('POST finding/add', { ...input, assessment: review.id, serial: LOST[1] });
    expect(await one(review.station, id)).toMatchObject({
      source: 'inspection',
      assessment: { id: review.id },
      serial: LOST[1],
      lost: null,
      advice: '更换门锁',
      due: LATER,
    });
    const bare = await cast.first.api.call('POST finding/add', input);
    expect((await one(review.station, bare.id)).assessment).toBeNull();
    const other = await bring(server, cast, 'draft');
    for (const [more, code] of [
      [{ assessment: other.id }, '404 not_found'],
      [{ serial: '9.9.9' }, '400 invalid'],
      [{ due: '2020-01-01' }, '400 invalid'],
      [{ station: undefined }, '400 invalid'],
    ] as const)
      expect(await outcome(cast.first.api.call('POST finding/add', { ...input, ...more }))).toBe(code);
  });

  test('the same key adds one finding', async () => {
    const headers = { Token: review.station.token, 'Idempotency-Key': 'once', 'Content-Type': 'application/json' };
    const body = JSON.stringify({ text: '一次（示例）' });
    const add = async () => (await server.request('POST', '/api/finding/add', { headers, body })).json();
    expect(await add()).toEqual(await add());
  });

  test('a station sees its own, a unit those below it, an aggregate account those of its stations', async () => {
    const { station } = review;
    const far = await addManager(server, 'county_manager', FAR_COUNTY);
    const other = await addStation(server, COUNTY);
    const linked = await addSupervisor(server);
    await server.admin.api.call('POST supervise/stations', {
      userId: linked.id,
      stationsId: [station.id],
      mode: 'add',
    });
    const { total } = await found(server.admin, { station: station.id });
    expect(total).toBeGreaterThan(3);
    expect((await found(station)).total).toBe(total);
    expect((await found(linked)).total).toBe(total);
    expect((await found(cast.first, { station: station.id })).total).toBe(total);
    expect([(await found(far)).total, (await found(other)).total]).toEqual([0, 0]);
    const { id } = await own(station);
    for (const stranger of [far, other]) expect(await outcome(one(stranger, id))).toBe('404 not_found');
    expect(await outcome(act(linked, id, 'planned', 'x', { due: LATER }))).toBe('403 forbidden');
  });

  test('an expert sees those of the stations that it reviews, and of no review that is not its own', async () => {
    const next = await addExpert(server);
    expect((await found(next)).total).toBe(0);
    const { station } = review;
    const { id } = await station.api.call('POST assessment/add_assessment', { level: 3 });
    await server.admin.api.call('POST assessment/update_form', { id, form: {} });
    const [panel] = cast.experts as [Person];
    const ofPanel = (await found(panel, { station: station.id })).items.find(({ source }) => source === 'review');
    expect(ofPanel?.assessment?.id).toBe(review.id);
    const db = server.rawDatabase;
    await db.sql(
      `INSERT INTO assessment_experts (assessment_id, expert_id, assigned_at, conclusion, concluded_at, dropped, updated_at)
       VALUES ('${id}', '${next.id}', '${new Date().toISOString()}', '', NULL, 0, '')`,
    );
    const seen = (await found(next)).items.filter(({ source }) => source === 'review');
    expect(seen.map(({ serial }) => serial).sort()).toEqual([...LOST].sort());
    expect(seen.map(({ assessment }) => assessment)).toEqual([null, null, null]);
  });

  test('it moves with its station to another division', async () => {
    const station = await addStation(server, COUNTY);
    const { id } = await own(station);
    await server.admin.api.call('POST user/update_station', { id: station.id, division: FAR_COUNTY });
    expect(await outcome(one(cast.first, id))).toBe('404 not_found');
    const far = await addManager(server, 'county_manager', FAR_COUNTY);
    expect((await one(far, id)).station.division).toBe(FAR_COUNTY);
    const { status, code } = await refusal(
      server.admin.api.call('POST user/delete', { userId: station.id, softDelete: false }),
    );
    expect([status, code]).toEqual([409, 'conflict']);
  });
});

test('the total of each filter is the number of its rows', async () => {
  const all = (await found(server.admin)).items;
  const filters = [
    [{ state: ['open', 'planned'] }, ({ state }) => state === 'open' || state === 'planned'],
    [{ state: ['closed'], division: COUNTY }, (row) => row.state === 'closed' && row.station.division === COUNTY],
    [{ division: FAR_COUNTY }, ({ station }) => station.division === FAR_COUNTY],
    [{ overdue: false, state: ['planned'] }, (row) => row.state === 'planned' && !row.overdue],
    [{ from: '2020-01-01', to: LATER, state: ['done', 'open'] }, ({ state }) => state === 'done' || state === 'open'],
    [{ to: '2020-01-01' }, () => false],
    [{ from: TODAY, division: COUNTY }, ({ station }) => station.division === COUNTY],
  ] as const satisfies [object, (row: (typeof all)[number]) => boolean][];
  expect(all.length).toBeGreaterThan(10);
  for (const [filter, matches] of filters) {
    const { total, items } = await found(server.admin, filter as object);
    expect([total, items.length], JSON.stringify(filter)).toEqual(Array(2).fill(all.filter(matches).length));
  }
});

test('an export has the rows of the list, also those of items of the standard', async () => {
  const { station } = review;
  const { total, items } = await found(station);
  expect(items.some(({ serial }) => serial !== null)).toBe(true);
  const file = await station.api.open('GET finding/export', { format: 'ndjson' });
  const rows = (await file.text()).trim().split('\n');
  expect(rows.length).toBe(total);
  expect(new Set(rows.map((row) => (JSON.parse(row) as { no: string }).no))).toEqual(
    new Set(items.map(({ no }) => no)),
  );
});
