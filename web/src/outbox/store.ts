import { BY_ACCOUNT, finished, OUTBOX, openDatabase } from './database.ts';
import type { Entries, Entry } from './entries.ts';

/** Where one account's entries are kept. */
export type Store = {
  /** Replaces the entries by what `make` makes of them, with nothing in between, whichever tab asks. */
  change(make: (entries: Entries) => Entries): Promise<Entries>;
};

type Row = Entry & { readonly account: string };

/** Entries in IndexedDB: they survive the tab, the browser and the session. */
export function browserStore(account: string): Store {
  async function change(make: (entries: Entries) => Entries): Promise<Entries> {
    const transaction = (await openDatabase()).transaction(OUTBOX, 'readwrite');
    const store = transaction.objectStore(OUTBOX);
    let after: Entries = [];
    const request: IDBRequest<Row[]> = store.index(BY_ACCOUNT).getAll(account);
    request.onsuccess = () => {
      const before = request.result.map(({ account: _, ...entry }) => entry);
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
