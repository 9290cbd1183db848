import { median, processor, rounded } from './load.ts';
import { processorOf } from './postgres.ts';
import { get, login, startOurs } from './servers.ts';

type Case = readonly [who: string, what: string, path: string];

const NEWEST = 'sortby=createdAt&desc=true&page=1&size=20';
const LIST = `assessment/query?${NEWEST}`;
const BY_SUBMISSION = 'assessment/query?sortby=submittedAt&desc=true&page=1&size=20';
const USERS = 'sortBy=createdAt&desc=true&page=1&size=20';
const sortedBy = (field: string) => `user/stations?sortBy=${field}&desc=false&page=1&size=20`;
const text = encodeURIComponent;

/** What the console and the terminal UI ask for when lists are opened, filtered, sorted and leafed through. */
const CASES: readonly Case[] = [
  ['admin', 'home page', 'basic/status'],
  ['admin', 'all', LIST],
  ['admin', 'all, last page', 'assessment/query?size=20&page={lastPage}'],
  ['admin', 'two statuses and a city, concluded', `${BY_SUBMISSION}&status=passed&status=failed&city=450100`],
  ['admin', 'two statuses and a city, under way', `${BY_SUBMISSION}&status=submitted&status=reviewing&city=450300`],
  ['admin', 'two statuses', `${BY_SUBMISSION}&status=failed&status=revoked`],
  ['admin', 'two statuses, by creation', `${LIST}&status=failed&status=revoked`],
  ['admin', 'under way, oldest first', 'assessment/query?sortby=submittedAt&desc=false&size=20&status=submitted'],
  ['admin', 'by validity', 'assessment/query?sortby=validUntil&desc=true&page=1&size=20'],
  ['admin', 'text of few names', `${LIST}&station={rare}`],
  ['admin', 'text of every name', `${LIST}&station=${text('水电站')}`],
  ['admin', 'text of no name', `${LIST}&station=${text('无此电站')}`],
  ['admin', 'text and a status', `${LIST}&status=passed&station={rare}`],
  ['admin', 'text of every name and a status', `${LIST}&status=passed&station=${text('水电站')}`],
  ['admin', 'days: a month', `${BY_SUBMISSION}&from=2026-03-01&to=2026-03-31`],
  ['admin', 'days: all before', `${BY_SUBMISSION}&to=2026-06-30`],
  ['admin', 'days: all before, by creation', `${LIST}&to=2026-06-30`],
  ['admin', 'days: all before, a city', `${BY_SUBMISSION}&to=2026-06-30&city=450300`],
  ['province', 'all', LIST],
  ['province', 'waiting', `${LIST}&waiting=true`],
  ['province', 'waiting, the first', 'assessment/query?waiting=true&page=1&size=1'],
  ['province', 'waiting, 200', 'assessment/query?waiting=true&sortby=submittedAt&desc=false&size=200'],
  ['city450300', 'all', LIST],
  ['city450300', 'waiting', `${LIST}&waiting=true`],
  ['city450300', 'text of few names', `${LIST}&station={rare}`],
  ['county450325', 'all', LIST],
  ['county450325', 'waiting', `${LIST}&waiting=true`],
  ['expert01', 'all', LIST],
  ['expert01', 'waiting', `${LIST}&waiting=true`],
  ['expert01', 'a status', `${LIST}&status=passed`],
  ['station0001', 'all', LIST],
  ['station0001', 'its rating', 'assessment/query?status=passed&sortby=validUntil&desc=true&size=1'],
  ['supervisor1', 'all', LIST],
  ['supervisor1', 'a status', `${LIST}&status=passed`],
  ['supervisor1', 'its stations', 'supervise/stations?page=1&size=20'],
  ['admin', 'stations', `user/stations?${USERS}`],
  ['admin', 'stations, last page', 'user/stations?size=20&page={lastOfStations}'],
  ['admin', 'stations by name', sortedBy('name')],
  ['admin', 'stations by account', sortedBy('account')],
  ['admin', 'stations by division', sortedBy('division')],
  ['admin', 'stations by capacity', sortedBy('capacity')],
  ['admin', 'stations by login', sortedBy('lastLoginAt')],
  ['admin', 'stations, text of few', `user/stations?${USERS}&filter={rare}`],
  ['admin', 'stations, text of every one', `user/stations?${USERS}&filter=station`],
  ['admin', 'stations, text of none', `user/stations?${USERS}&filter=nosuch`],
  ['admin', 'stations of a city', `user/stations?${USERS}&city=450300`],
  ['admin', 'stations of a county by name', `${sortedBy('name')}&county=450325`],
  ['admin', 'stations deleted', `user/stations?${USERS}&isDeleted=true`],
  ['city450300', 'stations', `user/stations?${USERS}`],
  ['city450300', 'stations, text of few', `user/stations?${USERS}&filter={rare}`],
  ['county450325', 'stations', `user/stations?${USERS}`],
  ['admin', 'experts', `user/experts?${USERS}`],
  ['admin', 'experts by load', 'user/experts?sortBy=load&desc=false&page=1&size=20'],
  ['admin', 'experts of a speciality', `user/experts?${USERS}&specialty=hydraulic`],
  ['admin', 'units', `user/managers?${USERS}`],
  ['admin', 'aggregate accounts', `user/supervisors?${USERS}`],
  ['admin', 'stations to be linked', 'supervise/stations?userId={supervisor}&page=1&size=20'],
  ['admin', 'assessments of an aggregate account', `supervise/assessments?${NEWEST}&userId={supervisor}`],
  ['admin', 'audit', 'audit?page=1&size=20'],
  ['admin', 'audit of a call', 'audit?page=1&size=20&action=session/login'],
  ['admin', 'audit of an account', 'audit?page=1&size=20&userId={self}'],
  ['admin', 'audit of some days', 'audit?page=1&size=20&from=2026-01-01T00:00:00.000Z&to=2026-12-31T00:00:00.000Z'],
];

