import type { Notice } from '@shp/shared/api/notices/calls';
import { DAY, dayOf, plusDays } from '@shp/shared/domain/lib/days';
import { noticeKindsFor } from '@shp/shared/domain/notices/kinds';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import {
  addExpert,
  addManager,
  addStation,
  addSupervisor,
  COUNTY,
  FAR_COUNTY,
  NEIGHBOUR,
} from '../../support/people.ts';
import { addCast, assign, bring, type Cast, conclude, finish, type Review, score, step } from '../../support/review.ts';
import { outcome } from '../../support/strictClient.ts';

let server: Contract;
let cast: Cast;
beforeAll(async () => {
  server = await startContract();
  cast = await addCast(server, 2);
});
afterAll(() => server.stop());

const newest = async ({ api }: Person, size = 50): Promise<Notice[]> =>
  (await api.call('GET notice/query', { size })).items;
const numberOf = async ({ id, station }: Review) => (await station.api.call('GET assessment', { id })).number;
/** The kinds of the notices about a review, oldest first. */
const about = async (person: Person, review: Review) => {
  const number = await numberOf(review);
  return (await newest(person))
    .filter(({ text }) => text.includes(number))
    .map(({ kind }) => kind)
    .reverse();
};

test('each step tells those whom it concerns, and nobody else', async () => {
  const { first, final, experts } = cast;
  const [one, two] = experts as [Person, Person];
  const others = [
    await addManager(server, 'county_manager', NEIGHBOUR),
    await addManager(server, 'county_manager', FAR_COUNTY),
    await addExpert(server),
    await addSupervisor(server),
  ];
  const review = await bring(server, cast, 'submitted');
  expect(await about(first, review)).toEqual(['submitted']);
  await step(first, review, 'returned', '请补充（示例）');
  expect(await about(review.station, review)).toEqual(['returned']);
  await step(review.station, review, 'submitted');
  await step(first, review, 'first_passed');
  expect(await about(final, review)).toEqual(['passedOn']);
  await assign(review);
  await assign(review, [one]);
  await assign(review);
  await step(final, review, 'reviewing');
  expect(await about(one, review)).toEqual(['assigned', 'passedOn']);
  expect(await about(two, review)).toEqual(['assigned', 'takenOff', 'assigned', 'passedOn']);
  for (const expert of experts) {
    await score(expert, review);
    await conclude(expert, review);
  }
  // Blind experts learn nothing of one another: not that another concluded, nor that all have.
  expect(await about(one, review)).toEqual(['assigned', 'passedOn']);
  expect(await about(final, review)).toEqual(['passedOn', 'passedOn']);
  await finish(review, 'passed');
  expect((await about(one, review)).at(-1)).toBe('concluded');
  expect(await about(first, review)).toEqual(['submitted', 'submitted', 'concluded']);
  expect(await about(review.station, review)).toEqual(['returned', 'passedOn', 'passedOn', 'passedOn', 'concluded']);
  for (const other of others) expect(await newest(other)).toEqual([]);
  expect(await newest(server.admin)).toEqual([]);
});

test('a notice has a text in the language of the reader and leads to the page of the role', async () => {
  const review = await bring(server, cast, 'submitted');
  const number = await numberOf(review);
  const [notice] = await newest(cast.first, 1);
  expect(notice).toEqual({
    id: expect.any(String),
    at: expect.any(String),
    kind: 'submitted',
    text: expect.stringMatching(new RegExp(`submitted application ${number}`)),
    station: expect.any(String),
    number,
    status: null,
    day: null,
    link: `/assessments/${review.id}/first_manager`,
    readAt: null,
  });
  const chinese = server.as(cast.first.token, 'zh');
  const [same] = (await chinese.call('GET notice/query', { size: 1 })).items;
  expect(same?.text).toContain(`提交了申报 ${number}`);
  await step(cast.first, review, 'first_passed');
  expect((await newest(review.station, 1))[0]?.link).toBe(`/assessments/${review.id}/station`);
  expect((await newest(cast.final, 1))[0]?.link).toBe(`/assessments/${review.id}/final_manager`);
});

