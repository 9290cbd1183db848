import Box from '@mui/material/Box';
import { type ComponentType, useEffect, useState } from 'react';
import { BellIcon } from './BellIcon.tsx';

/** The bell comes when the page is there: nothing that a page needs waits for it. */
const AFTER_MS = 1500;

/** The place of the bell in the header. */
export function BellSlot() {
  const [Bell, setBell] = useState<ComponentType | null>(null);
  useEffect(() => {
    // Offline there is no bell until the page is loaded anew.
    const load = () => import('./Bell.tsx').then(({ Bell: loaded }) => setBell(() => loaded)).catch(() => null);
    const timer = setTimeout(load, AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return <Box sx={{ width: 36, flex: 'none' }}>{Bell ? <Bell /> : <BellIcon />}</Box>;
}