type Page<T> = { total: number; items: T[] };
type Named = { id: string; profile: { name: string } };
/** `cpu`: the server's processor time a request in milliseconds; `database`: PostgreSQL's. */
type Cost = { who: string; what: string; total: number | null; cpu: number; database: number | null; p50: number };

/** So many cases are asked for first, until the server's code is compiled. */
const WARMING = 6;
const LEAST_MS = 700;
const LEAST_REQUESTS = 20;

/** What every hot list costs a request. */
export async function hot(data: string, url?: string): Promise<Cost[]> {
  const ours = await startOurs(data, url);
  try {
    const tokens = new Map<string, string>();
    for (const who of new Set(CASES.map(([name]) => name))) tokens.set(who, await login(ours.url, who));
    const names = await namesIn((path) => get(`${ours.url}/api/${path}`, tokens.get('admin') ?? ''));
    const ofDatabase = url === undefined ? () => 0 : await processorOf(url);
    const spent = () => [processor(ours.pid), ofDatabase()] as const;
    const costs: Cost[] = [];
    for (const [who, what, pattern] of [...CASES.slice(0, WARMING), ...CASES]) {
      const path = pattern.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(names[name] ?? ''));
      const times: number[] = [];
      let total: number | null = null;
      const before = spent();
      for (const began = performance.now(); times.length < LEAST_REQUESTS || performance.now() - began < LEAST_MS; ) {
        const asked = performance.now();
        ({ total = null } = await get<{ total?: number }>(`${ours.url}/api/${path}`, tokens.get(who) ?? ''));
        times.push(performance.now() - asked);
      }
      const [cpu, database] = spent().map((after, place) => rounded((after - (before[place] ?? 0)) / times.length));
      costs.push({
        who,
        what,
        total,
        cpu: cpu ?? 0,
        database: url === undefined ? null : (database ?? 0),
        p50: rounded(median(times)),
      });
    }
    return costs.slice(WARMING);
  } finally {
    await ours.stop();
  }
}

/** What stands in braces in {@link CASES}. */
async function namesIn(ask: <T>(path: string) => Promise<T>): Promise<Record<string, string>> {
  const stations = await ask<Page<Named>>('user/stations?size=1');
  const [supervisor] = (await ask<Page<Named>>('user/supervisors?size=1&sortBy=account')).items;
  const { total } = await ask<Page<object>>('assessment/query?size=1');
  const { id } = await ask<Named>('user');
  return {
    self: id,
    supervisor: supervisor?.id ?? '',
    rare: stations.items[0]?.profile.name.slice(0, 2) ?? '',
    lastPage: String(Math.ceil(total / 20)),
    lastOfStations: String(Math.ceil(stations.total / 20)),
  };
}
