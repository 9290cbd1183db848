import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call, Who } from '@shp/shared/api/call';
import { queryOf } from '@shp/shared/api/client';
import { type CallKey, calls } from '@shp/shared/api/index';
import { STATUSES } from '@shp/shared/domain/assessment/statuses';
import { ASSESSMENT_SORTS } from '@shp/shared/domain/lib/lists';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { scoresAt } from '../../support/materials.ts';
import { addExpert, expertProfile, stationProfile } from '../../support/people.ts';
import { copyDatabaseOf, dropDatabaseOf } from '../../support/postgres.ts';
import { addCast, assign, bring, type Cast, ITEMS, prepare, type Review, score, step } from '../../support/review.ts';
import { outcome } from '../../support/strictClient.ts';
import { SAME_HOST } from '../twins/worlds.ts';

/** Two servers with the same data; only the second one gets the work that blind callers must not notice. */
let folders: string[];
let plain: Contract;
let acted: Contract;
let cast: Cast;
let seer: Person;
let other: Person;
let spare: Person;
let reviews: Record<'reviewing' | 'first_passed' | 'reviewed' | 'returned' | 'passed', Review>;
let start: string;

const on = (server: Contract, by: Person) => server.as(by.token);

beforeAll(async () => {
  folders = [await mkdtemp(join(tmpdir(), 'shp-twin-a-')), await mkdtemp(join(tmpdir(), 'shp-twin-b-'))];
  const [first = '', second = ''] = folders;
  const server = await startContract(undefined, first);
  cast = await addCast(server, 2);
  [seer, other] = cast.experts as [Person, Person];
  spare = await addExpert(server);
  const firstPassed = await bring(server, cast, 'first_passed');
  await assign(firstPassed, [seer]);
  const reviewing = await bring(server, cast, 'reviewing');
  await seer.api.call('POST assessment/expert_scores', {
    id: reviewing.id,
    items: scoresAt(ITEMS.slice(0, 9), 0.9, '理由'),
  });
  const returned = await bring(server, cast, 'reviewed');
  await step(cast.final, returned, 'returned', '请整改');
  reviews = {
    first_passed: firstPassed,
    reviewing,
    reviewed: await bring(server, cast, 'reviewed'),
    returned,
    passed: await bring(server, cast, 'passed'),
  };
  start = new Date().toISOString();
  await server.stop();
  await cp(first, second, { recursive: true });
  await copyDatabaseOf(first, second);
  [plain, acted] = [await startContract(SAME_HOST, first), await startContract(SAME_HOST, second)];
});
afterAll(async () => {
  await Promise.all([plain.stop(), acted.stop()]);
  for (const folder of folders) {
    await dropDatabaseOf(folder);
    await rm(folder, { recursive: true });
  }
});

/** Everything that another expert and the managers can do without changing the status. */
async function actUnseen(server: Contract): Promise<void> {
  const { reviewing, first_passed: open, reviewed } = reviews;
  const final = on(server, cast.final);
  await final.call('POST assessment/assign_experts', { id: open.id, experts: [seer.id, other.id, spare.id] });
  await final.call('POST assessment/assign_experts', { id: open.id, experts: [seer.id, spare.id] });
  const { id } = reviewing;
  await final.call('POST assessment/assign_experts', { id, experts: [seer.id, other.id, spare.id] });
  const admin = server.admin.api;
  const items = scoresAt(ITEMS, 0.5, '另一位专家的理由');
  await admin.call('POST assessment/expert_scores', { id, expertId: other.id, items: items.slice(0, 5) });
  await on(server, other).call('POST assessment/expert_scores', { id, items });
  await on(server, other).call('POST assessment/update_conclusion', { id, conclusion: '草稿', final: false });
  await on(server, other).call('POST assessment/update_conclusion', { id, conclusion: '另一位专家的结论' });
  await final.call('POST assessment/update_conclusion', { id, conclusion: '终审单位的结论' });
  await final.call('POST assessment/update_conclusion', { id: reviewed.id, conclusion: '终审单位的结论' });
  await admin.call('POST user/update_expert', { id: spare.id, profile: { ...expertProfile('改名的专家') } });
  await admin.call('POST user/reset_password', { id: spare.id });
  await admin.call('POST user/delete', { userId: spare.id, softDelete: true });
}

type Input = Record<string, unknown>;

