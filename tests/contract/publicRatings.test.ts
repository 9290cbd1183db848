import { DAY, dayOf } from '@shp/shared/domain/lib/days';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../support/contract.ts';
import { CITY, COUNTY, FAR_CITY } from '../support/people.ts';
import { addCast, bring, type Cast, type Review, step } from '../support/review.ts';

let server: Contract;
let cast: Cast;
let passed: Review;
beforeAll(async () => {
  server = await startContract();
  cast = await addCast(server, 1);
  passed = await bring(server, cast, 'passed');
  await bring(server, cast, 'failed');
  await bring(server, cast, 'reviewed');
});
afterAll(() => server.stop());

const publish = (publishRatings: boolean) => server.admin.api.call('POST system/update_settings', { publishRatings });
const list = (filter: object = {}) => server.guest.call('GET public/ratings', filter);
const page = (query = '', headers: Record<string, string> = {}) =>
  server.request('GET', `/api/public/ratings${query}`, { headers: { Accept: 'text/html', ...headers } });

test('nothing is published until the setting says so', async () => {
  expect(await list()).toEqual({ published: false, total: 0, items: [] });
  expect(await (await page('?lang=en')).text()).toContain('The list of ratings is not published.');
});

test('anybody reads and searches the valid ratings, and nothing else of a station', async () => {
  await publish(true);
  const assessment = await passed.station.api.call('GET assessment', { id: passed.id });
  const { station, number, validUntil } = assessment;
  const item = {
    station: station.name,
    division: COUNTY,
    divisionName: expect.stringContaining('/'),
    level: 3,
    validUntil,
    number,
  };
  expect(await list()).toEqual({ published: true, total: 1, items: [item] });
  const found = async (filter: object) => (await list(filter)).total;
  expect(await found({ name: station.name.slice(1, 6), division: CITY, level: '3' })).toBe(1);
  expect(await found({ name: 'nothing like this' })).toBe(0);
  expect(await found({ division: FAR_CITY })).toBe(0);
  expect(await found({ level: '2' })).toBe(0);
  const html = await (await page('?lang=en&name=&division=&level=')).text();
  expect(html).toContain(number);
  expect(html).toContain('1 valid rating');
});

test('the page is asked for again by its ETag, and is there within 20 ms', async () => {
  const first = await page();
  expect(first.headers.get('cache-control')).toBe('public, no-cache');
  const etag = first.headers.get('etag') ?? '';
  expect((await page('', { 'If-None-Match': etag })).status).toBe(304);
  const json = await page('', { Accept: 'application/json' });
  expect([json.headers.get('cache-control'), json.headers.get('vary')]).toEqual([
    'public, no-cache',
    'Accept, Accept-Language',
  ]);
  const asked = { Accept: 'application/json', 'If-None-Match': json.headers.get('etag') ?? '' };
  expect((await page('', asked)).status).toBe(304);
  expect((await page('', { ...asked, 'If-None-Match': etag })).status).toBe(200);
  const times: number[] = [];
  for (let time = 0; time < 40; time++) {
    const began = performance.now();
    await (await page()).text();
    times.push(performance.now() - began);
  }
  // The fastest: other tests share the machine.
  expect(Math.min(...times)).toBeLessThan(20);
});

test('a rating that ends or is revoked leaves the list at once', async () => {
  const etag = (await page()).headers.get('etag') ?? '';
  const yesterday = dayOf(new Date(Date.now() - DAY));
  const { validUntil } = await passed.station.api.call('GET assessment', { id: passed.id });
  await server.rawDatabase.sql('UPDATE assessments SET valid_until = ? WHERE id = ?', yesterday, passed.id);
  expect((await list()).total).toBe(0);
  await server.rawDatabase.sql('UPDATE assessments SET valid_until = ? WHERE id = ?', validUntil, passed.id);
  expect((await list()).total).toBe(1);
  await step(cast.final, passed, 'revoked', '撤销（示例）');
  expect((await list()).total).toBe(0);
  expect((await page('', { 'If-None-Match': etag })).status).toBe(200);
});

test('what was typed is escaped', async () => {
  const html = await (await page(`?name=${encodeURIComponent('"><script>alert(1)</script>')}`)).text();
  expect(html).not.toContain('<script');
});
