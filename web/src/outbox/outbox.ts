import { ApiError, NetworkError } from '@shp/shared/api/errors';
import {
  accepted,
  afterConflict,
  afterDecision,
  afterEdit,
  afterLeft,
  afterRefusal,
  afterSent,
  type Edit,
  type Entries,
  type Entry,
  nextBatch,
  type Same,
  type TypedEdit,
  withUnchangedKept,
} from './entries.ts';
import type { LeftBehind } from './leftBehind.ts';
import type { Outcome, Sender } from './sending.ts';
import type { Store } from './store.ts';

/** An edit is sent after a pause in typing, at the latest after LONGEST_MS. */
const QUIET_MS = 1000;
const LONGEST_MS = 8000;
/** First pause after a failure; it doubles up to RETRY_MOST_MS. */
const RETRY_MS = 2000;
const RETRY_MOST_MS = 60_000;

/** The outbox's state, for display. */
export type Snapshot = {
  /** False until the entries of earlier tabs have been read. */
  readonly loaded: boolean;
  readonly entries: Entries;
  /** Why sending has stopped: no response, the server asks to wait, or an unexpected error. */
  readonly halted: 'network' | 'server' | 'fault' | null;
  /** Whether entries survive closing the tab. */
  readonly durable: boolean;
};

/**
 * Values that the server has stored, so that pages need not refetch them; announced before their entries are removed.
 */
export type Saved = {
  readonly object: string;
  readonly values: readonly (readonly [place: string, value: unknown])[];
  readonly answer: unknown;
};

export type OutboxOptions = {
  store: Store;
  leftBehind: LeftBehind;
  senderOf: (object: string) => { sender: Sender; id: string };
  /** Whether this account is the one logged in now. */
  mayGo: () => boolean;
  /** Runs `work` while no other tab of the account runs its own. */
  alone: (work: () => Promise<void>) => Promise<void>;
  /** Posts a message to the other tabs. */
  tell: (message: TabMessage) => void;
};
export type TabMessage = { readonly changed: true; readonly saved?: Saved };

const EMPTY: Snapshot = { loaded: false, entries: [], halted: null, durable: true };

/** One account's edits on their way to the server: stored first, then sent in order, never lost. */
export class Outbox {
  #snapshot = EMPTY;
  #paused = false;
  #writing = 0;
  #sending = false;
  #again = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #oldest = 0;
  #failures = 0;
  /** Edits of which the store has not said yet that it has them. */
  readonly #unstored = new Set<TypedEdit>();
  readonly #listeners = new Set<() => void>();
  readonly #savedListeners = new Set<(saved: Saved) => void>();

  constructor(private readonly around: OutboxOptions) {}

  readonly snapshot = (): Snapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  entryAt(object: string, place: string): Entry | undefined {
    return this.#snapshot.entries.find((entry) => entry.object === object && entry.place === place);
  }

  onSaved(listener: (saved: Saved) => void): () => void {
    this.#savedListeners.add(listener);
    return () => this.#savedListeners.delete(listener);
  }

