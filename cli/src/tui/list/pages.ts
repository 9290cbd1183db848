import { SIZE_MAX } from '@shp/shared/domain/lib/lists';
import type { Page, Paging } from '../../api/pages.ts';

/** Cached pages: enough for going back and forth, few enough for any list. */
const MAX_CACHED_PAGES = 24;
/** Requests in parallel. A further one waits and is replaced by the pages visible then. */
const PARALLEL = 2;

export type Fetch<R> = (paging: Paging, signal: AbortSignal) => Promise<Page<R>>;

/** The rows of a list under one filter and order, fetched around the visible window. */
export class Pages<R> {
  private readonly cached = new Map<number, readonly R[]>();
  private readonly under = new Map<number, AbortController>();
  private wanted: readonly number[] = [];
  private ended = false;
  total: number | null = null;

  constructor(
    private readonly fetch: Fetch<R>,
    private readonly changed: () => void,
    private readonly failed: (error: unknown) => void,
    private readonly size: number = SIZE_MAX,
  ) {}

  /** The row at an index of the whole list; undefined until it is loaded. */
  row(index: number): R | undefined {
    return this.cached.get(Math.floor(index / this.size))?.[index % this.size];
  }

  /** All rows at hand, in no order. */
  *loaded(): Iterable<R> {
    for (const rows of this.cached.values()) yield* rows;
  }

  /** Sets the visible rows: fetches their pages, then the neighbours. */
  look(from: number, to: number): void {
    const first = Math.floor(Math.max(0, from) / this.size);
    const last = Math.floor(Math.max(0, to - 1) / this.size);
    const seen = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    for (const page of seen) this.touch(page);
    this.wanted = [...seen, last + 1, first - 1].filter((page) => this.mayExist(page));
    this.work();
  }

  /**
   * Asks again for the pages of the visible rows; true if any has changed. Pages out of sight are then dropped: their
   * rows may have moved.
   */
  async renew(from: number, to: number, signal: AbortSignal): Promise<boolean> {
    const first = Math.floor(Math.max(0, from) / this.size);
    const last = Math.floor(Math.max(0, to - 1) / this.size);
    const fresh = new Map<number, readonly R[]>();
    let total = this.total;
    let changed = false;
    for (let page = first; page <= last; page++) {
      if (page > 0 && total !== null && page * this.size >= total) break;
      const answer = await this.fetch({ page: page + 1, size: this.size }, signal);
      if (this.ended) return false;
      changed ||= answer.items !== this.cached.get(page) || answer.total !== this.total;
      total = answer.total;
      fresh.set(page, answer.items);
    }
    if (!changed) return false;
    this.total = total;
    this.cached.clear();
    for (const [page, rows] of fresh) this.keep(page, rows);
    return true;
  }

  /** The index of a row among the loaded ones; -1 if it is not loaded. */
  find(is: (row: R) => boolean): number {
    for (const [page, rows] of this.cached) {
      const at = rows.findIndex(is);
      if (at >= 0) return page * this.size + at;
    }
    return -1;
  }

  /** Takes a row that is gone out of the pages at hand; false if it is in none of them. */
  drop(is: (row: R) => boolean): boolean {
    const at = this.find(is);
    if (at < 0 || this.total === null) return false;
    const from = Math.floor(at / this.size);
    const rows: R[] = [];
    let page = from;
    for (; this.cached.has(page); page++) rows.push(...(this.cached.get(page) ?? []));
    // Rows behind a gap have moved by one: their pages are fetched again.
    for (const behind of [...this.cached.keys()]) if (behind > page) this.cached.delete(behind);
    rows.splice(at - from * this.size, 1);
    for (let each = from; each < page; each++) {
      this.cached.set(each, rows.slice((each - from) * this.size, (each - from + 1) * this.size));
    }
    this.total -= 1;
    return true;
  }

  /** Aborts all requests; late responses are ignored. */
  end(): void {
    this.ended = true;
    for (const request of this.under.values()) request.abort();
  }

  private mayExist(page: number): boolean {
    return page >= 0 && (this.total === null ? page === 0 : page * this.size < this.total || page === 0);
  }

  private touch(page: number): void {
    const rows = this.cached.get(page);
    if (rows === undefined) return;
    this.cached.delete(page);
    this.cached.set(page, rows);
  }

  private work(): void {
    for (const page of this.wanted) {
      if (this.ended || this.under.size >= PARALLEL) return;
      if (!this.cached.has(page) && !this.under.has(page)) void this.get(page);
    }
  }

  private async get(page: number): Promise<void> {
    const request = new AbortController();
    this.under.set(page, request);
    try {
      const { total, items } = await this.fetch({ page: page + 1, size: this.size }, request.signal);
      if (this.ended) return;
      this.total = total;
      this.keep(page, items);
    } catch (error) {
      if (this.ended) return;
      this.wanted = [];
      this.failed(error);
    } finally {
      this.under.delete(page);
      if (!this.ended) {
        this.changed();
        this.work();
      }
    }
  }

  private keep(page: number, rows: readonly R[]): void {
    this.cached.set(page, rows);
    for (const oldest of this.cached.keys()) {
      if (this.cached.size <= MAX_CACHED_PAGES) return;
      this.cached.delete(oldest);
    }
  }
}
