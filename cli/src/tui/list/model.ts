import type { Api } from '../../api/client.ts';
import { isTransient } from '../../api/retry.ts';
import type { ListView } from '../../config/config.ts';
import type { ListDef, ListInput, Query } from './definition.ts';
import { Pages } from './pages.ts';
import { presentQuery } from './savedViews.ts';
import { sameQuery } from './selection.ts';
import { type Sort, sameSort } from './sort.ts';
import { initialState, type ListAction, type ListState, listReducer, type ReturnPoint } from './state.ts';

/** Rows older than this are fetched again on the next visit. */
const FRESH_MS = 30_000;

/** How long a changed row is shown as such. */
const FLASH_MS = 1_200;

/** Rows before new ones arrive, and the row that the user is at meanwhile. */
type Before<R> = { readonly rows: ReadonlyMap<string, R>; current: string | undefined };

/** The state of one list in a session: position and rows around it. It outlives its screen. */
export class ListModel<R extends { id: string }> {
  private pages: Pages<R>;
  private stale: Pages<R> | null = null;
  private readonly listeners = new Set<() => void>();
  private version = 0;
  /** When the rows arrived, or were last found unchanged. */
  arrivedAt = 0;
  private renewing = false;
  private trying = false;
  /** The rows on the screen before a refresh, to find what has changed. */
  private before: Before<R> | null = null;
  /** The same before a renewal. */
  private asked: Before<R> | null = null;
  /** The new rows to go to, with the next answer that has one among the first rows. */
  private sought: { is(row: R): boolean } | null = null;
  private flashTimer: NodeJS.Timeout | null = null;
  private readonly stops: ReturnPoint[] = [];
  /** The order before the one that the filter brought. */
  private formerSort: Sort | null = null;
  state: ListState<R>;
  /** The rows on the screen under the filter or order before, shown until the new ones are there. */
  held: readonly R[] = [];
  /** The error of the last fetch, or null. */
  failure: unknown = null;
  /** Ids of rows that have just changed. */
  flashing: ReadonlySet<string> = new Set();
  /** The last renewal failed: the rows may be old. */
  stalled = false;

  constructor(
    readonly def: ListDef<R>,
    private api: () => Api,
    private readonly first: Query = {},
    shown: readonly string[] = def.brief,
  ) {
    this.state = initialState(first, def.orderOf?.(first) ?? null, shown);
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
    return Array.from({ length: Math.max(0, last - top) }, (_, index) => this.row(top + index)).filter(
      (row) => row !== undefined,
    );
  }

  /** All rows at hand, in no order. */
  loaded(): Iterable<R> {
    return this.pages.loaded();
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
    const rows = this.rows();
    this.state = listReducer(before, action);
    if (this.state === before) return;
    if (action.do === 'query') this.state = { ...this.state, sort: this.sortUnder(action.query, before) };
    // Moving on retries what failed.
    this.failure = null;
    const { query, sort } = this.state;
    const isOther = !sameQuery(query, before.query) || sort !== before.sort;
    if (isOther) this.before = null;
    // What is typed quickly has several filters before the first answer.
    if (isOther && rows.length > 0) this.held = rows;
    if (isOther) this.replacePages();
    else this.look();
    // A key that comes before the answer moves on from the old row: the answer must not lead back to it.
    for (const waiting of [this.before, this.asked]) if (waiting) waiting.current = this.current?.id;
    this.tell();
  }

  /** Fetches the visible rows again; old rows stay until then. */
  refresh(): void {
    const stale = this.lastShown;
    this.before ??= this.snapshotRows();
    this.replacePages();
    this.stale = stale;
    if (this.sought !== null) this.pages.look(0, this.state.height);
    this.tell();
  }

