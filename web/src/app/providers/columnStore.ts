import { memoryStore, type Store } from 'react-admin';
import { isObject, isTextList, readStoredJson, writeStored } from '../../core/browserStorage.ts';

const PLACE = 'shp.columns';

/** react-admin's store. Only the column choice is stored in the browser; the state of a list is in the address bar. */
export function columnStore(): Store {
  const stored = Object.entries(readStoredJson(PLACE, isObject) ?? {});
  const merged: Record<string, unknown> = Object.fromEntries(stored.filter(([, hidden]) => isTextList(hidden)));
  const store = memoryStore(merged);
  return {
    ...store,
    setItem: (key, value) => {
      store.setItem(key, value);
      if (!key.startsWith('columns.')) return;
      merged[key] = value;
      writeStored(PLACE, JSON.stringify(merged));
    },
  };
}
