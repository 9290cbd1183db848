import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIVISIONS } from '../src/domain/accounts/divisions.ts';
import { dialogSearch } from '../src/domain/addresses/dialogs.ts';
import { LIST_FIELDS, listAddress } from '../src/domain/addresses/listFields.ts';
import { type ListState, listSearch, parseListSearch, rebaseState } from '../src/domain/addresses/listSearch.ts';
import { LEVELS, STATUSES } from '../src/domain/assessment/statuses.ts';
import { PAGE_SIZES, SIZE_DEFAULT } from '../src/domain/lib/lists.ts';

const { assessments, stations } = LIST_FIELDS;
const codes = (level: string) => DIVISIONS.filter((one) => one.level === level).map(({ code }) => code);
const days = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());

const filters = fc.record(
  {
    waiting: fc.constant(true),
    station: fc
      .string({ minLength: 1, maxLength: 100, unit: 'grapheme' })
      .filter((one) => one.trim() !== '' && one.length <= 100),
    status: fc.uniqueArray(fc.constantFrom(...STATUSES), { minLength: 1 }),
    level: fc.uniqueArray(fc.constantFrom(...LEVELS), { minLength: 1 }),
    city: fc.constantFrom(...codes('city')),
    county: fc.constantFrom(...codes('county')),
    from: days.map((time) => time.slice(0, 10)),
    updatedSince: days,
  },
  { requiredKeys: [] },
);
const states: fc.Arbitrary<ListState> = fc.record({
  filter: filters,
  sort: fc.option(
    fc.record({
      field: fc.constantFrom(...assessments.sorts),
      order: fc.constantFrom('ASC' as const, 'DESC' as const),
    }),
  ),
  page: fc.integer({ min: 1, max: 1_000_000_000 }),
  perPage: fc.constantFrom(...PAGE_SIZES),
});

/** Parameter names in a URL, including those of other lists and unknown ones. */
const names = fc.oneof(
  fc.constantFrom(
    'filter',
    'sort',
    'order',
    'page',
    'perPage',
    'edit',
    'add',
    'displayedFilters',
    '__proto__',
    'constructor',
  ),
  fc.constantFrom(...Object.keys(assessments.filters), 'search', 'isDeleted'),
  fc.string(),
);
const values = fc.oneof(
  fc.string(),
  fc.json(),
  fc.constantFrom(...STATUSES, '1', 'true', '0', '-1', '1e9', '450300', '2026-02-30', '2026-11-01', 'NaN', '%'),
);
const searches = fc.oneof(
  fc.string().map((text) => `?${text}`),
  fc.array(fc.tuple(names, values)).map((pairs) => `?${new URLSearchParams(pairs)}`),
  fc.dictionary(names, fc.jsonValue()).map((filter) => `?${new URLSearchParams({ filter: JSON.stringify(filter) })}`),
);

describe('list URL', () => {
  test('any content parses, and gives the same state when rewritten', () => {
    fc.assert(
      fc.property(searches, fc.constantFrom(...Object.values(LIST_FIELDS)), (search, fields) => {
        const { state } = parseListSearch(search, fields);
        expect(state.page).toBeGreaterThanOrEqual(1);
        expect(PAGE_SIZES as readonly number[]).toContain(state.perPage);
        for (const key of Object.keys(state.filter)) expect(Object.keys(fields.filters)).toContain(key);
        const written = parseListSearch(listSearch(state, fields, search), fields);
        expect(written).toEqual({ state, leftOut: [] });
      }),
      { numRuns: 2000 },
    );
  });

  test('round-trips every state', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(parseListSearch(listSearch(state, assessments), assessments)).toEqual({ state, leftOut: [] });
      }),
      { numRuns: 1000 },
    );
  });

  test('a change made on an earlier state keeps what has changed since', () => {
    const start: ListState = { filter: { city: '450300' }, sort: null, page: 3, perPage: 25 };
    const sorted: ListState = { ...start, sort: { field: 'updatedAt', order: 'DESC' }, page: 1 };
    const larger: ListState = { ...start, perPage: 50, page: 1 };
    expect(rebaseState({ from: start, to: larger, onto: sorted })).toEqual({ ...sorted, perPage: 50 });
    const turned: ListState = { ...start, page: 4 };
    expect(rebaseState({ from: start, to: turned, onto: start })).toEqual(turned);
    const cleared: ListState = { ...start, filter: {}, page: 1 };
    expect(rebaseState({ from: start, to: cleared, onto: turned })).toEqual(cleared);
    fc.assert(
      fc.property(states, states, (from, to) => {
        expect(rebaseState({ from, to, onto: from })).toEqual(to);
      }),
    );
  });

  test('of react-admin still parses', () => {
    fc.assert(
      fc.property(states, ({ filter, sort, page, perPage }) => {
        const params = {
          displayedFilters: '{}',
          filter: JSON.stringify(filter),
          page: String(page),
          perPage: String(perPage),
        };
        const search = new URLSearchParams(sort ? { ...params, sort: sort.field, order: sort.order } : params);
        expect(parseListSearch(`?${search}`, assessments)).toEqual({
          state: { filter, sort, page, perPage },
          leftOut: [],
        });
      }),
    );
  });

  const NORMAL = { sort: null, page: 1, perPage: SIZE_DEFAULT };
  test.each([
    ['?waiting=1&status=reviewed&status=passed', { waiting: true, status: ['reviewed', 'passed'] }, []],
    ['?filter={"status":"reviewed"}', { status: ['reviewed'] }, []],
    ['?filter={"status":["reviewed","no"],"x":1}', { status: ['reviewed'] }, ['status=no', 'filter=x: 1']],
    ['?filter={"status"', {}, ['filter={"status"']],
    ['?filter=[1]', {}, ['filter=[1]']],
    ['?filter=null', {}, ['filter=null']],
    ['?status=&level=2&level=9&waiting=maybe', { level: [2] }, ['waiting=maybe', 'level=9']],
    ['?updatedSince=2026-11-01', { updatedSince: '2026-10-31T16:00:00.000Z' }, []],
    ['?from=2026-02-30&utm=x', {}, ['from=2026-02-30', 'utm=x']],
    ['?page=0&perPage=7&sort=password&order=up', {}, ['sort=password', 'order=up', 'page=0', 'perPage=7']],
    ['?edit=x&add', {}, []],
  ])('%s', (search, filter, leftOut) => {
    const parsed = parseListSearch(search, assessments);
    expect(parsed.state).toEqual({ ...NORMAL, filter });
    expect([...parsed.leftOut].sort()).toEqual([...leftOut].sort());
  });

  test('is readable', () => {
    expect(listAddress('/assessments', { waiting: true, status: ['reviewed', 'passed'] })).toBe(
      '/assessments?waiting=1&status=reviewed&status=passed',
    );
    expect(listAddress('/stations', { city: '450300', filter: '{}' })).toBe('/stations?search=%7B%7D&city=450300');
    expect(listAddress('/stations')).toBe('/stations');
    const sorted: ListState = { ...NORMAL, filter: {}, sort: { field: 'capacity', order: 'DESC' }, page: 2 };
    expect(listSearch(sorted, stations, '?edit=a&page=9')).toBe('?sort=capacity&order=desc&page=2&edit=a');
    expect(dialogSearch('?status=passed&status=failed', { show: 'x' })).toBe('?status=passed&status=failed&show=x');
  });
});
