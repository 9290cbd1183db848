import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countOf,
  EMPTY_SELECTION,
  isSelected,
  type Selection,
  sameQuery,
  toggle,
} from '../../src/tui/list/selection.ts';
import { initialState, type ListAction, type ListState, listReducer } from '../../src/tui/list/state.ts';

type Row = { id: string };
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id }));
const start = (total: number, height = 5): ListState<Row> =>
  listReducer(listReducer<Row>(initialState({}, null, []), { do: 'height', height }), { do: 'total', total });
const after = (state: ListState<Row>, ...actions: ListAction<Row>[]) => actions.reduce(listReducer<Row>, state);
const at = ({ cursor, top }: ListState<Row>) => [cursor, top];

describe('visible rows', () => {
  test('follow the cursor by row and by page, and stop at both ends', () => {
    const list = start(12);
    expect(at(after(list, { do: 'move', by: -1 }))).toEqual([0, 0]);
    expect(at(after(list, { do: 'move', by: 5 }))).toEqual([5, 1]);
    expect(at(after(list, { do: 'page', by: 1 }))).toEqual([5, 5]);
    expect(at(after(list, { do: 'edge', at: 'last' }))).toEqual([11, 7]);
    expect(at(after(list, { do: 'edge', at: 'last' }, { do: 'page', by: 1 }))).toEqual([11, 7]);
    expect(at(after(list, { do: 'edge', at: 'last' }, { do: 'page', by: -1 }))).toEqual([6, 2]);
    expect(at(after(list, { do: 'edge', at: 'last' }, { do: 'edge', at: 'first' }))).toEqual([0, 0]);
  });

  test('appended or removed rows and a resize keep the cursor on a row', () => {
    const end = after(start(12), { do: 'edge', at: 'last' });
    expect(at(after(end, { do: 'total', total: 20 }))).toEqual([11, 7]);
    expect(at(after(end, { do: 'total', total: 3 }))).toEqual([2, 0]);
    expect(at(after(end, { do: 'height', height: 2 }))).toEqual([11, 10]);
    expect(at(after(end, { do: 'height', height: 30 }))).toEqual([11, 0]);
  });

  test('after any actions the cursor is visible and the visible rows are in the list', () => {
    const action: fc.Arbitrary<ListAction<Row>> = fc.oneof(
      fc.record({ do: fc.constant('move' as const), by: fc.integer({ min: -40, max: 40 }) }),
      fc.record({ do: fc.constant('page' as const), by: fc.constantFrom(-1 as const, 1 as const) }),
      fc.record({ do: fc.constant('edge' as const), at: fc.constantFrom('first' as const, 'last' as const) }),
      fc.record({ do: fc.constant('height' as const), height: fc.integer({ min: 1, max: 50 }) }),
      fc.record({ do: fc.constant('total' as const), total: fc.integer({ min: 0, max: 200 }) }),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        const { cursor, top, height, total } = after(start(100), ...actions);
        const count = total ?? 0;
        expect(cursor).toBeGreaterThanOrEqual(0);
        expect(cursor).toBeLessThan(Math.max(1, count));
        expect(cursor - top).toBeGreaterThanOrEqual(0);
        expect(cursor - top).toBeLessThan(height);
        expect(top).toBeLessThanOrEqual(Math.max(0, count - height));
      }),
    );
  });
});

describe('selection', () => {
  test('of single rows survives scrolling, sorting and filtering', () => {
    const picked = after(
      start(12),
      { do: 'toggle', rows: rows('a', 'b') },
      { do: 'query', query: { filter: '桂林' } },
      { do: 'total', total: 3 },
      { do: 'toggle', rows: rows('c') },
      { do: 'sort', sort: { by: 'name', desc: true } },
      { do: 'toggle', rows: rows('a') },
    );
    expect(picked.selection.kind).toBe('picked');
    expect([...(picked.selection as Selection<Row> & { kind: 'picked' }).rows.keys()]).toEqual(['b', 'c']);
  });

  test('of all matches counts the current matches minus exceptions', () => {
    const query = { filter: '5' };
    const all = after(start(9), { do: 'query', query }, { do: 'total', total: 12_345 }, { do: 'selectAll' });
    expect(countOf(all.selection)).toBe(12_345);
    const fewer = after(all, { do: 'toggle', rows: rows('x') });
    expect(countOf(fewer.selection)).toBe(12_344);
    expect(isSelected(fewer.selection, 'x', query)).toBe(false);
    expect(isSelected(fewer.selection, 'y', query)).toBe(true);
    expect(countOf(after(fewer, { do: 'total', total: 12_000 }).selection)).toBe(11_999);
  });

  test('of all matches keeps its filter and count when the list is filtered differently', () => {
    const all = after(
      start(9),
      { do: 'selectAll' },
      { do: 'query', query: { filter: '5' } },
      { do: 'total', total: 2 },
    );
    expect(countOf(all.selection)).toBe(9);
    expect(isSelected(all.selection, 'y', { filter: '5' })).toBe('maybe');
    expect(isSelected(all.selection, 'y', {})).toBe(true);
  });

  test('select page first selects missing rows, and deselects if all are selected', () => {
    const some = toggle<Row>(EMPTY_SELECTION, rows('a'), {});
    const page = toggle(some, rows('a', 'b', 'c'), {});
    expect(countOf(page)).toBe(3);
    expect(countOf(toggle(page, rows('a', 'b', 'c'), {}))).toBe(0);
    expect(after(start(3), { do: 'toggle', rows: rows('a') }, { do: 'unselect' }).selection).toBe(EMPTY_SELECTION);
  });

  test('equal filters are recognized in any key order', () => {
    expect(sameQuery({ a: '1', b: undefined, c: false }, { a: '1' })).toBe(true);
    expect(sameQuery({ a: '1', b: ['x', 'y'] }, { b: ['x', 'y'], a: '1' })).toBe(true);
    expect(sameQuery({ a: '1' }, { a: '2' })).toBe(false);
  });
});
