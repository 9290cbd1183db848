import { RULES } from '@shp/server/store/checks/rules';
import { doctor as en } from '@shp/shared/text/en/doctor';
import { doctor as zh } from '@shp/shared/text/zh/doctor';
import { expect, test } from 'vitest';

test('every integrity rule has a text in both languages', () => {
  expect(Object.keys(en.rules).sort()).toEqual([...RULES].sort());
  expect(Object.keys(zh.rules).sort()).toEqual([...RULES].sort());
});
