import NavigateNext from '@mui/icons-material/NavigateNext';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Notice } from '@shp/shared/api/notices/calls';
import { filterOfView, findingsAddress } from '@shp/shared/domain/addresses/findings';
import { listAddress } from '@shp/shared/domain/addresses/listFields';
import { LANG_TAGS } from '@shp/shared/domain/lib/lang';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { client } from '../../core/client.ts';
import { useNoticesText } from '../../core/i18n/noticesTexts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { NoticeRow, ROWS } from './NoticeRow.tsx';

/** The kinds of notice that stand together while they are unread. */
export const OVERDUE_KINDS = ['overdue', 'findingOverdue'] as const;
type OverdueKind = (typeof OVERDUE_KINDS)[number];

/** What is overdue now, of which the notices are the news: the list that has it, and its total. */
const LISTS = {
  overdue: {
    address: listAddress('/assessments', { overdue: true }),
    total: async (signal: AbortSignal) =>
      (await client.call('GET assessment/query', { overdue: true, size: 1 }, { signal })).total,
  },
  findingOverdue: {
    address: findingsAddress('overdue'),
    total: async (signal: AbortSignal) =>
      (await client.call('GET finding/query', { ...filterOfView('overdue'), size: 1 }, { signal })).total,
  },
} as const;

/** Notices shown before the rest is asked for. */
const SHOWN = 3;

type Props = {
  kind: OverdueKind;
  notices: readonly Notice[];
  /** Gets the notices that were read by following them or their heading. */
  onChoose: (notices: readonly Notice[]) => void;
};

/** Unread notices of what is overdue, and the number of all that is, which leads to the list with as many rows. */
export function OverdueGroup({ kind, notices, onChoose }: Props) {
  const text = useNoticesText();
  const { lang } = usePreferences();
  const headingId = useId();
  const [isWhole, setWhole] = useState(false);
  const { address, total } = LISTS[kind];
  const { data: count } = useQuery({ queryKey: ['notices', 'total', kind], queryFn: ({ signal }) => total(signal) });
  const shown = isWhole ? notices : notices.slice(0, SHOWN);
  return (
    <section aria-labelledby={headingId}>
      <Box component={Link} to={address} className="row" onClick={() => onChoose(notices)} sx={ALL}>
        {count === undefined ? text.kinds[kind] : text[kind](count.toLocaleString(LANG_TAGS[lang]))}
        <NavigateNext fontSize="small" />
      </Box>
      <Typography variant="h3" id={headingId} sx={HEADING}>
        {text.kinds[kind]}{' '}
        <Box component="span" sx={COUNT}>
          {text.unreadHere(notices.length)}
        </Box>
      </Typography>
      <Box component="ul" sx={ROWS}>
        {shown.map((one) => (
          <NoticeRow key={one.id} notice={one} grouped onChoose={() => onChoose([one])} />
        ))}
      </Box>
      {shown.length < notices.length && (
        <Button size="small" sx={{ ml: 1.5, my: 0.5 }} onClick={() => setWhole(true)}>
          {text.more(notices.length - SHOWN)}
        </Button>
      )}
    </section>
  );
}

/** Apart from the notices below it: it counts all that is overdue, not them. */
const ALL = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  mx: 1.5,
  my: 1,
  pl: 1.5,
  pr: 1,
  py: 0.75,
  border: '1px solid',
  borderRadius: 1,
  borderColor: 'divider',
  color: 'error.main',
  fontWeight: 600,
  textDecoration: 'none',
  '&:hover': { bgcolor: 'action.hover', textDecoration: 'underline' },
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: -3 },
} as const;

const HEADING = { px: 2, pt: 1, pb: 1 } as const;
export const COUNT = { color: 'text.secondary', fontWeight: 400 } as const;