  /** A row is gone: it leaves the list at once; the next answer says the rest. */
  drop(id: string): void {
    const current = this.current?.id;
    if (!this.pages.drop((row) => row.id === id)) return;
    const { total } = this.pages;
    if (total !== null) this.state = listReducer(this.state, { do: 'total', total });
    const at = current === undefined || current === id ? -1 : this.pages.find((row) => row.id === current);
    if (at >= 0) this.state = listReducer(this.state, { do: 'shift', by: at - this.state.cursor });
    this.tell();
  }

  /** The cursor goes to the first of these rows when the list is fetched again, unless it has left its place meanwhile. */
  seek(is: (row: R) => boolean, { query, cursor }: Pick<ReturnPoint, 'query' | 'cursor'>): void {
    if (sameQuery(query, this.state.query) && cursor === this.state.cursor) this.sought = { is };
  }

  /** Asks whether the visible rows have changed; unchanged ones cost a 304. Selection and place stay. */
  async renew(signal: AbortSignal): Promise<void> {
    if (this.failure !== null) return this.tryAgain();
    if (this.renewing || this.state.total === null) return;
    this.renewing = true;
    const { top, height, total } = this.state;
    const before = this.snapshotRows();
    this.asked = before;
    const pages = this.pages;
    const wasStalled = this.stalled;
    try {
      const changed = await pages.renew(top, top + height, signal);
      this.stalled = false;
      this.arrivedAt = Date.now();
      if (pages !== this.pages || (!changed && !wasStalled)) return;
      if (changed && pages.total !== null && pages.total !== total) {
        this.state = listReducer(this.state, { do: 'total', total: pages.total });
      }
      if (changed) this.compare(before);
      this.look();
      this.tell();
    } catch {
      if (signal.aborted || this.stalled) return;
      this.stalled = true;
      this.tell();
    } finally {
      this.renewing = false;
      this.asked = null;
    }
  }

  /** Fetches again what had no answer; until there is one, rows and failure stay as they are shown. */
  private tryAgain(): void {
    const { failure, stalled, lastShown } = this;
    if (this.trying || !isTransient(failure)) return;
    this.trying = true;
    this.before ??= this.snapshotRows();
    this.replacePages();
    this.stale = lastShown;
    this.failure = failure;
    this.stalled = stalled;
  }

  /** The filter, its order and the place in it. */
  get here(): ReturnPoint {
    const { query, sort, cursor, top, total } = this.state;
    return { query, sort, cursor, top, total };
  }

  /** Sets another filter; {@link back} returns to this one and its place. */
  jump(query: Query): void {
    if (sameQuery(query, this.state.query)) return;
    this.stops.push(this.here);
    this.dispatch({ do: 'query', query });
  }

  /** Sets the filter and the order of a saved view. */
  show(view: ListView): void {
    const query = presentQuery(view, this.def.filters);
    this.dispatch({ do: 'restore', to: { query, sort: view.sort ?? null, cursor: 0, top: 0, total: null } });
  }

  /** A filter that brings an order begins with it, and gives the former one back unless another was chosen meanwhile. */
  private sortUnder(query: Query, { query: left, sort }: ListState<R>): Sort | null {
    const [brought, given] = [this.def.orderOf?.(query) ?? null, this.def.orderOf?.(left) ?? null];
    if (brought !== null && given === null) {
      this.formerSort = sort;
      return brought;
    }
    return brought === null && given !== null && sameSort(sort, given) ? this.formerSort : sort;
  }

  /** Whether another filter is set than the list began with. */
  get isFiltered(): boolean {
    return !sameQuery(this.state.query, this.first);
  }

  clearFilter(): void {
    this.dispatch({ do: 'query', query: this.first });
  }

  /** Whether there is a filter to return to. */
  get canReturn(): boolean {
    return this.stops.length > 0;
  }

  back(): void {
    const to = this.stops.pop();
    if (to) this.dispatch({ do: 'restore', to });
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
    if (this.flashTimer) clearTimeout(this.flashTimer);
  }

