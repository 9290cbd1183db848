import { SIZE_MAX } from '@shp/shared/domain/lib/lists';
import type { ListModel } from './model.ts';
import { countOf, type Selection } from './selection.ts';

/** What an action is for: what is selected, else the row under the cursor; null where there is neither. */
export function targetOf<R extends { id: string }>(model: ListModel<R>): Selection<R> | null {
  const { selection } = model.state;
  if (countOf(selection) > 0) return selection;
  const { current } = model;
  return current === undefined ? null : { kind: 'picked', rows: new Map([[current.id, current]]) };
}

/** Everything that the list's filter finds now. */
export function everything<R extends { id: string }>({ state }: ListModel<R>): Selection<R> {
  return { kind: 'matching', query: state.query, total: state.total ?? 0, except: new Map() };
}

/**
 * The rows of a target. They are all here before anything is done with one: what is done may take a row out of the
 * list, and the pages after it would move.
 */
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
