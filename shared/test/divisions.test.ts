import { describe, expect, test } from 'vitest';
import {
  cityOf,
  contains,
  countyOf,
  DIVISIONS,
  divisionPath,
  divisionPrefix,
  divisionTree,
  findDivision,
  PROVINCE,
  parseDivision,
} from '../src/domain/accounts/divisions.ts';

/** Whether one division is below the other, decided by parents only, not by the digits of the codes. */
function below(inner: string, outer: string): boolean {
  for (let at: string | null = inner; at !== null; at = findDivision(at)?.parent ?? null) if (at === outer) return true;
  return false;
}

test('one region, 14 cities, 111 counties, each with its parent', () => {
  const count = (level: string) => DIVISIONS.filter((division) => division.level === level).length;
  expect([count('province'), count('city'), count('county')]).toEqual([1, 14, 111]);
  expect(DIVISIONS.every(({ code }) => below(code, PROVINCE))).toBe(true);
});

test('a code contains another exactly if it is one of its ancestors', () => {
  const differing = DIVISIONS.flatMap(({ code: outer }) =>
    DIVISIONS.filter(({ code: inner }) => contains(outer, inner) !== below(inner, outer)).map(({ code }) => [
      outer,
      code,
    ]),
  );
  expect(differing).toEqual([]);
});

test('city, county and stem of a code', () => {
  expect([PROVINCE, '450300', '450302'].map(cityOf)).toEqual([null, '450300', '450300']);
  expect([PROVINCE, '450300', '450302'].map(countyOf)).toEqual([null, null, '450302']);
  expect([PROVINCE, '450300', '450302', '451000', '451100'].map(divisionPrefix)).toEqual([
    '45',
    '4503',
    '450302',
    '4510',
    '4511',
  ]);
});

describe('paths', () => {
  test('every division parses from its code, its path and its path with the province', () => {
    const province = findDivision(PROVINCE)?.name;
    for (const { code } of DIVISIONS) {
      expect(parseDivision(code)).toBe(code);
      expect(parseDivision(divisionPath(code))).toBe(code);
      if (code !== PROVINCE) expect(parseDivision(` ${province} / ${divisionPath(code)} `)).toBe(code);
    }
    expect(new Set(DIVISIONS.map(({ code }) => divisionPath(code))).size).toBe(DIVISIONS.length);
  });

  test('have the names from the city down', () => {
    expect(['450000', '450100', '450102'].map(divisionPath)).toEqual(['广西壮族自治区', '南宁市', '南宁市/兴宁区']);
  });

  test.each(['', '兴宁区', '南宁市/秀峰区', '459999', '45', 'toString'])('%j is none', (text) => {
    expect(parseDivision(text)).toBeUndefined();
  });
});

test('the tree below a division has the requested depth', () => {
  expect(divisionTree(PROVINCE, 0)).toEqual([]);
  expect(divisionTree(PROVINCE, 1).map(({ children }) => children)).toEqual(Array(14).fill(undefined));
  const whole = divisionTree(PROVINCE, 2);
  expect(whole.flatMap(({ children = [] }) => children)).toHaveLength(111);
  expect(whole.every(({ code, children = [] }) => children.every(({ parent }) => parent === code))).toBe(true);
  expect(divisionTree('450102', 2)).toEqual([]);
});
