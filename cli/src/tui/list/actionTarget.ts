import { SIZE_MAX } from '@shp/shared/domain/lib/lists';
import type { ListModel } from './model.ts';
import { countOf, type Selection } from './selection.ts';

/** The target of an action: the selection, else the row under the cursor, else null. */
export function targetOf<R extends { id: string }>(model: ListModel<R>): Selection<R> | null {
  const { selection } = model.state;
  if (countOf(selection) > 0) return selection;
  const { current } = model;
  return current === undefined ? null : { kind: 'picked', rows: new Map([[current.id, current]]) };
}

/** Whether an action can do nothing: no picked row allows it. Of a selection by filter only the server knows. */
export function noneCan<R>(target: Selection<R> | null, can: (row: R) => boolean): boolean {
  if (target?.kind !== 'picked' || target.rows.size === 0) return false;
  for (const row of target.rows.values()) if (can(row)) return false;
  return true;
}

/** All rows that match the list's filter. */
export function allMatching<R extends { id: string }>({ state }: ListModel<R>): Selection<R> {
  return { kind: 'matching', query: state.query, total: state.total ?? 0, except: new Map() };
}

/** Fetches all rows of a target before any is changed: changes may remove rows from the list and shift its pages. */
export async function rowsOf<R extends { id: string }>(
  model: ListModel<R>,
  target: Selection<R>,
  signal: AbortSignal,
  at: (done: number, total: number) => void = () => {},
): Promise<R[]> {
  if (target.kind === 'picked') return [...target.rows.values()];
  const rows = new Map<string, R>();
  for (let page = 1; ; page++) {
    const { total, items } = await model.fetch({ ...target.query, page, size: SIZE_MAX }, signal);
    for (const row of items) if (!target.except.has(row.id)) rows.set(row.id, row);
    at(Math.min(page * SIZE_MAX, total), total);
    if (items.length === 0 || page * SIZE_MAX >= total) return [...rows.values()];
  }
}

/** The only row of a target, if it has just one. */
export function onlyOf<R>(target: Selection<R> | null): R | undefined {
  return target?.kind === 'picked' && target.rows.size === 1 ? [...target.rows.values()][0] : undefined;
}
