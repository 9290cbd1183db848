import { expect, test } from 'vitest';
import { isOwnUnit } from '../src/domain/assessment/ownUnit.ts';
import { disagreement } from '../src/domain/standard/scoring.ts';

const station = {
  station: { name: '龙江水电站（示例）' },
  form: { unit: { name: '龙江公司', owner: 'River Power Ltd' } },
};
const of = (unit?: string) => ({ profile: { name: '专家', ...(unit === undefined ? {} : { unit }) } });

test('an expert of the station, its unit or its owner is of the own unit in any spelling', () => {
  for (const unit of ['龙江水电站(示例)', ' 龙江 公司', 'river power LTD'])
    expect(isOwnUnit(of(unit), station)).toBe(true);
  for (const unit of ['龙江', '', undefined]) expect(isOwnUnit(of(unit), station)).toBe(false);
  expect(isOwnUnit(of(''), { station: { name: '' }, form: { unit: {} } })).toBe(false);
});

test('the spread of experts is highest minus lowest, and the full points if only some mark an item missing', () => {
  const spread = { serial: '1.1.1', station: null, lowest: 3.2, highest: 3.5, mean: 3.4, scored: 2, missing: 0 };
  expect(disagreement(spread, 5)).toBe(0.3);
  expect(disagreement({ ...spread, missing: 1 }, 5)).toBe(5);
  expect(disagreement({ ...spread, lowest: null, highest: null, mean: null, scored: 0, missing: 2 }, 5)).toBe(0);
});
