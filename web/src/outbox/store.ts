import { BY_ACCOUNT, finished, OUTBOX, openDatabase } from '../core/database.ts';
import { type Entries, type Entry, isEntry } from './entries.ts';

/** Where one account's entries are kept. */
export type Store = {
  /** Replaces the entries by what `make` makes of them, with nothing in between, whichever tab asks. */
  change(make: (entries: Entries) => Entries): Promise<Entries>;
};

type Row = Entry & { readonly account: string };

/**
 * Entries in IndexedDB: they survive the tab, the browser and the session. Rows that are no entries, or are not `known`, as
 * another version of the console may have left, stay there untouched.
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

/** Entries in memory: where the browser keeps nothing. */
export function memoryStore(entries: Entries = []): Store {
  let kept = entries;
  return {
    change: async (make) => {
      kept = make(kept);
      return kept;
    },
  };
}
