import simpleRest from 'ra-data-simple-rest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';

let server: Contract;
let city: Person;
beforeAll(async () => {
  server = await startContract(['--no-captcha', '--demo=small']);
  const { account, password } = server.demo.city_manager;
  city = await server.login(account, password);
});
afterAll(() => server.stop());

const fetched = (path: string, by = city) => server.request('GET', path, { headers: { Token: by.token } });

/** The data provider of ra-data-simple-rest, without any mapping. */
const provider = () =>
  simpleRest(`${server.url}/api`, async (url) => {
    const response = await fetched(url.slice(server.url.length));
    return { status: response.status, headers: response.headers, body: '', json: await response.json() };
  });
const page = (number: number, perPage: number) => ({ pagination: { page: number, perPage } });

describe('lists in their REST form', () => {
  test('ra-data-simple-rest gets the rows and the total of the call itself', async () => {
    const whole = await city.api.call('GET user/stations', { page: 2, size: 7, sortBy: 'name', desc: true });
    const sort = { field: 'name', order: 'DESC' } as const;
    const list = await provider().getList('user/stations', { ...page(2, 7), sort, filter: {} });
    expect(list).toEqual({ data: whole.items, total: whole.total });
    expect(whole.items.length).toBe(7);
  });

  test('filters keep their types', async () => {
    const filter = { status: ['passed', 'failed'], level: [3] } as const;
    const whole = await city.api.call('GET assessment/query', { status: ['passed', 'failed'], level: [3] });
    const sort = { field: 'createdAt', order: 'DESC' } as const;
    const list = await provider().getList('assessment/query', { ...page(1, 20), sort, filter });
    expect(list).toEqual({ data: whole.items, total: whole.total });
    expect(whole.total).toBeGreaterThan(0);
  });

  test('Content-Range names the rows; a list without an order ignores one', async () => {
    const rows = await fetched('/api/document/list?range=[0,1]&sort=["id","ASC"]');
    const { total } = await city.api.call('GET document/list', {});
    expect(rows.headers.get('content-range')).toBe(`items 0-1/${total}`);
    const none = await fetched('/api/user/stations?range=[0,4]&filter={"filter":"nosuchname"}');
    expect([none.headers.get('content-range'), await none.json()]).toEqual(['items */0', []]);
  });

  test.each([
    ['range=[0', 'range'],
    ['range=[0,1]&sort="name"', 'sort'],
    ['range=[0,1]&filter=[]', 'filter'],
    ['range=[0,1]&page=1', 'page'],
    ['range=[3,7]', 'range'],
    ['range=[5,4]', 'range'],
    ['range=[0,500]', 'range'],
    ['range=[0,1]&sort=["nosuch","ASC"]', 'sortBy'],
    ['range=[0,1]&filter={"nosuch":1}', 'nosuch'],
    ['range=[0,1]&filter=null', 'filter'],
    ['range=[0,1]&filter={"__proto__":{"filter":"x"}}', '__proto__'],
  ])('%s is refused and names %s', async (query, field) => {
    const answer = await fetched(`/api/user/stations?${query}`);
    expect(answer.status).toBe(400);
    expect(Object.keys(((await answer.json()) as { fields: object }).fields)).toEqual([field]);
  });

  test('the caller and the scope are those of the call', async () => {
    expect((await server.request('GET', '/api/user/stations?range=[0,1]')).status).toBe(401);
    expect((await fetched('/api/user/managers?range=[0,1]')).status).toBe(403);
    const rows = (await (await fetched('/api/user/stations?range=[0,199]')).json()) as { division: string }[];
    expect(new Set(rows.map(({ division }) => division.slice(0, 4)))).toEqual(new Set([city.division?.slice(0, 4)]));
  });
});
