import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { AuditRow } from '@shp/shared/api/objects';
import { actionWord, kindWord, stationNote } from '@shp/shared/text/auditWords';
import { Link as RouterLink } from 'react-router';
import { useReviewText } from '../../../core/i18n/reviewTexts.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { ROWS_AS_CARDS } from '../../../theme/rowsAsCards.ts';
import { PHONE } from '../../../theme/tokens.ts';
import { Clock } from '../../../ui/Clock.tsx';
import { WHOLE_NAMES } from '../../../ui/list/columns.ts';
import { useFilter } from '../../../ui/list/filters.tsx';
import { useAdministrationText } from '../administrationText.ts';
import { useProfileText } from '../profileText.ts';
import { Changes } from './Changes.tsx';

type Props = {
  rows: readonly AuditRow[];
  busy: boolean;
  /** Whether a row says which station its object belongs to. */
  namesStations: boolean;
};

/** A page of the audit. Clicking a user's name filters by that user. */
export function AuditTable({ rows, busy, namesStations }: Props) {
  const { web } = useText();
  const { tabs } = useProfileText();
  const { audit: text } = useAdministrationText();
  return (
    <TableContainer tabIndex={0} role="region" aria-label={web.list.table(tabs.audit)}>
      <Table size="small" role="table" aria-busy={busy} sx={CARDS}>
        <TableHead role="rowgroup">
          <TableRow role="row">
            {[text.at, text.by, text.action, text.object, text.changes, text.address].map((heading) => (
              <TableCell key={heading} role="columnheader" sx={{ whiteSpace: 'nowrap', fontWeight: 600 }}>
                {heading}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody role="rowgroup">
          {rows.map((row) => (
            <Row key={row.id} row={row} namesStation={namesStations} />
          ))}
        </TableBody>
      </Table>
      {rows.length === 0 && !busy && <Typography sx={{ p: 2 }}>{web.list.empty}</Typography>}
    </TableContainer>
  );
}

function Row({ row, namesStation }: { row: AuditRow; namesStation: boolean }) {
  const { at, by, object, address, changes } = row;
  const station = namesStation ? stationNote(row) : null;
  const { common, rules } = useReviewText();
  const administration = useAdministrationText();
  const text = administration.audit;
  const { set } = useFilter();
  return (
    <TableRow hover role="row" sx={{ '& td': { verticalAlign: 'top' } }}>
      <TableCell role="cell" className="at">
        <Clock at={at} />
      </TableCell>
      <TableCell role="cell" className="by" sx={{ minWidth: { sm: '11rem' }, ...WHOLE_NAMES }}>
        {by ? (
          <Link
            component="button"
            title={text.only(by.name)}
            onClick={() => set({ userId: by.id })}
            sx={{ textAlign: 'left' }}
          >
            {by.name}
          </Link>
        ) : (
          text.nobody
        )}
      </TableCell>
      <TableCell role="cell" className="action" sx={{ minWidth: { sm: '7rem' } }}>
        {actionWord(row, administration, rules)}
      </TableCell>
      <TableCell role="cell" className="object" sx={OBJECT}>
        <span className={WORD.test(object.name) ? 'line' : undefined}>
          {!(SAID.includes(object.kind) && object.name) && kindWord(object.kind, administration, common)}
          {object.name !== '' && !SAID.includes(object.kind) && common.marks.colon}
          {object.kind === 'assessment' ? (
            <Link component={RouterLink} to={`/assessments/${encodeURIComponent(object.id)}/admin`}>
              {object.name}
            </Link>
          ) : (
            object.name
          )}
        </span>
        {station !== null && (
          <Typography variant="caption" component="div" sx={STATION}>
            {station}
          </Typography>
        )}
      </TableCell>
      <TableCell role="cell" className="changes" sx={{ minWidth: '14rem', overflowWrap: 'anywhere' }}>
        <Changes kind={object.kind} changes={changes} />
      </TableCell>
      <TableCell role="cell" className="address">
        {address}
      </TableCell>
    </TableRow>
  );
}

/** Objects that the action, or a link to them, names already. */
const SAID: readonly string[] = ['assessment', 'login'];

const CELLS = ['at', 'by', 'action', 'object', 'changes', 'address'];
/** On a phone who did what stands on the left of a card, when and from where on the right. */
const CARDS = {
  ...ROWS_AS_CARDS,
  [PHONE]: {
    ...ROWS_AS_CARDS[PHONE],
    '& tbody tr': {
      ...ROWS_AS_CARDS[PHONE]['& tbody tr'],
      display: 'grid',
      gridTemplate: '"by at" "action address" "object object" "changes changes" / 1fr auto',
      alignItems: 'baseline',
      columnGap: 1.5,
    },
    '& .by, & .action': { fontWeight: 600 },
    ...Object.fromEntries(CELLS.map((name) => [`& tbody td.${name}`, { gridArea: name }])),
    '& tbody td:is(.at, .address)': { fontSize: '0.75rem', color: 'text.secondary', textAlign: 'right' },
  },
} as const;
/** Under what was acted on; on a phone beside it. */
const STATION = { color: 'text.secondary', display: { xs: 'inline', sm: 'block' }, ml: { xs: 1, sm: 0 } } as const;
/** A number or an account stands on one line with its kind. */
const WORD = /^[\w-]{1,24}$/;
const OBJECT = { minWidth: { sm: '13.5rem' }, overflowWrap: 'anywhere', '& .line': { whiteSpace: 'nowrap' } } as const;
