import { useCallback, useState } from 'react';
import { readStored, writeStored } from '../core/browserStorage.ts';

/** Tab positions stored for the session; its end clears them. */
export const TAB_MEMORY = {
  stationScore: 'shp.tab.stationScore',
  expertScore: 'shp.tab.expertScore',
  expertSelectScore: 'shp.tab.expertSelectScore',
  manager: 'shp.tab.manager',
  station: 'shp.tab.station',
  expert: 'shp.tab.expert',
  /** The assessment whose page began at the part that waits. */
  begun: 'shp.tab.begun',
  /** The review whose scores began at the first unfinished chapter. */
  begunScores: 'shp.tab.begunScores',
} as const;

/** Sets the tab that a group of tabs, on any page, opens at. */
export function rememberTab(memory: keyof typeof TAB_MEMORY, tab: string): void {
  writeStored(TAB_MEMORY[memory], tab, 'sessionStorage');
}

/** The open tab of a group, stored for the session; at first the one that a link leads to. */
export function useTab<T extends string>(
  memory: keyof typeof TAB_MEMORY,
  tabs: readonly [T, ...T[]],
  linked?: T | undefined,
): [open: T, choose: (tab: T) => void] {
  const key = TAB_MEMORY[memory];
  const [chosen, setChosen] = useState(() => linked ?? readStored(key, 'sessionStorage'));
  const choose = useCallback(
    (tab: T) => {
      rememberTab(memory, tab);
      setChosen(tab);
    },
    [memory],
  );
  return [tabs.find((tab) => tab === chosen) ?? tabs[0], choose];
}