  /** Reads the stored entries and resumes sending. */
  async resume(): Promise<void> {
    this.#paused = false;
    const { edits, forget } = this.around.leftBehind.read();
    await this.#change((entries) =>
      edits.reduce((all, typed) => afterLeft(all, typed, this.#same(typed.object)), entries),
    );
    forget();
    if (!this.#paused) this.flush();
  }

  /** The page may be left now: writes down what is not stored yet. */
  readonly leave = (): void => this.around.leftBehind.write([...this.#unstored]);

  /** Handles a message from another tab. */
  async receive({ saved }: TabMessage): Promise<void> {
    if (this.#paused) return;
    if (saved) this.#notifySaved(saved);
    await this.#change((entries) => entries);
    if (nextBatch(this.#snapshot.entries).length > 0) this.#schedule(QUIET_MS);
  }

  /** Clears the state in this tab; stored entries stay. */
  pause(): void {
    clearTimeout(this.#timer);
    this.#show(EMPTY);
    this.#paused = true;
  }

  /** Takes an edit: shows it at once, and sends it after storing it. */
  async edit(edit: Edit): Promise<void> {
    const now = Date.now();
    const apply = (entries: Entries) => afterEdit(entries, edit, this.#same(edit.object), now);
    this.#show({ entries: apply(this.#snapshot.entries) });
    const typed = { ...edit, edit: this.entryAt(edit.object, edit.place)?.edit ?? now };
    this.#unstored.add(typed);
    await this.#change(apply);
    this.#unstored.delete(typed);
    if (this.#unstored.size === 0) this.around.leftBehind.write([]);
    this.around.tell({ changed: true });
    if (this.#snapshot.halted !== null) return;
    if (this.#oldest === 0) this.#oldest = now;
    this.#schedule(Math.max(0, Math.min(QUIET_MS, this.#oldest + LONGEST_MS - now)));
  }

  /** Applies the user's decision on an entry in trouble. */
  async decide(entry: Entry, choice: 'mine' | 'theirs'): Promise<void> {
    if (choice === 'theirs' && entry.trouble?.kind === 'conflict') {
      this.#announce({ object: entry.object, values: [[entry.place, entry.trouble.current]], answer: null });
    }
    await this.#change((entries) => afterDecision(entries, entry, choice));
    if (choice === 'theirs') {
      const { sender, id } = this.around.senderOf(entry.object);
      await sender.discard?.(id);
    }
    this.around.tell({ changed: true });
    this.flush();
  }

  /** Sends pending entries at once. */
  readonly flush = (): void => this.#schedule(0);

  #schedule(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), wait);
  }

  async #send(): Promise<void> {
    if (this.#sending) {
      this.#again = true;
      return;
    }
    this.#sending = true;
    this.#oldest = 0;
    try {
      await this.around.alone(() => this.#sendAll());
    } catch (error) {
      this.#halt(error);
    } finally {
      this.#sending = false;
      if (this.#again) {
        this.#again = false;
        this.flush();
      }
    }
  }

  async #sendAll(): Promise<void> {
    const waiting = new Set<string>();
    for (;;) {
      const entries = await this.#change((entries) => entries);
      const batch = nextBatch(entries.filter(({ object }) => !waiting.has(object)));
      const [first] = batch;
      if (!first || !this.around.mayGo()) return;
      const { sender, id } = this.around.senderOf(first.object);
      await this.#change((entries) => afterSent(entries, batch, sender.same));
      if (!this.around.mayGo()) return;
      try {
        const outcome = await sender.send(id, batch);
        if (outcome.kind === 'waits') waiting.add(first.object);
        else await this.#settle(batch, sender, outcome);
      } catch (error) {
        this.#halt(error);
        return;
      }
      this.#failures = 0;
      this.#show({ halted: null });
    }
  }

  async #settle(batch: Entries, sender: Sender, outcome: Exclude<Outcome, { kind: 'waits' }>): Promise<void> {
    switch (outcome.kind) {
      case 'saved': {
        const values = batch.map(({ place, value }) => [place, value] as const);
        this.#announce({ object: batch[0]?.object ?? '', values, answer: outcome.answer });
        await this.#change((entries) => accepted(entries, batch, outcome.version));
        break;
      }
      case 'outdated': {
        // An earlier response was lost: the server already has these values, and the page needs them before the next
        // edit.
        const values = batch
          .filter(({ place, value }) => sender.same(outcome.current.get(place), value))
          .map(({ place, value }) => [place, value] as const);
        if (values.length > 0) this.#announce({ object: batch[0]?.object ?? '', values, answer: null });
        await this.#change((entries) => afterConflict(entries, batch, outcome, sender.same));
        break;
      }
      case 'refused':
        await this.#change((entries) => afterRefusal(entries, batch, outcome.messages));
        break;
    }
    this.around.tell({ changed: true });
  }

  /** Reports why sending stopped and retries with backoff. After a 401 the next login resumes it. */
  #halt(error: unknown): void {
    if (error instanceof ApiError && error.status === 401) return;
    const known = error instanceof NetworkError || error instanceof ApiError;
    if (!known) reportError(error);
    const pause = Math.min(RETRY_MS * 2 ** this.#failures, RETRY_MOST_MS);
    this.#failures += 1;
    const asked = error instanceof ApiError && error.retryAfter !== null ? error.retryAfter * 1000 : 0;
    this.#show({ halted: error instanceof NetworkError ? 'network' : known ? 'server' : 'fault' });
    this.#schedule(Math.max(pause, asked));
  }

  async #change(make: (entries: Entries) => Entries): Promise<Entries> {
    this.#writing += 1;
    const { store } = this.around;
    try {
      const entries = await store.change(make);
      // A later write of this tab is still running and will show its own result.
      if (this.#writing === 1) this.#show({ entries, loaded: true, durable: store.isDurable() });
      return entries;
    } finally {
      this.#writing -= 1;
    }
  }

  #same(object: string): Same {
    return this.around.senderOf(object).sender.same;
  }

  #announce(saved: Saved): void {
    this.#notifySaved(saved);
    this.around.tell({ changed: true, saved });
  }

  #notifySaved(saved: Saved): void {
    for (const listener of this.#savedListeners) listener(saved);
  }

  #show(change: Partial<Snapshot>): void {
    if (this.#paused) return;
    const { entries } = this.#snapshot;
    this.#snapshot = { ...this.#snapshot, ...change };
    if (change.entries) this.#snapshot = { ...this.#snapshot, entries: withUnchangedKept(entries, change.entries) };
    for (const listener of this.#listeners) listener();
  }
}
