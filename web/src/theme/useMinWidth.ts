import { useTheme } from '@mui/material/styles';
import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window is at least as wide as this breakpoint. */
export function useMinWidth(from: 'sm' | 'md' | 'lg'): boolean {
  const query = useTheme().breakpoints.up(from).replace('@media ', '');
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
