import { edgesOf, PLACES, stepOf } from '@shp/shared/domain/statistics/tiles';
import { expect, test } from 'vitest';
import { ticksOf } from '../src/screens/home/overview/ticks.ts';

test('an axis has round whole numbers up to the greatest value, also for none, one and ten thousand', () => {
  expect(ticksOf(0)).toEqual([0]);
  expect(ticksOf(1)).toEqual([0, 1]);
  expect(ticksOf(23)).toEqual([0, 5, 10, 15, 20, 25]);
  expect(ticksOf(10_000)).toEqual([0, 2000, 4000, 6000, 8000, 10_000]);
});

test('colours have four equal steps between the least and the greatest value, and one if all are equal', () => {
  const edges = edgesOf([0.2, 1, 0.6]);
  expect([0.2, 0.39, 0.41, 0.65, 1].map((value) => stepOf(value, edges))).toEqual([0, 0, 1, 2, 3]);
  expect(edgesOf([0.5, 0.5])).toEqual([0.5]);
  expect(stepOf(0.5, edgesOf([0.5]))).toBe(0);
  expect(edgesOf([])).toEqual([]);
});

test('each of the 14 cities has a tile of its own', () => {
  expect(new Set(Object.values(PLACES).map(String)).size).toBe(14);
});
