import { RULES } from '@shp/server/store/checks/rules';
import { doctor as en } from '@shp/shared/text/en/doctor';
import { doctor as zh } from '@shp/shared/text/zh/doctor';
import { expect, test } from 'vitest';

test('every rule of the data is told in words, in both languages', () => {
  expect(Object.keys(en.rules).sort()).toEqual([...RULES].sort());
  expect(Object.keys(zh.rules).sort()).toEqual([...RULES].sort());
});
