import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addManager, addStation, CITY, COUNTY, FAR_COUNTY, NEIGHBOUR } from '../../support/people.ts';
import { outcome } from '../../support/strictClient.ts';

/** docs/spec/domain.md#statistics: the figures of findings, counted by hand. */
let server: Contract;
let city: Person;
let stations: Person[];
beforeAll(async () => {
  server = await startContract();
  city = await addManager(server, 'city_manager', CITY);
  stations = [];
  for (const division of [COUNTY, NEIGHBOUR, FAR_COUNTY]) stations.push(await addStation(server, division));
});
afterAll(() => server.stop());

/** A finding of an item, closed after a number of tenths of days; null: still open. */
async function finding(station: Person, serial: string, closedAfter: number | null): Promise<string> {
  const { id } = await station.api.call('POST finding/add', { serial, text: '示例' });
  if (closedAfter === null) return id;
  await station.api.call('POST finding/step', { id, to: 'planned', text: '计划', due: '2099-12-31' });
  await station.api.call('POST finding/step', { id, to: 'done', text: '完成' });
  await server.admin.api.call('POST finding/step', { id, to: 'closed', text: '' });
  await server.rawDatabase.sql('UPDATE findings SET days = ? WHERE id = ?', closedAfter, id);
  return id;
}

test('open, overdue, closed and the median, by item and by division, in the scope of the caller', async () => {
  const [near, next, far] = stations as [Person, Person, Person];
  for (const days of [10, 20, 40]) await finding(near, '1.1.1', days);
  await finding(near, '1.1.2', null);
  const late = await finding(next, '1.1.1', null);
  await server.rawDatabase.sql("UPDATE findings SET due = '2020-01-01' WHERE id = ?", late);
  await finding(far, '1.1.1', 100);
  const own = await city.api.call('GET statistics/findings', {});
  const zero = { open: 0, overdue: 0, closed: 0 };
  expect({ ...own, items: own.items.map(({ content: _, ...item }) => item) }).toEqual({
    open: 2,
    overdue: 1,
    closed: 3,
    medianDays: 2,
    items: [
      { ...zero, serial: '1.1.1', open: 1, overdue: 1, closed: 3, medianDays: 2 },
      { ...zero, serial: '1.1.2', open: 1, medianDays: null },
    ],
    divisions: [
      { ...zero, division: COUNTY, name: expect.any(String), open: 1, closed: 3, medianDays: 2 },
      { ...zero, division: NEIGHBOUR, name: expect.any(String), open: 1, overdue: 1, medianDays: null },
    ],
  });
  const all = await server.admin.api.call('GET statistics/findings', {});
  expect([all.closed, all.medianDays, all.divisions.map(({ division }) => division)]).toEqual([
    4,
    3,
    ['450100', '450300'],
  ]);
  const narrowed = await server.admin.api.call('GET statistics/findings', { division: NEIGHBOUR, from: '2020-01' });
  expect([narrowed.open, narrowed.divisions.length]).toEqual([1, 1]);
  expect((await server.admin.api.call('GET statistics/findings', { to: '2020-01' })).open).toBe(0);
  expect(await outcome(near.api.call('GET statistics/findings', {}))).toBe('403 forbidden');
});
