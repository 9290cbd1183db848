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
  return offeredSteps(steps as unknown as Output<'GET assessment/next_steps'>, rows, { status }, role).map(
    ({ row, main, place }) => (place === 'menu' ? `(${row.name})` : `${main ? '*' : ''}${row.name}`),
  );
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
