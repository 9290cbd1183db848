import { useMemo, useSyncExternalStore } from 'react';
import { isTextList, readStored, readStoredJson, writeStored } from '../../../core/browserStorage.ts';
import { useExpertText } from '../../../core/i18n/expertTexts.ts';
import { useUser } from '../../../core/session.ts';

const listeners = new Set<() => void>();
const keyOf = (account: string) => `shp.phrases.${account}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Phrases for reasons: the account's own from this browser, then the built-in ones. */
export function usePhrases() {
  const { offered } = useExpertText().phrases;
  const key = keyOf(useUser().id);
  const stored = useSyncExternalStore(subscribe, () => readStored(key));
  return useMemo(() => {
    /** Those stored at the moment: "Undo" and other tabs change them too. */
    const now = () => readStoredJson(key, isTextList) ?? [];
    const own = stored === null ? [] : now();
    const keep = (phrases: readonly string[]) => {
      writeStored(key, JSON.stringify(phrases));
      for (const listener of listeners) listener();
    };
    return {
      own,
      all: [...own, ...offered.filter((phrase) => !own.includes(phrase))],
      add: (phrase: string) => keep([...now().filter((one) => one !== phrase), phrase]),
      remove: (phrase: string) => keep(now().filter((one) => one !== phrase)),
    };
  }, [stored, key, offered]);
}

export type Phrases = ReturnType<typeof usePhrases>;
