import { USER_ROLES } from '@shp/shared/domain/accounts/roles';
import { assessmentPath } from '@shp/shared/domain/addresses/assessmentPath';
import { dialogSearch } from '@shp/shared/domain/addresses/dialogs';
import { listAddress } from '@shp/shared/domain/addresses/listFields';
import { STATUSES } from '@shp/shared/domain/assessment/statuses';
import { guard } from '@shp/shared/domain/routes';
import { expect, test } from 'vitest';
import { endsWithin } from '../src/core/endsWithin.ts';
import { runAll } from '../src/ui/runAll.ts';
import { fileNameOf } from '../src/ui/saveFile.ts';

test('every row of the list of assessments leads to a page the guard allows', () => {
  const led = USER_ROLES.filter((role) => guard(role, '/assessments').go === 'stay').map((role) => [
    role,
    ...new Set(
      STATUSES.map((status) => {
        const path = assessmentPath(role, { id: 'a/b', status });
        expect([role, status, guard(role, path).go]).toEqual([role, status, 'stay']);
        return path.replace('/assessments/a%2Fb/', '');
      }),
    ),
  ]);
  expect(led).toEqual([
    ['admin', 'admin'],
    ['province_manager', 'first_manager', 'final_manager'],
    ['city_manager', 'first_manager', 'final_manager'],
    ['county_manager', 'first_manager'],
    ['expert', 'expert'],
    ['station', 'station'],
    ['supervisor', 'supervise'],
  ]);
});

test('a manager opens drafts, submitted and returned assessments as first manager', () => {
  const first = STATUSES.filter((status) =>
    assessmentPath('city_manager', { id: 'x', status }).endsWith('first_manager'),
  );
  expect(first).toEqual(['draft', 'submitted', 'returned']);
});

test('a dialog is opened and closed in the URL without changing the filter', () => {
  const list = listAddress('/stations', { city: '450300' }).replace('/stations', '');
  expect(dialogSearch(list, { edit: 'x=1' })).toBe(`${list}&edit=x%3D1`);
  expect(dialogSearch(`${list}&edit=x`, { add: '' })).toBe(`${list}&add`);
  expect(dialogSearch(`${list}&show=x`, null)).toBe(list);
  expect(dialogSearch('?add', null)).toBe('');
});

test('bulk actions run a few at a time, and outcomes keep their order', async () => {
  let atOnce = 0;
  let most = 0;
  let told = 0;
  const outcomes = await runAll(
    [1, 2, 3, 4, 5, 6, 7],
    async (item) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      if (item % 3 === 0) throw new Error(`no ${item}`);
      return item * 10;
    },
    {
      lanes: 2,
      onOutcome: () => {
        told += 1;
      },
    },
  );
  expect(most).toBe(2);
  expect(told).toBe(7);
  expect(outcomes.map((one) => (one?.done ? one.result : 'failed'))).toEqual([10, 20, 'failed', 40, 50, 'failed', 70]);
});

test('stopping leaves unstarted ones without an outcome', async () => {
  const stop = new AbortController();
  const outcomes = await runAll(
    [1, 2, 3],
    async (item) => {
      if (item === 2) stop.abort();
      return item;
    },
    { lanes: 1, signal: stop.signal },
  );
  expect(outcomes).toEqual([{ done: true, result: 1 }, { done: true, result: 2 }, undefined]);
});

test("a download has the server's file name", () => {
  const named = (disposition: string) =>
    fileNameOf(new Response('', { headers: { 'Content-Disposition': disposition } }));
  expect(named(`attachment; filename="export.csv"; filename*=UTF-8''%E6%B0%B4%E7%94%B5%E7%AB%99.csv`)).toBe(
    '水电站.csv',
  );
  expect(named('attachment; filename="export.csv"')).toBe('export.csv');
  expect(fileNameOf(new Response(''))).toBeNull();
});

test('a rating is about to end from the reminder days before its last day until the end of that day in China', () => {
  const at = (time: string) => endsWithin('2026-12-31', 90, Date.parse(time));
  expect(at('2026-10-02T15:59:58Z')).toBe(false);
  expect(at('2026-10-02T15:59:59Z')).toBe(true);
  expect(at('2026-12-31T15:59:59Z')).toBe(true);
  expect(at('2026-12-31T16:00:00Z')).toBe(false);
  expect(endsWithin(null, 90, 0)).toBe(false);
});
