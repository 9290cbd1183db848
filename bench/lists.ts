import { compare, type Place } from './load.ts';
import { login, type Running, startFloor, startOurs } from './servers.ts';

const CITIES = Array.from({ length: 14 }, (_, place) => String(450_100 + 100 * place));
const IN_WORK = [
  ['submitted', 'reviewing'],
  ['first_passed', 'reviewed'],
  ['draft', 'returned'],
];

/** Lists of 20, each request another filter, against the floor: few rows match, many match, and a late page. */
export async function lists(data: string, url?: string) {
  const ours = await startOurs(data, url);
  const floor = await startFloor(data, url);
  try {
    const headers = { token: await login(ours.url, 'admin') };
    const against = (queries: readonly string[]) => {
      const at = ({ url, pid }: Running, path: string): Place => {
        let turn = 0;
        return { url, pid, headers, next: () => ({ path: `${path}?${queries[turn++ % queries.length]}` }) };
      };
      return compare(at(ours, '/api/assessment/query'), at(floor, '/list'), { connections: 10 });
    };
    const sorted = 'sortby=submittedAt&desc=true';
    const filter = (status: readonly string[], city?: string) =>
      `${status.map((one) => `status=${one}`).join('&')}${city ? `&city=${city}` : ''}&${sorted}`;
    return {
      'two statuses and a city, under way': await against(
        CITIES.flatMap((city) => IN_WORK.map((status) => filter(status, city))),
      ),
      'two statuses and a city, concluded': await against(CITIES.map((city) => filter(['passed', 'failed'], city))),
      'two statuses, a quarter of all': await against([
        filter(['failed', 'revoked']),
        filter(['withdrawn', 'revoked']),
      ]),
      'page 1,000 of all': await against(Array.from({ length: 40 }, (_, place) => `page=${980 + place}`)),
    };
  } finally {
    await ours.stop();
    await floor.stop();
  }
}
