import type { ManagerNode } from '@shp/shared/api/objects';
import { contains, DIVISIONS, PROVINCE } from '@shp/shared/domain/accounts/divisions';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addExpert, addManager, addStation, addSupervisor, newAccount, stationProfile } from '../../support/people.ts';
import { assign, bring, type Cast } from '../../support/review.ts';
import { outcome } from '../../support/strictClient.ts';

type Station = { id: string; account: string; division: string; deleted: boolean; linkedTo: Set<string> };
type Assessment = { id: string; number: string; station: Station; experts: string[]; file: string | null };
/** The expected model of everything created. */
const stations: Station[] = [];
const assessments: Assessment[] = [];
const units: Person[] = [];

let server: Contract;
let admin: Person;
beforeAll(async () => {
  server = await startContract();
  admin = server.admin;
});
afterAll(() => server.stop());

const COUNTIES = DIVISIONS.filter(({ level }) => level === 'county').map(({ code }) => code);
const CITIES = DIVISIONS.filter(({ level }) => level === 'city').map(({ code }) => code);
/** Few counties, so that random accounts and stations overlap. */
const FEW = [...COUNTIES.filter((code) => code.startsWith('4501')).slice(0, 3), ...COUNTIES.slice(-3)];
const place = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...FEW) },
  { weight: 1, arbitrary: fc.constantFrom(...COUNTIES) },
  { weight: 1, arbitrary: fc.constantFrom(...CITIES) },
);
const manager = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...FEW) },
  { weight: 2, arbitrary: fc.constantFrom(...FEW.map((code) => `${code.slice(0, 4)}00`)) },
  { weight: 1, arbitrary: fc.constantFrom(...DIVISIONS.map(({ code }) => code)) },
);
const world = fc.record({
  stations: fc.array(fc.record({ at: place, fate: fc.constantFrom('plain', 'applies', 'deleted') }), {
    minLength: 2,
    maxLength: 4,
  }),
  managers: fc.array(manager, { minLength: 1, maxLength: 2 }),
  linked: fc.array(fc.nat(), { maxLength: 3 }),
  reviewed: place,
});

function roleOf(division: string) {
  if (division === PROVINCE) return 'province_manager' as const;
  return division.endsWith('00') ? ('city_manager' as const) : ('county_manager' as const);
}

async function makeStation({ at, fate }: { at: string; fate: string }): Promise<void> {
  const base = { division: at, deleted: fate === 'deleted', linkedTo: new Set<string>() };
  if (fate === 'applies') {
    const { id, account, api } = await addStation(server, at);
    const station = { ...base, id, account };
    stations.push(station);
    const { id: assessment } = await api.call('POST assessment/add_assessment', { level: 3 });
    const { number } = await api.call('GET assessment', { id: assessment });
    assessments.push({ id: assessment, number, station, experts: [], file: null });
    return;
  }
  const account = newAccount('station');
  const profile = stationProfile(account);
  const { id } = await admin.api.call('POST user/add_station', { account, division: at, profile });
  if (base.deleted) await admin.api.call('POST user/delete', { userId: id, softDelete: true });
  stations.push({ ...base, id, account });
}

/** A review with files, events and an expert, driven by an administrator. */
async function makeReview(at: string): Promise<Person> {
  const expert = await addExpert(server);
  const cast: Cast = { first: { ...admin, division: at }, final: admin, experts: [expert] };
  const review = await bring(server, cast, 'first_passed');
  await assign(review);
  const { id, account } = review.station;
  const station = { id, account, division: at, deleted: false, linkedTo: new Set<string>() };
  stations.push(station);
  const { number } = await admin.api.call('GET assessment', { id: review.id });
  const [file] = await admin.api.call('GET file/list', { id: review.id });
  assessments.push({ id: review.id, number, station, experts: [expert.id], file: file?.id ?? null });
  return expert;
}

type Sees = { station(station: Station): boolean; assessment(assessment: Assessment): boolean };
function seesOf(by: Person): Sees {
  const { id, division } = by;
  const station = (one: Station) => {
    if (by.role === 'supervisor') return one.linkedTo.has(id);
    if (by.role === 'expert') return assessments.some((row) => row.station === one && row.experts.includes(id));
    return division !== null && contains(division, one.division);
  };
  const assessment = (one: Assessment) => (by.role === 'expert' ? one.experts.includes(id) : station(one.station));
  return { station, assessment };
}

const sorted = (list: readonly string[]) => [...list].sort();
const idsIn = (tree: readonly ManagerNode[]): string[] =>
  tree.flatMap(({ id, children = [] }) => [id, ...idsIn(children)]);

