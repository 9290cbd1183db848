import type { Output } from '@shp/shared/api/index';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { type Caller, rowsOf } from '@shp/shared/domain/assessment/lifecycle';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { expect, test } from 'vitest';
import { offeredSteps } from '../src/assessment/steps/offeredSteps.ts';

const STATION = { station: 'station', division: '450302', level: 3 as const, everReturned: false };

/** The steps of a page, all allowed: the filled one marked, those in the menu in brackets. */
function page(role: Role, status: Status): string[] {
  const caller: Caller = { id: 'station', role, division: role === 'admin' ? null : '450300' };
  const rows = rowsOf({ ...STATION, status }, caller);
  const steps = rows.map(({ to }) => ({ to, allowed: true, problems: [], hints: [] }));
  return offeredSteps(
    steps as unknown as Output<'GET assessment/next_steps'>,
    rows,
    { status },
    { role, isConcluded: false },
  ).map(({ row, main, place }) => (place === 'menu' ? `(${row.name})` : `${main ? '*' : ''}${row.name}`));
}

test('the filled button is the normal next step of who works in this status', () => {
  expect(page('admin', 'submitted')).toEqual(['(takeBack)', '(withdraw)', '*passFirst', 'return']);
  expect(page('station', 'submitted')).toEqual(['takeBack', '(withdraw)']);
  expect(page('city_manager', 'submitted')).toEqual(['*passFirst', 'return']);
  expect(page('city_manager', 'first_passed')).toEqual(['*startReview', 'return']);
  expect(page('city_manager', 'reviewed')).toEqual(['(reopenReview)', '(return)', '*pass', 'fail']);
});

test('ending the expert review before the experts have concluded is no normal step', () => {
  expect(page('city_manager', 'reviewing')).toEqual(['endReview']);
  expect(page('admin', 'reviewing')).toEqual(['endReview']);
});

test('a conclusion on its way no longer stands in the way of a step; other problems do', () => {
  const rows = rowsOf({ ...STATION, status: 'reviewed' }, { id: 'city', role: 'city_manager', division: '450300' });
  const conclusion = { part: 'score', code: 'conclusionMissing', message: 'No conclusion' };
  const low = { part: 'score', code: 'notQualified', message: 'Too low' };
  const steps = [
    { to: 'passed', allowed: false, problems: [conclusion, low], hints: [] },
    { to: 'failed', allowed: false, problems: [conclusion], hints: [] },
  ] as unknown as Output<'GET assessment/next_steps'>;
  const offered = (isConcluded: boolean) =>
    offeredSteps(steps, rows, { status: 'reviewed' }, { role: 'city_manager', isConcluded }).map(
      ({ row, allowed, problems }) => [row.name, allowed, problems.map(({ code }) => code)],
    );
  expect(offered(false)).toEqual([
    ['pass', false, ['conclusionMissing', 'notQualified']],
    ['fail', false, ['conclusionMissing']],
  ]);
  expect(offered(true)).toEqual([
    ['pass', false, ['notQualified']],
    ['fail', true, []],
  ]);
});
