import { memoryStore, type Store } from 'react-admin';

const PLACE = 'shp.columns';

/** react-admin's store: only the choice of columns is kept in the browser, as lists have their state in the address bar. */
export function columnStore(): Store {
  const kept: Record<string, unknown> = JSON.parse(localStorage.getItem(PLACE) ?? '{}');
  const store = memoryStore(kept);
  return {
    ...store,
    setItem: (key, value) => {
      store.setItem(key, value);
      if (!key.startsWith('columns.')) return;
      kept[key] = value;
      localStorage.setItem(PLACE, JSON.stringify(kept));
    },
  };
}