/** Each object by id: found if it is in scope; otherwise 404, as if it did not exist. */
async function checkObjects(by: Person, sees: Sees): Promise<void> {
  for (const station of stations) {
    const became = await outcome(by.api.call('GET user', { id: station.id }));
    expect([station, became]).toEqual([station, sees.station(station) ? '200' : '404 not_found']);
  }
  for (const row of assessments) {
    const expected = sees.assessment(row) ? '200' : '404 not_found';
    const calls = [
      by.api.call('GET assessment', { id: row.id }),
      by.api.call('GET assessment/events', { id: row.id }),
      by.api.call('GET assessment/station_scores', { id: row.id, s1: '1' }),
      by.api.call('GET file/list', { id: row.id }),
      ...(row.file ? [by.api.call('GET file/token', { fileId: row.file })] : []),
    ];
    const became = await Promise.all(calls.map(outcome));
    expect([row, ...became]).toEqual([row, ...became.map(() => expected)]);
  }
}

async function checkLists(by: Person, sees: Sees): Promise<void> {
  const rows = await by.api.call('GET assessment/query', { size: 200 });
  const visible = assessments.filter(sees.assessment);
  expect(sorted(rows.items.map(({ id }) => id))).toEqual(sorted(visible.map(({ id }) => id)));
  expect(rows.total).toBe(visible.length);
  const fileIds = assessments.flatMap(({ file }) => file ?? []);
  const { items } = await by.api.call('POST file/query_file_size', { fileIds });
  expect(sorted(items.map(({ id }) => id))).toEqual(sorted(visible.flatMap(({ file }) => file ?? [])));
  if (by.role === 'supervisor') {
    const linked = await by.api.call('GET supervise/stations', { size: 200 });
    const wanted = stations.filter((one) => sees.station(one) && !one.deleted);
    expect(sorted(linked.items.map(({ id }) => id))).toEqual(sorted(wanted.map(({ id }) => id)));
  }
  if (by.division === null) return;
  const { division } = by;
  for (const isDeleted of [false, true]) {
    const list = await by.api.call('GET user/stations', { isDeleted, size: 200 });
    const wanted = stations.filter((one) => sees.station(one) && one.deleted === isDeleted);
    expect(sorted(list.items.map(({ id }) => id))).toEqual(sorted(wanted.map(({ id }) => id)));
    expect(list.total).toBe(wanted.length);
  }
  const tree = idsIn(await by.api.call('GET user/manager_tree', {}));
  const below = units.filter((unit) => unit.division !== null && contains(division, unit.division));
  expect(sorted(tree)).toEqual(sorted(below.map(({ id }) => id)));
  const exported = await by.api.open('GET assessment/export', { format: 'ndjson' });
  const numbers = (await exported.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).number);
  expect(sorted(numbers)).toEqual(sorted(visible.map(({ number }) => number)));
  // A filter can narrow the scope, never widen it.
  for (const other of FEW) {
    const foreign = await by.api.call('GET assessment/query', { county: other, size: 200 });
    const wanted = visible.filter(({ station }) => contains(other, station.division));
    expect(sorted(foreign.items.map(({ id }) => id))).toEqual(sorted(wanted.map(({ id }) => id)));
  }
}

test("no response contains anything outside the caller's scope", async () => {
  await fc.assert(
    fc.asyncProperty(world, async (made) => {
      for (const one of made.stations) await makeStation(one);
      const expert = await makeReview(made.reviewed);
      const supervisor = await addSupervisor(server);
      const chosen = new Set(made.linked.map((place) => stations[place % stations.length] as Station));
      const linkable = [...chosen].filter(({ deleted }) => !deleted);
      for (const station of linkable) station.linkedTo.add(supervisor.id);
      const stationsId = linkable.map(({ id }) => id);
      await admin.api.call('POST supervise/stations', { userId: supervisor.id, stationsId });
      const managers: Person[] = [];
      for (const division of made.managers) managers.push(await addManager(server, roleOf(division), division));
      units.push(...managers);
      for (const by of [...managers, supervisor, expert]) {
        const sees = seesOf(by);
        await checkObjects(by, sees);
        await checkLists(by, sees);
      }
      const home = await expert.api.call('GET basic/status', {});
      expect(home.station).toBe(stations.filter(({ deleted }) => !deleted).length);
    }),
    // Runs share one server, so fast-check cannot shrink a failure; stop at the first one.
    { numRuns: 10, endOnFailure: true },
  );
}, 300_000);
