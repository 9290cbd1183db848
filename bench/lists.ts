import { requestOf } from '../tests/support/connection.ts';
import { processor } from '../tests/support/processes.ts';
import { compare, median, type Next, rounded } from './measure.ts';
import { type Filled, get, login, postgresProcessor, startOurs, withFloor } from './servers.ts';

const CITIES = Array.from({ length: 14 }, (_, index) => String(450_100 + 100 * index));
const UNDER_WAY = [
  ['submitted', 'reviewing'],
  ['first_passed', 'reviewed'],
  ['draft', 'returned'],
];
const BY_SUBMISSION = 'sortby=submittedAt&desc=true';
const NEWEST = 'sortby=createdAt&desc=true&page=1&size=20';

/** Lists of 20 against the floor, each request with another filter: few rows match, many match, and a late page. */
export function lists(filled: Filled) {
  return withFloor(filled, { writes: false }, async (ours, floor) => {
    const { token } = await login(ours.url, 'admin');
    const against = (queries: readonly string[]) => {
      const next = (path: string): Next => {
        let turn = 0;
        return () => requestOf('GET', `${path}?${queries[turn++ % queries.length]}`, token);
      };
      return compare([ours, next('/api/assessment/query')], [floor, next('/list')], { connections: 10 });
    };
    const filter = (status: readonly string[], city?: string) =>
      `${status.map((one) => `status=${one}`).join('&')}${city ? `&city=${city}` : ''}&${BY_SUBMISSION}`;
    const underWay = CITIES.flatMap((city) => UNDER_WAY.map((status) => filter(status, city)));
    return {
      'two statuses and a city, under way': await against(underWay),
      'two statuses and a city, concluded': await against(CITIES.map((city) => filter(['passed', 'failed'], city))),
      'two statuses': await against([filter(['failed', 'revoked']), filter(['withdrawn', 'revoked'])]),
      'pages 980 to 1,019 of all': await against(Array.from({ length: 40 }, (_, index) => `page=${980 + index}`)),
    };
  });
}

const STATIONS = 'user/stations?sortBy=createdAt&desc=true&page=1&size=20';
const EVERY_NAME = encodeURIComponent('水电站');

/** Lists whose cost must not grow with the number of assessments, and those that grow with what they find. */
const HOT: readonly (readonly [who: string, what: string, path: string])[] = [
  ['admin', 'newest of all', `assessment/query?${NEWEST}`],
  [
    'admin',
    'two statuses and a city, concluded',
    `assessment/query?${BY_SUBMISSION}&status=passed&status=failed&city=450100`,
  ],
  ['admin', 'waits longest', 'assessment/query?sortby=submittedAt&desc=false&size=20&status=submitted'],
  ['admin', 'overdue', 'assessment/query?sortby=statusSince&desc=false&size=20&overdue=true'],
  ['admin', 'rated', 'assessment/query?sortby=validUntil&desc=false&size=20&rated=true'],
  ['admin', 'expiring', 'assessment/query?sortby=validUntil&desc=false&size=20&expiring=90'],
  ['admin', 'search by number', `assessment/query?${NEWEST}&search=2026-0001`],
  ['admin', 'search of every name', `assessment/query?${NEWEST}&search=${EVERY_NAME}`],
  ['admin', 'days of a month', `assessment/query?${BY_SUBMISSION}&from=2026-03-01&to=2026-03-31`],
  ['admin', 'text of few names', `assessment/query?${NEWEST}&station={rare}`],
  ['admin', 'text of every name', `assessment/query?${NEWEST}&station=${EVERY_NAME}`],
  ['province', 'all', `assessment/query?${NEWEST}`],
  ['province', 'waiting', 'assessment/query?sortby=statusSince&desc=false&size=20&waiting=true'],
  ['expert01', 'all', `assessment/query?${NEWEST}`],
  ['admin', 'stations by name', 'user/stations?sortBy=name&desc=false&page=1&size=20'],
  ['admin', 'stations, text of every name', `${STATIONS}&filter=station`],
  ['admin', 'experts by load', 'user/experts?sortBy=load&desc=false&page=1&size=20'],
  ['admin', 'audit of a year', 'audit?page=1&size=20&from=2026-01-01T00:00:00.000Z&to=2026-12-31T00:00:00.000Z'],
  ['admin', 'findings, newest of all', 'finding/query?page=1&size=20'],
  ['admin', 'findings, a state', 'finding/query?size=20&state=done'],
  ['admin', 'findings to check, longest waiting', 'finding/query?size=20&state=done&sortby=updatedAt'],
  ['admin', 'findings, a state and a city', 'finding/query?size=20&state=open&state=planned&division=450100'],
  ['admin', 'findings, overdue', 'finding/query?size=20&overdue=true'],
  ['admin', 'findings, a chapter', 'finding/query?size=20&serial=2'],
  ['admin', 'findings, days of a month', 'finding/query?size=20&from=2026-03-01&to=2026-03-31'],
  ['admin', 'findings, text of few names', 'finding/query?size=20&station={rare}'],
  ['admin', 'findings, text of every name', `finding/query?size=20&station=${EVERY_NAME}`],
  ['admin', 'findings, page 2,500', 'finding/query?page=2500&size=20'],
  ['city450300', 'findings of a city', 'finding/query?size=20'],
  ['station0001', "a station's findings", 'finding/query?size=20'],
  ['expert01', "findings of an expert's stations", 'finding/query?size=20'],
  ['admin', 'home page', 'basic/status'],
];

/** These cases run once before, so that the server's code is compiled. */
const WARM_UP = 6;
const LEAST_MS = 700;
const LEAST_REQUESTS = 20;

/** Processor time per request, in milliseconds of the server and of PostgreSQL, and the median time, of each hot list. */
export async function hot(filled: Filled) {
  const ours = await startOurs(filled);
  try {
    const sessions = new Map<string, { token: string }>();
    for (const [who] of HOT) if (!sessions.has(who)) sessions.set(who, await login(ours.url, who));
    const ask = <T>(who: string, path: string) => get<T>(`${ours.url}/api/${path}`, sessions.get(who) ?? { token: '' });
    const { items } = await ask<{ items: { profile: { name: string } }[] }>('admin', 'user/stations?size=1');
    const rare = encodeURIComponent(items[0]?.profile.name.slice(0, 2) ?? '');
    const ofDatabase = filled.url === undefined ? () => 0 : await postgresProcessor(filled.url);
    const costs: Record<string, object> = {};
    for (const [who, what, pattern] of [...HOT.slice(0, WARM_UP), ...HOT]) {
      const times: number[] = [];
      let total: number | undefined;
      const before = [processor(ours.pid), ofDatabase()] as const;
      for (const began = performance.now(); times.length < LEAST_REQUESTS || performance.now() - began < LEAST_MS; ) {
        const asked = performance.now();
        ({ total } = await ask<{ total?: number }>(who, pattern.replace('{rare}', rare)));
        times.push(performance.now() - asked);
      }
      costs[`${who}, ${what}`] = {
        total,
        cpu: rounded((processor(ours.pid) - before[0]) / times.length),
        database: rounded((ofDatabase() - before[1]) / times.length),
        p50: rounded(median(times)),
      };
    }
    return costs;
  } finally {
    await ours.stop();
  }
}
