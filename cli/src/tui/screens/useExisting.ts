import type { User } from '@shp/shared/api/objects';
import { useEffect, useState } from 'react';
import type { ListModel } from '../list/model.ts';

/** Which of these accounts exist, asked one by one; those without an answer yet are left out. */
export function useExisting(model: ListModel<User>, accounts: readonly string[]): ReadonlyMap<string, boolean> {
  const [found, setFound] = useState<ReadonlyMap<string, boolean>>(new Map());
  const wanted = accounts.join('\n');
  useEffect(() => {
    const stop = new AbortController();
    const [search] = model.def.filters;
    const ask = async () => {
      for (const account of wanted.split('\n').filter(Boolean)) {
        const { items } = await model.fetch({ [search?.key ?? 'keyword']: account, page: 1, size: 20 }, stop.signal);
        const exists = items.some((user) => user.account.toLowerCase() === account.toLowerCase());
        setFound((all) => new Map([...all, [account, exists]]));
      }
    };
    // Without an answer the rows have no mark: the import tells.
    ask().catch(() => {});
    return () => stop.abort();
  }, [model, wanted]);
  return found;
}
