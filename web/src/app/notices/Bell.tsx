import Notifications from '@mui/icons-material/Notifications';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { client } from '../../core/client.ts';
import { useNoticesText } from '../../core/i18n/noticesTexts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { BellIcon } from './BellIcon.tsx';
import { NoticePanel } from './NoticePanel.tsx';

/** How often an open console looks for new notices; an unchanged count costs an answer without a body. */
const LOOK_MS = 60_000;
const MOST_SHOWN = 99;

/** The bell with the number of unread notices. */
export function Bell() {
  return (
    <Suspense fallback={<BellIcon />}>
      <BellButton />
    </Suspense>
  );
}

function BellButton() {
  const text = useNoticesText();
  const { lang } = usePreferences();
  const { id } = useUser();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data, refetch } = useQuery({
    queryKey: ['notices', id, lang],
    queryFn: ({ signal }) => client.call('GET notice/query', { unread: true, size: 1 }, { signal, revalidate: true }),
    refetchInterval: LOOK_MS,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const unread = data?.total ?? 0;
  const name = unread === 0 ? text.title : text.unread(unread);
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={name}
        title={name}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ px: 0.75 }}
      >
        <Notifications fontSize="small" />
        {unread > 0 && (
          <Box component="span" aria-hidden sx={COUNT}>
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </Box>
        )}
      </IconButton>
      {anchor && (
        <NoticePanel anchor={anchor} unread={unread} onClose={() => setAnchor(null)} onRead={() => void refetch()} />
      )}
    </>
  );
}

const COUNT = {
  position: 'absolute',
  top: 0,
  right: 0,
  px: 0.5,
  minWidth: 16,
  borderRadius: 4,
  bgcolor: 'error.main',
  color: 'error.contrastText',
  fontSize: 11,
  lineHeight: '16px',
  fontWeight: 600,
} as const;
