import data from '@shp/shared/data/standard.json' with { type: 'json' };
import type { Standard } from '@shp/shared/domain/standard/standard';
import { expect, test } from 'vitest';
import { differences } from '../src/screens/profile/standards/differences.ts';

test('items that were added, changed and removed are found by serial', () => {
  const before = data as Standard;
  const after = structuredClone(before);
  const items = after.sections[0]?.children[0]?.items ?? [];
  const [first, second] = items;
  if (!first || !second) throw new Error('no items');
  first.content = '改过的内容';
  second.serial = '1.1.99';
  expect([...differences(before, after)].map(([serial, { kind }]) => [serial, kind])).toEqual([
    [first.serial, 'changed'],
    ['1.1.99', 'added'],
    ['1.1.2', 'removed'],
  ]);
  expect(differences(before, before).size).toBe(0);
});
