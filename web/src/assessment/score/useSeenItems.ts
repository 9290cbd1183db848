import { useMemo, useState } from 'react';
import { isTextList, readStoredJson, writeStored } from '../../core/browserStorage.ts';
import { useUser } from '../../core/session.ts';

/** The items that this account has marked as read in an assessment; stored in this browser. */
export function useSeenItems(assessment: string) {
  const { id } = useUser();
  const key = `shp.seen.${id}.${assessment}`;
  const [serials, setSerials] = useState(() => readStoredJson(key, isTextList) ?? []);
  return useMemo(() => {
    const seen = new Set(serials);
    function mark(serial: string, on: boolean) {
      setSerials((before) => {
        const others = before.filter((one) => one !== serial);
        const after = on ? [...others, serial] : others;
        writeStored(key, after.length === 0 ? null : JSON.stringify(after));
        return after;
      });
    }
    return { seen, mark };
  }, [serials, key]);
}
