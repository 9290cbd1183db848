import { cityOf } from '@shp/shared/domain/accounts/divisions';
import type { KeyId } from '../keys/keys.ts';
import { type ListColumn, sortable } from './layout.ts';
import type { ListModel } from './model.ts';
import { DEFAULT_SORT, presentSort } from './sort.ts';

type Handlers = Partial<Record<KeyId, () => void>>;

/** Moves the cursor and the columns. */
export function moveHandlers<R extends { id: string }>(model: ListModel<R>): Handlers {
  const scroll = (by: -1 | 1) => model.dispatch({ do: 'scroll', by, columns: model.state.shown.length - 1 });
  return {
    up: () => model.dispatch({ do: 'move', by: -1 }),
    down: () => model.dispatch({ do: 'move', by: 1 }),
    pageUp: () => model.dispatch({ do: 'page', by: -1 }),
    pageDown: () => model.dispatch({ do: 'page', by: 1 }),
    first: () => model.dispatch({ do: 'edge', at: 'first' }),
    last: () => model.dispatch({ do: 'edge', at: 'last' }),
    left: () => scroll(-1),
    right: () => scroll(1),
  };
}

/**
 * Moves the sort among the columns on the screen, and turns it. Figures and times begin with the greatest. Where each
 * column has one direction, all of them take part, and a turn goes to the next one.
 */
export function sortHandlers<R extends { id: string }>(
  model: ListModel<R>,
  shown: readonly ListColumn<R>[],
  all: readonly ListColumn<R>[],
): Handlers {
  const oneWay = sortable(all).every(({ only }) => only !== undefined);
  const columns = sortable(oneWay ? all : shown);
  const by = (column: ListColumn<R> | undefined) => {
    if (column?.sortBy !== undefined) model.dispatch({ do: 'sort', sort: { by: column.sortBy, desc: isDesc(column) } });
  };
  const present = () => (model.state.sort ?? (oneWay ? DEFAULT_SORT : null))?.by;
  const place = () => columns.findIndex(({ sortBy }) => sortBy === present());
  const right = () => by(columns[(place() + 1) % columns.length]);
  return {
    sortLeft: () => by(columns.at(place() < 0 ? -1 : place() - 1)),
    sortRight: right,
    sortTurn: () => {
      const sort = presentSort(model);
      if (oneWay) right();
      else if (sort) model.dispatch({ do: 'sort', sort: { ...sort, desc: !sort.desc } });
      else by(columns[0]);
    },
  };
}

function isDesc<R>({ only, type, turned }: ListColumn<R>): boolean {
  if (only !== undefined) return only === 'falling';
  return (type === 'number' || type === 'time' || type === 'date') !== (turned === true);
}

/** The city of the current row as a filter of its list; null if the list or the row has none. */
export function cityQuery<R extends { id: string }>({ def, current }: ListModel<R>): Record<string, string> | null {
  const filter = def.filters.find(({ kind }) => kind === 'division');
  const division = current && def.divisionOf?.(current);
  if (filter?.kind !== 'division' || !division) return null;
  const city = cityOf(division);
  return city === null || city === undefined ? null : { [filter.keys.city]: city };
}
