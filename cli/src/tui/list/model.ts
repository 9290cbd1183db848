import type { Api } from '../../api/client.ts';
import type { ListDef, ListInput } from './definition.ts';
import { Pages } from './pages.ts';
import { sameQuery } from './selection.ts';
import { initialState, type ListAction, type ListState, listReducer } from './state.ts';

/** Rows are looked at for so long without asking whether they are still so. */
const FRESH_MS = 30_000;

/** One list of one session: where somebody is in it, and the rows around there. It outlives the screen that shows it. */
export class ListModel<R extends { id: string }> {
  private pages: Pages<R>;
  private stale: Pages<R> | null = null;
  private readonly listeners = new Set<() => void>();
  private version = 0;
  private arrivedAt = 0;
  state: ListState<R>;
  /** Why the rows are not here; null while nothing is wrong. */
  failure: unknown = null;

  constructor(
    readonly def: ListDef<R>,
    private api: () => Api,
    query: ListState<R>['query'] = {},
    shown: readonly string[] = def.brief,
  ) {
    this.state = initialState(query, null, shown);
    this.pages = this.newPages();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = (): number => this.version;

  row(index: number): R | undefined {
    return this.pages.row(index) ?? this.stale?.row(index);
  }

  /** The rows on the screen that are here. */
  rows(): R[] {
    const { top, height, total } = this.state;
    const last = Math.min(top + height, total ?? 0);
    return Array.from({ length: Math.max(0, last - top) }, (_, place) => this.row(top + place)).filter(
      (row) => row !== undefined,
    );
  }

  get current(): R | undefined {
    return this.row(this.state.cursor);
  }

  /** Whether the row under the cursor is on its way. */
  get isComing(): boolean {
    return this.current === undefined && this.failure === null && this.state.total !== 0;
  }

  dispatch(action: ListAction<R>): void {
    const before = this.state;
    this.state = listReducer(before, action);
    if (this.state === before) return;
    // Whoever goes on looks again at what could not be had.
    this.failure = null;
    const { query, sort } = this.state;
    if (!sameQuery(query, before.query) || sort !== before.sort) this.replacePages();
    else this.look();
    this.tell();
  }

  /** Fetches again what is on the screen; the old rows stay until the new ones are here. */
  refresh(): void {
    const stale = this.pages;
    this.replacePages();
    this.stale = stale;
    this.tell();
  }

  /** Somebody comes to look: rows of some time ago are fetched again. */
  visit(): void {
    const old = this.state.total !== null && Date.now() - this.arrivedAt > FRESH_MS;
    if (old || this.failure !== null) this.refresh();
    else this.look();
  }

  /** Fetches what is on the screen. */
  look(): void {
    const { top, height } = this.state;
    if (this.failure === null) this.pages.look(top, top + height);
  }

  end(): void {
    this.pages.end();
  }

  /** One page of everything that matches a query, for work on all of it. */
  fetch(input: ListInput, signal: AbortSignal) {
    return this.def.get(this.api(), input, signal);
  }

  private replacePages(): void {
    this.pages.end();
    this.stale = null;
    this.failure = null;
    this.pages = this.newPages();
    this.look();
  }

  private newPages(): Pages<R> {
    const { query, sort } = this.state;
    const { sortKey } = this.def;
    const order = sort && sortKey ? { [sortKey]: sort.by, desc: sort.desc } : {};
    return new Pages(
      (paging, signal) => this.fetch({ ...query, ...order, ...paging }, signal),
      () => this.arrived(),
      (error) => {
        this.failure = error;
      },
    );
  }

  private arrived(): void {
    const { total } = this.pages;
    if (total !== null) {
      this.stale = null;
      this.arrivedAt = Date.now();
      this.state = listReducer(this.state, { do: 'total', total });
      this.look();
    }
    this.tell();
  }

  private tell(): void {
    this.version += 1;
    for (const listener of this.listeners) listener();
  }
}
