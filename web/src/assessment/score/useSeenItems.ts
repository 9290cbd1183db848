import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { isTextList, readStoredJson, writeStored } from '../../core/browserStorage.ts';
import { useUser } from '../../core/session.ts';

/** The items that this account has marked as read in an assessment; stored in this browser. */
export function useSeenItems(assessment: string) {
  const { id } = useUser();
  const cache = useQueryClient();
  const key = `shp.seen.${id}.${assessment}`;
  // In the cache, so that the bar at the foot counts what the items mark.
  const { data: serials } = useQuery<readonly string[]>({
    queryKey: [key],
    enabled: false,
    initialData: () => readStoredJson(key, isTextList) ?? [],
  });
  const mark = useCallback(
    (serial: string, on: boolean) => {
      cache.setQueryData<readonly string[]>([key], (before = []) => {
        const others = before.filter((one) => one !== serial);
        const after = on ? [...others, serial] : others;
        writeStored(key, after.length === 0 ? null : JSON.stringify(after));
        return after;
      });
    },
    [cache, key],
  );
  return useMemo(() => ({ seen: new Set(serials), mark }), [serials, mark]);
}
