import type { Query } from './definition.ts';
import { EMPTY_SELECTION, type Selection, sameQuery, toggle } from './selection.ts';
import type { Sort } from './sort.ts';

/** The position in a list. `cursor` and `top` are row indexes, `left` is the first scrolling column. */
export type ListState<R> = {
  readonly query: Query;
  readonly sort: Sort | null;
  readonly cursor: number;
  readonly top: number;
  readonly height: number;
  readonly left: number;
  readonly total: number | null;
  /** Keys of the visible columns. */
  readonly shown: readonly string[];
  readonly selection: Selection<R>;
};

/** A place to which Esc returns. */
export type ReturnPoint = Pick<ListState<unknown>, 'query' | 'sort' | 'cursor' | 'top' | 'total'>;

export type ListAction<R> =
  | { readonly do: 'move'; readonly by: number }
  | { readonly do: 'page'; readonly by: -1 | 1 }
  | { readonly do: 'shift'; readonly by: number }
  | { readonly do: 'edge'; readonly at: 'first' | 'last' }
  | { readonly do: 'scroll'; readonly by: -1 | 1; readonly columns: number }
  | { readonly do: 'height'; readonly height: number }
  | { readonly do: 'total'; readonly total: number }
  | { readonly do: 'query'; readonly query: Query }
  /** Back to a filter, its order and its place. */
  | { readonly do: 'restore'; readonly to: ReturnPoint }
  | { readonly do: 'sort'; readonly sort: Sort | null }
  | { readonly do: 'show'; readonly shown: readonly string[] }
  | { readonly do: 'toggle'; readonly rows: readonly R[] }
  | { readonly do: 'selectAll' }
  | { readonly do: 'unselect' };

export function initialState<R>(query: Query, sort: Sort | null, shown: readonly string[]): ListState<R> {
  return { query, sort, cursor: 0, top: 0, height: 1, left: 0, total: null, shown, selection: EMPTY_SELECTION };
}

export function listReducer<R extends { id: string }>(state: ListState<R>, action: ListAction<R>): ListState<R> {
  switch (action.do) {
    case 'move':
      return seen({ ...state, cursor: state.cursor + action.by });
    case 'shift':
      return state.total === null
        ? state
        : seen({ ...state, cursor: state.cursor + action.by, top: state.top + action.by });
    case 'page':
      return seen({
        ...state,
        cursor: state.cursor + action.by * state.height,
        top: state.top + action.by * state.height,
      });
    case 'edge':
      return seen({ ...state, cursor: action.at === 'first' ? 0 : (state.total ?? 1) - 1 });
    case 'scroll':
      return { ...state, left: clamp(state.left + action.by, action.columns - 1) };
    case 'height':
      return action.height === state.height ? state : seen({ ...state, height: action.height });
    case 'total':
      return action.total === state.total ? state : seen(counted({ ...state, total: action.total }, action.total));
    case 'query':
      return { ...state, query: action.query, total: null, cursor: 0, top: 0 };
    case 'restore':
      return seen({ ...state, ...action.to });
    case 'sort':
      return { ...state, sort: action.sort, cursor: 0, top: 0 };
    case 'show':
      return { ...state, shown: action.shown, left: 0 };
    case 'toggle':
      return { ...state, selection: toggle(state.selection, action.rows, state.query) };
    case 'selectAll':
      // The total arrives with the rows.
      return {
        ...state,
        selection: { kind: 'matching', query: state.query, total: state.total ?? 0, except: new Map() },
      };
    case 'unselect':
      return { ...state, selection: EMPTY_SELECTION };
  }
}

/** A selection of all matching rows follows the list's total. */
function counted<R>(state: ListState<R>, total: number): ListState<R> {
  const { selection, query } = state;
  if (selection.kind === 'picked' || !sameQuery(selection.query, query)) return state;
  return { ...state, selection: { ...selection, total } };
}

/** Clamps the cursor and the window to existing rows. */
function seen<R>(state: ListState<R>): ListState<R> {
  const { total, height } = state;
  if (total === null) return { ...state, cursor: 0, top: 0 };
  const cursor = clamp(state.cursor, total - 1);
  const top = Math.min(Math.max(state.top, cursor - height + 1), cursor);
  return { ...state, cursor, top: clamp(top, total - height) };
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}
