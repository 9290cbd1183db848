import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pinEntered } from '../core/device.ts';
import { useOfflineText } from '../core/i18n/offlineTexts.ts';
import { useUser } from '../core/session.ts';
import { RADIUS } from '../theme/tokens.ts';
import { Open } from './OfflineStart.tsx';
import { type DeviceAccount, openOfflineCopies } from './store.ts';

/** The page was opened with a connection, so that nobody has asked for the PIN yet, and then lost it. */
export default function Locked() {
  const text = useOfflineText();
  const { id: account } = useUser();
  const cache = useQueryClient();
  const [holder, setHolder] = useState<DeviceAccount>();
  useEffect(() => {
    void openOfflineCopies().then(async (database) => setHolder(await database.get('holders', account)));
  }, [account]);
  if (!holder) return null;
  const opened = () => {
    pinEntered();
    void cache.resetQueries({ predicate: ({ state }) => state.status === 'error' });
  };
  return (
    <Box component="section" className="door" aria-label={text.door.title} sx={PLACE}>
      <h2>{text.door.title}</h2>
      <p>{text.door.locked}</p>
      <Open holder={holder} onOpen={opened} />
    </Box>
  );
}

/** Stronger than the box's own style. */
const PLACE = {
  '&.door': {
    boxSizing: 'border-box',
    width: { xs: 'calc(100% - 32px)', sm: 424 },
    p: { xs: 2, sm: 4 },
    mx: { xs: 2, sm: 'auto' },
    mt: 4,
    border: '1px solid',
    borderColor: 'divider',
    borderRadius: `${RADIUS.card}px`,
    bgcolor: 'background.paper',
  },
} as const;
