import Box from '@mui/material/Box';
import type { Notice } from '@shp/shared/api/notices/calls';
import { HUE_OF, type Hue } from '@shp/shared/domain/assessment/hues';
import type { NoticeKind } from '@shp/shared/domain/notices/kinds';
import { Link } from 'react-router';
import { useNoticesText } from '../../core/i18n/noticesTexts.ts';
import { useText } from '../../core/i18n/texts.ts';
import { HueChip } from '../../ui/StatusChip.tsx';
import { Ago } from './Ago.tsx';

/** The kinds whose news is the status that was reached. */
const TELLS_STATUS: ReadonlySet<NoticeKind> = new Set(['passedOn', 'concluded']);
/** The hue of a notice without a status to show. */
const HUE_OF_KIND: Record<NoticeKind, Hue> = {
  passedOn: 'grey',
  concluded: 'grey',
  submitted: 'amber',
  returned: 'amber',
  assigned: 'violet',
  takenOff: 'grey',
  proposed: 'green',
  proposalStopped: 'amber',
  answered: 'amber',
  ratingEnds: 'amber',
  overdue: 'red',
  findingDue: 'amber',
  findingOverdue: 'red',
  undelivered: 'red',
};

type Props = {
  notice: Notice;
  /** Beneath a heading that says what happened. */
  grouped?: boolean;
  onChoose: (notice: Notice) => void;
};

/** A notice in two lines: the station and when; what happened, the number and the last day. */
export function NoticeRow({ notice, grouped = false, onChoose }: Props) {
  const text = useNoticesText();
  const { kind, station, number, day, readAt, link, at } = notice;
  const content = (
    <>
      {readAt === null && <Box component="i" role="img" aria-label={text.isUnread} sx={DOT} />}
      <Box component="span" className="name">
        {station ?? text.kinds[kind]}
      </Box>
      <Ago at={at} />
      <span className="facts">
        {station === null ? notice.text : <Chip notice={notice} grouped={grouped} />}
        {number !== null && <span>{number}</span>}
        {day !== null && <span>{text.day[kind]?.(day) ?? day}</span>}
      </span>
    </>
  );
  const props = { className: readAt === null ? 'row unread' : 'row', onClick: () => onChoose(notice) };
  return (
    <li>
      {link === null ? (
        <button type="button" {...props}>
          {content}
        </button>
      ) : (
        <Link to={link} {...props}>
          {content}
        </Link>
      )}
    </li>
  );
}

function Chip({ notice: { kind, status }, grouped }: { notice: Notice; grouped: boolean }) {
  const text = useNoticesText();
  const { common } = useText();
  if (status !== null && (grouped || TELLS_STATUS.has(kind)))
    return <HueChip hue={HUE_OF[status]}>{common.statuses[status]}</HueChip>;
  return grouped ? null : <HueChip hue={HUE_OF_KIND[kind]}>{text.kinds[kind]}</HueChip>;
}

const DOT = {
  position: 'absolute',
  left: 8,
  top: 17,
  width: 8,
  height: 8,
  borderRadius: '50%',
  bgcolor: 'primary.main',
} as const;

/** The style of rows, set once by the panel. */
export const ROWS = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& .row': {
    position: 'relative',
    boxSizing: 'border-box',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: 1.5,
    rowGap: 0.25,
    width: '100%',
    pl: 3,
    pr: 2,
    py: 1.25,
    border: 0,
    borderTop: '1px solid',
    borderColor: 'divider',
    bgcolor: 'transparent',
    color: 'text.primary',
    font: 'inherit',
    textAlign: 'left',
    textDecoration: 'none',
    cursor: 'pointer',
    '&:hover': { bgcolor: 'action.hover' },
    '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: -3 },
  },
  '& .unread': { bgcolor: 'primary.light', '&:hover': { '& .name': { textDecoration: 'underline' } } },
  '& .name': { overflowWrap: 'anywhere' },
  '& .unread .name': { fontWeight: 600 },
  '& time': { typography: 'caption', color: 'text.secondary', lineHeight: 1.8 },
  '& .facts': {
    gridColumn: '1 / -1',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 1,
    typography: 'caption',
    color: 'text.secondary',
  },
} as const;
