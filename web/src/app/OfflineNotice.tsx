import Box from '@mui/material/Box';
import { useSyncExternalStore } from 'react';
import { useText } from '../core/i18n/texts.ts';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** A line beneath the menu while the device is offline. */
export function OfflineNotice() {
  const { web } = useText();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <Box role="status" sx={NOTICE}>
      {!online && web.offline}
    </Box>
  );
}

const NOTICE = {
  px: 2,
  py: 0.75,
  bgcolor: 'warning.main',
  color: 'warning.contrastText',
  textAlign: 'center',
  '&:empty': { p: 0 },
} as const;