  /** One page of a query, for work on all rows. */
  fetch(input: ListInput, signal: AbortSignal) {
    return this.def.get(this.api(), input, signal);
  }

  /** The last pages that had an answer: those of a fetch without one have no rows. */
  private get lastShown(): Pages<R> | null {
    return this.pages.total === null ? this.stale : this.pages;
  }

  private replacePages(): void {
    this.pages.end();
    this.stale = null;
    this.failure = null;
    this.stalled = false;
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
        // Do not show the same failure again with each further try.
        if (!this.trying || this.failure === null) this.failure = error;
        this.held = [];
        this.trying = false;
        this.stalled = this.state.total !== null;
      },
    );
  }

  private arrived(): void {
    const { total } = this.pages;
    if (total !== null) {
      this.held = [];
      if (this.trying) {
        this.trying = false;
        this.failure = null;
        this.stalled = false;
      }
      this.stale = null;
      this.arrivedAt = Date.now();
      this.state = listReducer(this.state, { do: 'total', total });
      this.look();
      if (this.before !== null && this.current !== undefined) {
        this.compare(this.before);
        this.before = null;
      }
      if (this.sought !== null) this.goTo(this.sought.is);
    }
    this.tell();
  }

  private goTo(is: (row: R) => boolean): void {
    this.sought = null;
    const at = this.pages.find(is);
    if (at < 0) return;
    this.before = null;
    this.state = listReducer(this.state, { do: 'move', by: at - this.state.cursor });
    this.look();
    this.flash(this.rows().filter(is));
  }

  private snapshotRows(): Before<R> {
    return { rows: new Map(this.rows().map((row) => [row.id, row])), current: this.current?.id };
  }

  /** Keeps the cursor on its row, and marks rows that are new or differ. */
  private compare({ rows: old, current }: Before<R>): void {
    if (current !== undefined && this.current?.id !== current) {
      const at = this.pages.find(({ id }) => id === current);
      if (at >= 0) this.state = listReducer(this.state, { do: 'shift', by: at - this.state.cursor });
    }
    const changed = this.rows().filter((row) => {
      const was = old.get(row.id);
      return was !== undefined && was !== row && JSON.stringify(was) !== JSON.stringify(row);
    });
    this.flash(changed);
  }

  private flash(changed: readonly R[]): void {
    if (changed.length === 0) return;
    this.flashing = new Set(changed.map(({ id }) => id));
    if (this.flashTimer) clearTimeout(this.flashTimer);
    this.flashTimer = setTimeout(() => {
      this.flashing = new Set();
      this.tell();
    }, FLASH_MS);
  }

  private tell(): void {
    this.version += 1;
    for (const listener of this.listeners) listener();
  }
}

/** The list models of a session, created on first use, so that a tab keeps its position. */
export class Models {
  private readonly models = new Map<string, { end(): void; refresh(): void; show(view: ListView): void }>();
  /** Views of lists that are not open yet. */
  private readonly views = new Map<string, ListView>();

  constructor(
    private readonly api: () => Api,
    private readonly shown: (name: string) => readonly string[] | undefined,
  ) {}

  /** `key` tells lists of one definition apart. */
  of<R extends { id: string }>(def: ListDef<R>, query: Query = {}, key = def.name): ListModel<R> {
    const known = this.models.get(key) as ListModel<R> | undefined;
    if (known) return known;
    const model = new ListModel(def, this.api, query, this.shown(def.name));
    this.models.set(key, model);
    const view = this.views.get(key);
    if (view) model.show(view);
    return model;
  }

  /** Shows a saved view of a list, at once or when the list opens. */
  show(key: string, view: ListView): void {
    const model = this.models.get(key);
    if (model) model.show(view);
    else this.views.set(key, view);
  }

  /** Something changed: each list fetches its rows again when it is next visible. */
  refresh(): void {
    for (const model of this.models.values()) model.refresh();
  }

  end(): void {
    for (const model of this.models.values()) model.end();
  }
}
