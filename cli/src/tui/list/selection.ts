import type { Query } from './definition.ts';

/** The selection: picked rows, or all that match a filter except some. It survives scrolling, sorting and filtering; see unseen.ts. */
export type Selection<R> =
  | {
      readonly kind: 'picked';
      readonly rows: ReadonlyMap<string, R>;
      /** The filter under which each row was picked. */
      readonly from?: ReadonlyMap<string, Query>;
    }
  | {
      readonly kind: 'matching';
      readonly query: Query;
      readonly total: number;
      readonly except: ReadonlyMap<string, R>;
    };

export const EMPTY_SELECTION: Selection<never> = { kind: 'picked', rows: new Map<string, never>() };

export function countOf(selection: Selection<unknown>): number {
  return selection.kind === 'picked' ? selection.rows.size : selection.total - selection.except.size;
}

/** Whether a row is selected; `maybe` if that depends on another filter. */
export function isSelected(selection: Selection<unknown>, id: string, query: Query): boolean | 'maybe' {
  if (selection.kind === 'picked') return selection.rows.has(id);
  if (selection.except.has(id)) return false;
  return sameQuery(selection.query, query) || 'maybe';
}

/** Selects all of these rows; if all are selected already, deselects them. */
export function toggle<R extends { id: string }>(
  selection: Selection<R>,
  rows: readonly R[],
  query: Query,
): Selection<R> {
  const on = rows.some(({ id }) => isSelected(selection, id, query) !== true);
  if (selection.kind === 'picked') {
    const from = new Map(selection.from);
    for (const { id } of rows) {
      if (on) from.set(id, query);
      else from.delete(id);
    }
    return { kind: 'picked', rows: changed(selection.rows, rows, on), from };
  }
  return { ...selection, except: changed(selection.except, rows, !on) };
}

function changed<R extends { id: string }>(
  map: ReadonlyMap<string, R>,
  rows: readonly R[],
  add: boolean,
): Map<string, R> {
  const copy = new Map(map);
  for (const row of rows) {
    if (add) copy.set(row.id, row);
    else copy.delete(row.id);
  }
  return copy;
}

/** Whether two queries match the same rows. */
export function sameQuery(one: Query, other: Query): boolean {
  return textOf(one) === textOf(other);
}

function textOf(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== false);
  return JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)));
}
