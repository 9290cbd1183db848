import { BY_ACCOUNT, finished, OUTBOX, openDatabase } from '../core/database.ts';
import { type Entries, type Entry, isEntry } from './entries.ts';

/** Storage of one account's entries. */
export type Store = {
  /** Replaces the entries by the result of `make`, atomically across tabs. */
  change(make: (entries: Entries) => Entries): Promise<Entries>;
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
  return { change };
}

/** Entries in memory, if the browser offers no storage. */
export function memoryStore(entries: Entries = []): Store {
  let current = entries;
  return {
    change: async (make) => {
      current = make(current);
      return current;
    },
  };
}
