import { BY_ACCOUNT, finished, OUTBOX, openDatabase } from '../core/database.ts';
import { type Entries, type Entry, isEntry } from './entries.ts';

/** Storage of one account's entries. */
export type Store = {
  /** Replaces the entries by the result of `make`, atomically across tabs. `make` may run more than once. */
  change(make: (entries: Entries) => Entries): Promise<Entries>;
  /** Whether all entries survive closing the tab. */
  isDurable(): boolean;
};

type Row = Entry & { readonly account: string };

/**
 * Entries in IndexedDB: they survive tab, browser and session. Rows that are not valid or not `known` may come from
 * another version of the console and stay untouched.
 */
export function browserStore(account: string, known: (entry: Entry) => boolean): Store {
  async function change(make: (entries: Entries) => Entries): Promise<Entries> {
    const transaction = (await openDatabase()).transaction(OUTBOX, 'readwrite');
    const store = transaction.objectStore(OUTBOX);
    let after: Entries = [];
    const request: IDBRequest<Row[]> = store.index(BY_ACCOUNT).getAll(account);
    request.onsuccess = () => {
      const before = request.result
        .map(({ account: _, ...entry }) => entry)
        .filter((row) => isEntry(row) && known(row));
      after = make(before);
      for (const { object, place } of before.filter((entry) => !after.includes(entry))) {
        store.delete([account, object, place]);
      }
      for (const entry of after.filter((one) => !before.includes(one))) store.put({ ...entry, account });
    };
    await finished(transaction);
    return after;
  }
  return { change, isDurable: () => true };
}

const nameOf = ({ object, place }: Entry) => JSON.stringify([object, place]);

/**
 * Keeps in memory what another store cannot take, because it is full or forbidden, and stores it as soon as it can. What
 * is sent meanwhile is deleted from the full store: an older value would be sent again by the next tab.
 */
export function withMemory(store: Store): Store {
  /** What the store lacks: a newer entry, or null for one that it has too many. */
  let lacking: ReadonlyMap<string, Entry | null> = new Map();
  let known: Entries = [];
  let last: Promise<unknown> = Promise.resolve();

  const whole = (stored: Entries): Entries => [
    ...stored.filter((entry) => !lacking.has(nameOf(entry))),
    ...[...lacking.values()].filter((entry) => entry !== null),
  ];

  async function change(make: (entries: Entries) => Entries): Promise<Entries> {
    try {
      const after = await store.change((stored) => {
        known = stored;
        return make(whole(stored));
      });
      lacking = new Map();
      return after;
    } catch {
      const after = make(whole(known));
      const wanted = new Map(after.map((entry) => [nameOf(entry), entry]));
      const gone = known.filter((entry) => !wanted.has(nameOf(entry)));
      lacking = new Map<string, Entry | null>([
        ...gone.map((entry) => [nameOf(entry), null] as const),
        ...after.filter((entry) => !known.includes(entry)).map((entry) => [nameOf(entry), entry] as const),
      ]);
      if (gone.length > 0) await forget();
      return after;
    }
  }

  /** Deleting needs no room. */
  async function forget(): Promise<void> {
    try {
      known = await store.change((stored) => stored.filter((entry) => lacking.get(nameOf(entry)) !== null));
      lacking = new Map([...lacking].filter(([, entry]) => entry !== null));
    } catch {
      // The next change tries again.
    }
  }

  return {
    // One after the other, as the changes of a database are.
    change: (make) => {
      const made = last.then(() => change(make));
      last = made.catch(() => undefined);
      return made;
    },
    isDurable: () => lacking.size === 0,
  };
}