test('answers to remarks are told once until they are read, to whoever sent the application back', async () => {
  const review = await bring(server, cast, 'submitted');
  const remarks = ['unit.contact', 'unit.address'].map((field) => ({ part: 'form' as const, field, text: '核实' }));
  const { id, station } = review;
  await cast.first.api.call('POST assessment/add_event', { id, status: 'returned', description: '补充', remarks });
  const event = (await station.api.call('GET assessment/events', { id })).at(-1);
  const answer = (remark: number, text: string) =>
    station.api.call('POST assessment/answer_remark', { id, eventId: event?.id ?? '', remark, text });
  await answer(0, '已核实（示例）');
  await answer(0, '已改正（示例）');
  await answer(1, '已核实（示例）');
  expect(await about(cast.first, review)).toEqual(['submitted', 'answered']);
  await cast.first.api.call('POST notice/read', { all: true });
  await answer(1, '');
  await answer(1, '又核实（示例）');
  expect(await about(cast.first, review)).toEqual(['submitted', 'answered', 'answered']);
});

test('an account reads its own notices only, one by one or all', async () => {
  const own = await addCast(server, 1);
  await bring(server, own, 'submitted');
  await bring(server, own, 'submitted');
  const unread = async () => (await own.first.api.call('GET notice/query', { unread: true })).total;
  const [last, before] = (await newest(own.first)).map(({ id }) => id);
  const count = await unread();
  expect(await cast.final.api.call('POST notice/read', { ids: [last ?? ''] })).toBeDefined();
  expect(await unread()).toBe(count);
  expect(await own.first.api.call('POST notice/read', { ids: [last ?? ''] })).toEqual({ unread: count - 1 });
  const readAt = (await newest(own.first, 1))[0]?.readAt;
  await own.first.api.call('POST notice/read', { ids: [last ?? '', before ?? ''] });
  expect((await newest(own.first, 1))[0]?.readAt).toBe(readAt);
  expect(await own.first.api.call('POST notice/read', { all: true })).toEqual({ unread: 0 });
  expect(await outcome(own.first.api.call('POST notice/read', {}))).toBe('400 invalid');
});

test('a search finds notices by kind in the language of the request, station and number, and only own ones', async () => {
  const own = await addCast(server, 1);
  const review = await bring(server, own, 'submitted');
  await bring(server, own, 'submitted');
  const [notice] = (await newest(own.first)).slice(-1);
  const [number, station] = [notice?.number ?? '', notice?.station ?? ''];
  expect(number).toBe(await numberOf(review));
  const found = async ({ api }: Person, search: string, more: object = {}) =>
    (await api.call('GET notice/query', { search, ...more })).items.map((notice) => notice.number);
  for (const search of [number, number.slice(-6).toLowerCase(), station])
    expect(await found(own.first, search)).toEqual([number]);
  expect(await found(own.first, 'Application SUBMITTED')).toHaveLength(2);
  expect(await found(own.first, 'submitted', { size: 1 })).toHaveLength(1);
  for (const search of ['%', 'level', '{', 'returned']) expect(await found(own.first, search)).toEqual([]);
  await own.first.api.call('POST notice/read', { all: true });
  expect(await found(own.first, number, { unread: true })).toEqual([]);
  expect(await found(own.final, number)).toEqual([]);
});

test('a refused step tells nobody, and an account deleted for good leaves no notice behind', async () => {
  const review = await bring(server, cast, 'submitted');
  const { total } = await cast.first.api.call('GET notice/query', {});
  expect(await outcome(step(cast.final, review, 'passed'))).toBe('409 transition_not_allowed');
  expect((await cast.first.api.call('GET notice/query', {})).total).toBe(total);
  const gone = await addExpert(server);
  await step(cast.first, review, 'first_passed');
  await assign(review, [gone]);
  await assign(review, []);
  expect(await about(gone, review)).toEqual(['assigned', 'takenOff']);
  await server.admin.api.call('POST user/delete', { userId: gone.id, softDelete: false });
  const left = await server.rawDatabase.sql(`SELECT id FROM notices WHERE user_id = '${gone.id}'`);
  expect(left).toEqual([]);
});

