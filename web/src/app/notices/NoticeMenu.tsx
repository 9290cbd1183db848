import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import type { Notice } from '@shp/shared/api/notices/calls';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { client } from '../../core/client.ts';
import { useNoticesText } from '../../core/i18n/noticesTexts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { Clock } from '../../ui/Clock.tsx';

const STEP = 10;
const MOST = 200;

type Props = { anchor: HTMLElement; unread: number; onClose: () => void; onRead: () => void };

/** The newest notices. Choosing one marks it as read and goes where it leads. */
export function NoticeMenu({ anchor, unread, onClose, onRead }: Props) {
  const text = useNoticesText();
  const { lang } = usePreferences();
  const { id } = useUser();
  const navigate = useNavigate();
  const [size, setSize] = useState(STEP);
  const { data, refetch } = useQuery({
    queryKey: ['notices', id, lang, size],
    queryFn: ({ signal }) => client.call('GET notice/query', { size }, { signal, revalidate: true }),
    placeholderData: keepPreviousData,
  });
  const { mutate: read } = useMutation({
    mutationFn: (which: { ids: string[] } | { all: true }) => client.call('POST notice/read', which),
    onSettled: () => {
      onRead();
      void refetch();
    },
  });
  const choose = ({ id: notice, link, readAt }: Notice) => {
    if (readAt === null) read({ ids: [notice] });
    if (link === null) return;
    onClose();
    navigate(link);
  };
  const items = data?.items ?? [];
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      slotProps={{ paper: { sx: { width: 420, maxHeight: '70vh' } }, list: { 'aria-label': text.title } }}
    >
      {unread > 0 && <MenuItem onClick={() => read({ all: true })}>{text.readAll}</MenuItem>}
      {unread > 0 && <Divider />}
      {data && items.length === 0 && <MenuItem disabled>{text.none}</MenuItem>}
      {items.map((notice) => (
        <MenuItem key={notice.id} onClick={() => choose(notice)} sx={{ display: 'block', whiteSpace: 'normal', py: 1 }}>
          <Typography variant="body2" sx={{ fontWeight: notice.readAt === null ? 600 : 400 }}>
            {notice.text}
          </Typography>
          <Typography variant="caption" color="text.secondary">
            {text.kinds[notice.kind]} · <Clock at={notice.at} />
          </Typography>
        </MenuItem>
      ))}
      {data && items.length < Math.min(data.total, MOST) && (
        <MenuItem onClick={() => setSize(Math.min(size + STEP, MOST))}>{text.older}</MenuItem>
      )}
    </Menu>
  );
}
