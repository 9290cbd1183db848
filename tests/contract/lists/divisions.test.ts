import type { Division } from '@shp/shared/domain/accounts/divisions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Contract, startContract } from '../../support/contract.ts';
import { refusal } from '../../support/strictClient.ts';

let server: Contract;
beforeAll(async () => {
  server = await startContract();
});
afterAll(() => server.stop());
const tree = (input: { parent?: string; deep?: number } = {}) =>
  server.admin.api.call('GET basic/division_tree', input);
const levels = (nodes: readonly Division[]): number =>
  nodes.length === 0 ? 0 : 1 + Math.max(...nodes.map(({ children = [] }) => levels(children)));

test('the region has 14 cities and 111 counties under their parents', async () => {
  const cities = await tree();
  expect(cities).toHaveLength(14);
  expect(cities.flatMap(({ children = [] }) => children)).toHaveLength(111);
  for (const { code, level, parent, children = [] } of cities) {
    expect([level, parent, code.slice(4)]).toEqual(['city', '450000', '00']);
    for (const county of children) expect([county.level, county.parent]).toEqual(['county', code]);
    for (const county of children) expect(county.code.slice(0, 4)).toBe(code.slice(0, 4));
  }
});

test.each([
  [{ deep: 0 }, 0, 0],
  [{ deep: 1 }, 14, 1],
  [{ parent: '450300' }, 17, 1],
  [{ parent: '450302' }, 0, 0],
])('%j: %s divisions on %s levels', async (input, count, deep) => {
  const nodes = await tree(input);
  expect([nodes.length, levels(nodes)]).toEqual([count, deep]);
});

test.each([
  [{ parent: '440000' }, 'parent'],
  [{ deep: 3 }, 'deep'],
  [{ deep: -1 }, 'deep'],
])('%j is refused', async (input, field) => {
  expect(Object.keys((await refusal(tree(input))).fields)).toEqual([field]);
});
