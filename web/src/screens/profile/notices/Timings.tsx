import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import { type Channel, type NoticeKind, noticeKindsFor } from '@shp/shared/domain/notices/kinds';
import { TIMINGS, type Timing, type Timings as Values } from '@shp/shared/domain/notices/preferences';
import { useNoticesText } from '../../../core/i18n/noticesTexts.ts';
import { useUser } from '../../../core/session.ts';
import { ROWS_AS_CARDS } from '../../../theme/rowsAsCards.ts';
import { PHONE } from '../../../theme/tokens.ts';

type Props = {
  values: Values;
  /** The channels that have an address. */
  channels: readonly Channel[];
  onChange: (values: Values) => void;
};

/** When each notice is sent by each channel; the first row sets a whole channel. */
export function Timings({ values, channels, onChange }: Props) {
  const text = useNoticesText();
  const kinds = noticeKindsFor(useUser().role);
  const set = (kinds: readonly NoticeKind[], channel: Channel, timing: Timing) => {
    const changed = kinds.map((kind) => [kind, { ...values[kind], [channel]: timing }] as const);
    onChange({ ...values, ...Object.fromEntries(changed) });
  };
  const rows = [
    { key: 'all', name: text.all, kinds },
    ...kinds.map((kind) => ({ key: kind, name: text.kinds[kind], kinds: [kind] })),
  ];
  return (
    <Table size="small" role="table" aria-label={text.when} sx={TABLE}>
      <TableHead role="rowgroup">
        <TableRow role="row">
          {[text.kind, ...channels.map((channel) => text.channels[channel])].map((heading) => (
            <TableCell key={heading} role="columnheader">
              {heading}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody role="rowgroup">
        {rows.map(({ key, name, kinds }) => (
          <TableRow key={key} role="row" hover className={key}>
            <TableCell role="cell" className="heads">
              {name}
            </TableCell>
            {channels.map((channel) => (
              <TableCell key={channel} role="cell" data-label={text.channels[channel]}>
                <TimingSelect
                  label={`${name}, ${text.channels[channel]}`}
                  values={kinds.map((kind) => values[kind][channel])}
                  onChange={(timing) => set(kinds, channel, timing)}
                />
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

type SelectProps = { label: string; values: readonly Timing[]; onChange: (timing: Timing) => void };

/** The timing that these have in common; if they differ, it says so until one is chosen for all. */
function TimingSelect({ label, values, onChange }: SelectProps) {
  const text = useNoticesText();
  const [first = 'never'] = values;
  const isSame = values.every((value) => value === first);
  return (
    <TextField
      select
      variant="standard"
      fullWidth={false}
      value={isSame ? first : ''}
      onChange={({ target }) => onChange(target.value as Timing)}
      slotProps={{
        input: { disableUnderline: true },
        select: { native: true },
        htmlInput: { 'aria-label': label },
      }}
    >
      {!isSame && (
        <option value="" disabled>
          {text.mixed}
        </option>
      )}
      {TIMINGS.map((timing) => (
        <option key={timing} value={timing}>
          {text.timings[timing]}
        </option>
      ))}
    </TextField>
  );
}

const TABLE = {
  ...ROWS_AS_CARDS,
  width: { sm: 'auto' },
  '& td, & th': { py: 0.75 },
  '& th, & .all td': { fontWeight: 600 },
  '& select': {
    width: '9rem',
    px: 1,
    py: 0.75,
    border: '1px solid',
    borderColor: 'text.secondary',
    borderRadius: 1,
    fontWeight: 'inherit',
  },
  '& select:hover': { bgcolor: 'action.hover' },
  '& select:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', borderRadius: 1 },
  [PHONE]: {
    ...ROWS_AS_CARDS[PHONE],
    // Both channels stand on one line.
    '& tbody tr': {
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: 1,
      rowGap: 0.75,
      py: 0.75,
      borderBottom: '1px solid',
      borderBottomColor: 'divider',
    },
    '& tbody td.heads': { flex: '1 0 100%' },
    '& tbody td[data-label]': { flex: '1 1 0', minWidth: 0, display: 'block', p: 0 },
    '& select': { boxSizing: 'border-box', width: '100%', height: 'auto' },
    '& tbody td[data-label]::before': {
      content: 'attr(data-label)',
      display: 'block',
      fontSize: '0.75rem',
      fontWeight: 400,
      color: 'text.secondary',
    },
  },
} as const;
