import type { ManagerNode } from '@shp/shared/api/objects';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, type Person, startContract } from '../../support/contract.ts';
import { addManager, CITY, COUNTY, FAR_COUNTY, NEIGHBOUR } from '../../support/people.ts';

const REGION = '450000';
let server: Contract;
const unit = {} as Record<'province' | 'city' | 'county' | 'second' | 'neighbour' | 'far', Person>;
beforeAll(async () => {
  server = await startContract();
  unit.province = await addManager(server, 'province_manager', REGION);
  unit.city = await addManager(server, 'city_manager', CITY);
  unit.county = await addManager(server, 'county_manager', COUNTY);
  unit.second = await addManager(server, 'county_manager', COUNTY);
  unit.neighbour = await addManager(server, 'county_manager', NEIGHBOUR);
  // Its city has no unit.
  unit.far = await addManager(server, 'county_manager', FAR_COUNTY);
});
afterAll(() => server.stop());

type Told = { [name: string]: Told };
/** Replaces ids in the tree by the test's names for the units, and checks each node's parent. */
function told(nodes: readonly ManagerNode[], parent: string | null = null): Told {
  const nameOf = (id: string) => Object.entries(unit).find(([, person]) => person.id === id)?.[0] ?? id;
  for (const node of nodes) expect(node.parent).toBe(parent);
  return Object.fromEntries(nodes.map((node) => [nameOf(node.id), told(node.children ?? [], node.id)]));
}
const tree = async (by: Person, input: { parent?: string; deep?: number } = {}) =>
  told(await by.api.call('GET user/manager_tree', input));

const below = { county: {}, second: {}, neighbour: {} };

test('units of one division are siblings under the unit of the nearest division above', async () => {
  expect(await tree(server.admin)).toEqual({ province: { far: {}, city: below } });
});

test('each account sees its own division and those below', async () => {
  expect(await tree(unit.province)).toEqual(await tree(server.admin));
  expect(await tree(unit.city)).toEqual({ city: below });
  expect(await tree(unit.county)).toEqual({ county: {}, second: {} });
});

test.each<[{ parent?: string; deep?: number }, Told]>([
  [{ parent: CITY }, { city: below }],
  [{ parent: COUNTY }, { county: {}, second: {} }],
  [{ parent: '450100' }, { far: {} }],
  [{ deep: 1 }, { province: {} }],
  [{ deep: 2 }, { province: { far: {}, city: {} } }],
  [{ deep: 0 }, {}],
])('of %j', async (input, expected) => {
  expect(await tree(server.admin, input)).toEqual(expected);
});

test('a division outside the scope is empty', async () => {
  expect(await tree(unit.city, { parent: FAR_COUNTY })).toEqual({});
  expect(await tree(unit.city, { parent: REGION })).toEqual({ city: below });
});

test('the children of a deleted unit move up', async () => {
  await server.admin.api.call('POST user/delete', { userId: unit.city.id, softDelete: true });
  expect(await tree(server.admin)).toEqual({ province: { far: {}, ...below } });
});
