import type { Api } from '../../api/client.ts';
import type { ListDef, ListInput, Query } from './definition.ts';
import { Pages } from './pages.ts';
import { sameQuery } from './selection.ts';
import { initialState, type ListAction, type ListState, listReducer } from './state.ts';

/** Rows older than this are fetched again on the next visit. */
const FRESH_MS = 30_000;

/** The state of one list in a session: position and rows around it. It outlives its screen. */
export class ListModel<R extends { id: string }> {
  private pages: Pages<R>;
  private stale: Pages<R> | null = null;
  private readonly listeners = new Set<() => void>();
  private version = 0;
  private arrivedAt = 0;
  state: ListState<R>;
  /** The error of the last fetch, or null. */
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

  /** The loaded rows on the screen. */
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

  /** Whether the row under the cursor is being fetched. */
  get isComing(): boolean {
    return this.current === undefined && this.failure === null && this.state.total !== 0;
  }

  dispatch(action: ListAction<R>): void {
    const before = this.state;
    this.state = listReducer(before, action);
    if (this.state === before) return;
    // Moving on retries what failed.
    this.failure = null;
    const { query, sort } = this.state;
    if (!sameQuery(query, before.query) || sort !== before.sort) this.replacePages();
    else this.look();
    this.tell();
  }

  /** Fetches the visible rows again; old rows stay until then. */
  refresh(): void {
    const stale = this.pages;
    this.replacePages();
    this.stale = stale;
    this.tell();
  }

  /** The list is opened: fetches old rows again. */
  visit(): void {
    const old = this.state.total !== null && Date.now() - this.arrivedAt > FRESH_MS;
    if (old || this.failure !== null) this.refresh();
    else this.look();
  }

  /** Fetches the visible rows. */
  look(): void {
    const { top, height } = this.state;
    if (this.failure === null) this.pages.look(top, top + height);
  }

  end(): void {
    this.pages.end();
  }

  /** One page of a query, for work on all rows. */
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

/** The list models of a session, created on first use, so that a tab keeps its position. */
export class Models {
  private readonly models = new Map<string, { end(): void; refresh(): void }>();

  constructor(
    private readonly api: () => Api,
    private readonly shown: (name: string) => readonly string[] | undefined,
  ) {}

  of<R extends { id: string }>(def: ListDef<R>, query: Query = {}): ListModel<R> {
    const known = this.models.get(def.name) as ListModel<R> | undefined;
    if (known) return known;
    const model = new ListModel(def, this.api, query, this.shown(def.name));
    this.models.set(def.name, model);
    return model;
  }

  /** Something changed: each list fetches its rows again when it is next visible. */
  refresh(): void {
    for (const model of this.models.values()) model.refresh();
  }

  end(): void {
    for (const model of this.models.values()) model.end();
  }
}