/** Inputs for an expert's calls: each assessment, permitted objects, and objects that must not be found. */
async function inputsOf(key: CallKey, server: Contract, by: Person): Promise<Input[]> {
  const { shape } = calls[key].input;
  const { reach }: Call = calls[key];
  const of = Object.values(reviews).map(({ id }) => id);
  if (key === 'GET assessment/query') return queries(by);
  if (key === 'GET basic/status') return 'scoped' in shape ? [{}, { scoped: true }] : [{}];
  if (key === 'GET user') return [{}, ...[by, other, reviews.reviewing.station].map(({ id }) => ({ id }))];
  if (key === 'GET assessment/submission') return of.map((id) => ({ id, no: 1 }));
  if (key === 'GET verify') return [{ number: 'GXXSD-2026-000001', digest: 'x' }];
  if (reach.kind === 'object' && reach.of === 'assessment') {
    const name = ['id', 'asm_id', 'asmId'].find((one) => one in shape) ?? 'id';
    const chapter = ['s1', 'serial1'].find((one) => one in shape);
    const experts = 'expertId' in shape ? [by, other].map(({ id }) => ({ expertId: id })) : [{}];
    return of.flatMap((id) =>
      experts.flatMap((expert) =>
        (chapter ? ['1', '4'] : ['']).map((s1) => ({ [name]: id, ...(chapter ? { [chapter]: s1 } : {}), ...expert })),
      ),
    );
  }
  if (reach.kind === 'object' && (reach.of === 'file' || reach.of === 'evidence')) {
    const { id } = Object.values(reviews).find(({ station }) => station.id === by.id) ?? reviews.reviewing;
    const api = on(server, by);
    const rows =
      reach.of === 'file'
        ? await api.call('GET file/list', { id })
        : await api.call('GET file/evidence', { asmId: id, serial1: '1' });
    return rows.slice(0, 1).map((file) => ({ [reach.at]: file.id }));
  }
  return [{}];
}

function queries(by: Person): Input[] {
  return [
    {},
    { waiting: true },
    { status: ['reviewing'] },
    { station: by.account },
    { size: 2, page: 2 },
    ...STATUSES.map((status) => ({ status: [status] })),
    ...ASSESSMENT_SORTS.flatMap((sortby) => [true, false].map((desc) => ({ sortby, desc, size: 3 }))),
    { updatedSince: start },
    { updatedSince: start, status: ['reviewing', 'first_passed', 'reviewed'] },
  ];
}

/** Parts of responses that differ on every call. */
const RANDOM: Partial<Record<CallKey, RegExp>> = {
  'GET basic/validate_code': /"(?:key|image|challenge)":"[^"]*"/g,
  'GET file/token': /"(?:token|expiresAt)":"[^"]*"/g,
  'GET file/evidence_token': /"(?:token|expiresAt)":"[^"]*"/g,
  'GET file/archive': /"(?:token|expiresAt)":"[^"]*"/g,
  'GET document/token': /"(?:token|expiresAt)":"[^"]*"/g,
  'GET session/sessions': /"lastUsedAt":"[^"]*"/g,
};
/** Calls that need a download token; the archive is compared below. */
const BY_TOKEN = /download/;
/** Anyone may read it, and it stands for every row of the region's audit. */
const OF_EVERYTHING: ReadonlySet<string> = new Set(['GET audit/head']);