test('what becomes due is told once, however often the server starts', async () => {
  const own = await startContract();
  const panel = await addCast(own, 1);
  const late = await bring(own, panel, 'submitted');
  const rated = await bring(own, panel, 'passed');
  const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
  const ends = dayOf(new Date(Date.now() + 29 * DAY));
  await own.kill9();
  await own.rawDatabase.sql(`UPDATE assessments SET status_since = '${ago(16)}' WHERE id = '${late.id}'`);
  await own.rawDatabase.sql(`UPDATE assessments SET valid_until = '${ends}' WHERE id = '${rated.id}'`);
  let again = await startContract(['--no-captcha'], own.data);
  const first = () => again.login(panel.first.account, panel.first.password);
  const kinds = async () => (await newest(await first())).map(({ kind }) => kind);
  await expect.poll(kinds).toEqual(['ratingEnds', 'overdue', 'concluded', 'submitted', 'submitted']);
  expect((await newest(await first(), 1))[0]?.text).toContain(ends);
  await again.kill9();
  again = await startContract(['--no-captcha'], own.data);
  await bring(again, { ...panel, first: await first() }, 'submitted');
  expect(await kinds()).toEqual(['submitted', 'ratingEnds', 'overdue', 'concluded', 'submitted', 'submitted']);
  await again.stop();
  await own.stop();
}, 60_000);

test('the last day of a finding is told before and after it, once a day set, until the finding is done', async () => {
  const own = await startContract();
  const panel = await addCast(own, 1);
  const others = [await addManager(own, 'county_manager', NEIGHBOUR), await addStation(own, FAR_COUNTY)];
  const station = await addStation(own, COUNTY);
  const today = dayOf(new Date());
  const [soon, later] = [plusDays(today, 5), plusDays(today, 6)];
  const add = (due: string) => station.api.call('POST finding/add', { text: '护栏锈蚀（示例）', due });
  const near = await add(soon);
  const late = await add(soon);
  await add('2099-12-31');
  const done = await add(soon);
  const take = (by: Person, { id }: { id: string }, to: 'planned' | 'done', due?: string) =>
    by.api.call('POST finding/step', { id, to, text: '更换（示例）', ...(due && { due }) });
  await take(station, done, 'planned', soon);
  await take(station, done, 'done');
  let server = own;
  const again = async (sets: string[] = []) => {
    await server.kill9();
    for (const set of sets) await own.rawDatabase.sql(set);
    server = await startContract(['--no-captcha'], own.data);
  };
  const told = async ({ account, password }: Person) =>
    (await newest(await server.login(account, password)))
      .filter(({ kind }) => kind.startsWith('finding'))
      .map(({ kind, text }) => `${kind} ${/WT-\S+/.exec(text)} ${/\d{4}-\d\d-\d\d(?=\.$)/.exec(text)}`);
  const yesterday = plusDays(today, -1);
  await again([`UPDATE findings SET due = '${yesterday}' WHERE id = '${late.id}'`]);
  const [dueNear, overLate] = [`findingDue ${near.no} ${soon}`, `findingOverdue ${late.no} ${yesterday}`];
  await expect.poll(() => told(panel.first)).toEqual([overLate]);
  expect(await told(station)).toEqual([overLate, dueNear]);
  const [shown] = await newest(await server.login(station.account, station.password), 1);
  expect(shown?.link).toBe('/assessments?tab=findings');
  for (const other of [...others, panel.final, ...panel.experts]) expect(await told(other)).toEqual([]);
  const back = await server.login(station.account, station.password);
  await take(back, near, 'planned', later);
  await again();
  await expect.poll(() => told(station)).toEqual([`findingDue ${near.no} ${later}`, overLate, dueNear]);
  await again();
  await bring(server, { ...panel, first: await server.login(panel.first.account, panel.first.password) }, 'submitted');
  expect(await told(station)).toEqual([`findingDue ${near.no} ${later}`, overLate, dueNear]);
  expect(await told(panel.first)).toEqual([overLate]);
  await server.stop();
  await own.stop();
}, 60_000);

test('an account receives only kinds that its role can receive', async () => {
  for (const person of [cast.first, cast.final, ...cast.experts]) {
    const kinds = new Set((await newest(person)).map(({ kind }) => kind));
    expect([...kinds].filter((kind) => !noticeKindsFor(person.role).includes(kind))).toEqual([]);
    expect(kinds.size).toBeGreaterThan(0);
  }
});
