import { useCallback, useState } from 'react';
import { readStored, writeStored } from '../core/browserStorage.ts';

/** The positions of tabs that a session remembers; the end of the session clears them. */
export const TAB_MEMORY = {
  stationScore: 'shp.tab.stationScore',
  expertScore: 'shp.tab.expertScore',
  expertSelectScore: 'shp.tab.expertSelectScore',
  manager: 'shp.tab.manager',
  station: 'shp.tab.station',
  expert: 'shp.tab.expert',
} as const;

/** Has some tabs, wherever they are, open at one of them. */
export function rememberTab(memory: keyof typeof TAB_MEMORY, tab: string): void {
  writeStored(TAB_MEMORY[memory], tab, 'sessionStorage');
}

/** The open one of some tabs, remembered for the session. */
export function useTab<T extends string>(
  memory: keyof typeof TAB_MEMORY,
  tabs: readonly [T, ...T[]],
): [open: T, choose: (tab: T) => void] {
  const key = TAB_MEMORY[memory];
  const [chosen, setChosen] = useState(() => readStored(key, 'sessionStorage'));
  const choose = useCallback(
    (tab: T) => {
      rememberTab(memory, tab);
      setChosen(tab);
    },
    [memory],
  );
  return [tabs.find((tab) => tab === chosen) ?? tabs[0], choose];
}