/** Status, ETag, length and body of every GET call that this account may make. */
async function everything(server: Contract, by: Person): Promise<Record<string, string>> {
  const known: Record<string, string> = {};
  for (const key of Object.keys(calls) as CallKey[]) {
    const who: Who = calls[key].who;
    const may = who === 'anyone' || who === 'loggedIn' || who.includes(by.role);
    if (!key.startsWith('GET ') || !may || BY_TOKEN.test(key) || OF_EVERYTHING.has(key)) continue;
    for (const input of await inputsOf(key, server, by)) {
      const path = `/api/${key.slice(4)}?${queryOf(input)}`;
      const answer = await server.request('GET', path, {
        headers: { Token: by.token, 'Accept-Language': 'en', 'Accept-Encoding': 'identity' },
      });
      const body = await answer.text();
      const masked = RANDOM[key] ? body.replaceAll(RANDOM[key], '') : body;
      const [etag, length] = ['etag', 'content-length'].map((name) => answer.headers.get(name));
      known[path] = JSON.stringify([answer.status, etag, RANDOM[key] ? '' : length, masked]);
    }
  }
  for (const { id, station } of Object.values(reviews)) {
    if (by.role === 'station' && by.id !== station.id) continue;
    const { token, name } = await on(server, by).call('GET file/archive', { id });
    const archive = await server.request('GET', `/api/file/download/${encodeURIComponent(name)}?token=${token}`);
    known[`archive of ${id}`] = Buffer.from(await archive.arrayBuffer()).toString('base64');
  }
  return known;
}

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** Replaces each time since the copy by its rank, because the servers' clocks differ. */
function withoutClock(known: Record<string, string>): Record<string, string> {
  const text = JSON.stringify(known).replace(/\\"etag\\"|W\/[^,]*,\\?"\d+/g, '');
  const times = [...new Set(text.match(TIME))].filter((time) => time > start).sort();
  return JSON.parse(text.replace(TIME, (time) => (time > start ? `t${times.indexOf(time)}` : time))) as typeof known;
}

describe('two servers that differ only in data hidden from a blind expert', () => {
  test('answer every GET call of the expert with the same bytes, before and after its own work', async () => {
    expect(await everything(acted, seer)).toEqual(await everything(plain, seer));
    await actUnseen(acted);
    const [here, there] = [await everything(plain, seer), await everything(acted, seer)];
    expect(Object.keys(here).length).toBeGreaterThan(100);
    expect(there).toEqual(here);
    const { id } = reviews.reviewing;
    for (const server of [plain, acted]) {
      await on(server, seer).call('POST assessment/expert_scores', { id, items: scoresAt(ITEMS, 0.8, '自己的理由') });
      await on(server, seer).call('POST assessment/update_conclusion', { id, conclusion: '草稿', final: false });
    }
    const [after, thereAfter] = [await everything(plain, seer), await everything(acted, seer)];
    expect(after).not.toEqual(here);
    expect(withoutClock(thereAfter)).toEqual(withoutClock(after));
  }, 240_000);

  test('answer every GET call of the stations with the same bytes', async () => {
    for (const { station } of [reviews.first_passed, reviews.reviewed, reviews.returned]) {
      const [here, there] = [await everything(plain, station), await everything(acted, station)];
      expect(there).toEqual(here);
    }
  }, 180_000);

  test('answer writes of both alike: hidden data causes no conflict', async () => {
    const { returned, reviewing } = reviews;
    for (const server of [plain, acted]) {
      const { version } = await on(server, returned.station).call('GET assessment', { id: returned.id });
      const form = { plant: { staff: 7 } };
      const update = { id: returned.id, form, version };
      expect(await outcome(on(server, returned.station).call('POST assessment/update_form', update))).toBe('200');
      expect(await outcome(on(server, returned.station).call('POST assessment/update_form', update))).toBe(
        '409 conflict',
      );
      const scores = { id: reviewing.id, items: [] };
      expect(await outcome(on(server, seer).call('POST assessment/expert_scores', scores))).toBe('200');
    }
  }, 120_000);
});

test("the expert's own work and the station's edits still change the visible time and version", async () => {
  const expert = await addExpert(plain);
  const review = await prepare(plain, { ...cast, final: plain.admin, first: plain.admin });
  const { id, station } = review;
  const seen = async () => {
    const { updatedAt, version } = await expert.api.call('GET assessment', { id });
    const [row] = (await expert.api.call('GET assessment/query', { updatedSince: updatedAt })).items;
    expect([row?.id, row?.updatedAt, row?.version]).toEqual([id, updatedAt, version]);
    return { updatedAt, version };
  };
  await step(station, review, 'submitted');
  await step(plain.admin, review, 'first_passed');
  await plain.admin.api.call('POST assessment/assign_experts', { id, experts: [expert.id] });
  const assigned = await seen();
  await step(plain.admin, review, 'reviewing');
  const reviewing = await seen();
  expect(reviewing.version).toBe(assigned.version + 1);
  await score(expert, review);
  const scored = await seen();
  expect(scored.version).toBe(reviewing.version);
  expect(scored.updatedAt > reviewing.updatedAt).toBe(true);
  const name = '更名的电站';
  await plain.admin.api.call('POST user/update_station', { id: station.id, profile: { ...stationProfile(name) } });
  expect((await seen()).updatedAt > scored.updatedAt).toBe(true);
});
