import Close from '@mui/icons-material/Close';
import NotificationsNone from '@mui/icons-material/NotificationsNone';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { type Notice, READ_MAX } from '@shp/shared/api/notices/calls';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import { Link } from 'react-router';
import { client } from '../../core/client.ts';
import { useNoticesText } from '../../core/i18n/noticesTexts.ts';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useUser } from '../../core/session.ts';
import { PHONE, RADIUS } from '../../theme/tokens.ts';
import { Failure } from '../../ui/Failure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { NoticeRow, ROWS } from './NoticeRow.tsx';
import { COUNT, OVERDUE_KINDS, OverdueGroup } from './OverdueGroup.tsx';

const STEP = 50;

type Props = { anchor: HTMLElement; unread: number; onClose: () => void; onRead: () => void };

/**
 * The newest notices; unread ones of what is overdue stand first, under headings that lead to their lists. Choosing a notice
 * marks it as read and goes where it leads.
 */
export function NoticePanel({ anchor, unread, onClose, onRead }: Props) {
  const text = useNoticesText();
  const { web } = useText();
  const { lang } = usePreferences();
  const { id } = useUser();
  const headingId = useId();
  const [size, setSize] = useState(STEP);
  const { data, error, refetch } = useQuery({
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
  const follow = (chosen: readonly Notice[]) => {
    const ids = chosen.filter(({ readAt }) => readAt === null).map((one) => one.id);
    if (ids.length > 0) read({ ids });
    if (chosen[0]?.link !== null) onClose();
  };
  function readAll({ currentTarget }: MouseEvent<HTMLElement>) {
    // The button goes, the focus stays in the panel.
    currentTarget.closest<HTMLElement>('[role=dialog]')?.focus();
    read({ all: true });
  }
  const items = data?.items ?? [];
  const groups = OVERDUE_KINDS.map((kind) => ({
    kind,
    notices: items.filter((one) => one.kind === kind && one.readAt === null),
  })).filter(({ notices }) => notices.length > 0);
  const grouped = new Set(groups.flatMap(({ notices }) => notices));
  const others = items.filter((one) => !grouped.has(one));
  const otherUnread = unread - grouped.size;
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      onKeyDown={moveFocus}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': headingId, sx: PANEL } }}
    >
      <Box sx={HEAD}>
        <Typography variant="h2" id={headingId}>
          {text.title}
        </Typography>
        {unread > 0 && <Typography color="text.secondary">{text.unreadHere(unread)}</Typography>}
        {unread > 0 && (
          <Button size="small" sx={{ ml: 'auto' }} onClick={readAll}>
            {text.readAll}
          </Button>
        )}
        <IconButton
          size="small"
          aria-label={web.close}
          onClick={onClose}
          sx={{ display: { sm: 'none' }, ml: unread > 0 ? 0 : 'auto' }}
        >
          <Close fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={BODY}>
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <Box sx={{ px: 2 }}>
            <Skeleton rows={4} height={56} />
          </Box>
        )}
        {data?.total === 0 && (
          <Box sx={EMPTY}>
            <NotificationsNone sx={{ fontSize: 40 }} />
            <Typography variant="h3" component="p" color="text.primary">
              {text.none}
            </Typography>
            <span>{text.noneHint}</span>
          </Box>
        )}
        {groups.map(({ kind, notices }) => (
          <OverdueGroup key={kind} kind={kind} notices={notices} onChoose={follow} />
        ))}
        {groups.length > 0 && others.length > 0 && (
          <Typography variant="h3" sx={OTHERS}>
            {text.others}{' '}
            {otherUnread > 0 && (
              <Box component="span" sx={COUNT}>
                {text.unreadHere(otherUnread)}
              </Box>
            )}
          </Typography>
        )}
        <Box component="ul" sx={ROWS}>
          {others.map((one) => (
            <NoticeRow key={one.id} notice={one} onChoose={() => follow([one])} />
          ))}
        </Box>
        {data && items.length < Math.min(data.total, READ_MAX) && (
          <Button fullWidth onClick={() => setSize(Math.min(size + STEP, READ_MAX))}>
            {text.older}
          </Button>
        )}
      </Box>
      <Box sx={FOOT}>
        <Button size="small" component={Link} to="/profile?tab=notices" onClick={onClose}>
          {text.settings}
        </Button>
      </Box>
    </Popover>
  );
}

/** The arrow keys, Home and End move through the notices. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  // The page's own keys do not reach through the panel.
  event.stopPropagation();
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.row')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const place = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key];
  if (place === undefined || rows.length === 0) return;
  event.preventDefault();
  rows.at(place % rows.length)?.focus();
}

/** Below the header; on a phone a sheet at the foot of the window, as wide as it. */
const PANEL = {
  display: 'flex',
  flexDirection: 'column',
  width: 440,
  maxHeight: 'min(640px, calc(100dvh - 80px))',
  mt: 1.5,
  [PHONE]: {
    left: '0 !important',
    right: 0,
    top: 'auto !important',
    bottom: 0,
    width: '100%',
    maxWidth: '100%',
    maxHeight: '88dvh',
    borderRadius: `${RADIUS.card}px ${RADIUS.card}px 0 0`,
  },
} as const;
const HEAD = { display: 'flex', alignItems: 'baseline', gap: 1, pl: 2, pr: 1, py: 1.25, flex: 'none' } as const;
/** What goes on below the edge fades there; the end of the list stands clear of it. */
const BODY = {
  flex: '1 1 auto',
  minHeight: 0,
  overflowY: 'auto',
  pb: 4,
  maskImage: 'linear-gradient(to top, transparent, #000 32px)',
} as const;
const OTHERS = { px: 2, pt: 2, pb: 1, borderTop: '1px solid', borderColor: 'divider' } as const;
const FOOT = { flex: 'none', px: 1, py: 0.75, borderTop: '1px solid', borderColor: 'divider' } as const;
const EMPTY = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 0.5,
  px: 4,
  py: 5,
  color: 'text.secondary',
  textAlign: 'center',
  textWrap: 'balance',
} as const;
