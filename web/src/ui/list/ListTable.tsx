import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { type RaRecord, useListContext } from 'react-admin';
import { useText } from '../../core/i18n/texts.ts';
import { Failure } from '../Failure.tsx';
import { STICKY, useHiddenColumns } from './columns.ts';
import { HeadCell } from './HeadCell.tsx';
import { ListRow, type ListTableProps } from './ListRow.tsx';
import { Pager } from './Pager.tsx';

/** Whether no filter is set. */
export const isEmpty = (filters: Record<string, unknown>) => Object.keys(filters).length === 0;

/** A page of a react-admin list as a table in its own frame, with its pager below. */
export function ListTable<R extends RaRecord>(props: ListTableProps<R>) {
  const { label, columns, linked, actions, selectable, nameOf } = props;
  const { web } = useText();
  const { data, error, filterValues, isFetching, refetch, selectedIds, onSelect } = useListContext<R>();
  const { hidden } = useHiddenColumns(props.name);
  const shown = [
    ...columns.filter(({ key }) => key === linked.key),
    ...columns.filter(({ key }) => key !== linked.key && !hidden.includes(key)),
  ];
  const selectableIds = selectable ? (data ?? []).filter(selectable).map(({ id }) => id) : [];
  const allSelected = selectableIds.length > 0 && selectableIds.every((id) => selectedIds.includes(id));

  function toggleAll() {
    const others = selectedIds.filter((id) => !selectableIds.includes(id));
    onSelect(allSelected ? others : [...others, ...selectableIds]);
  }

  return (
    <Paper sx={{ overflow: 'hidden' }}>
      <Box sx={{ height: 3 }}>{isFetching && <LinearProgress sx={{ height: 3 }} aria-label={label} />}</Box>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <TableContainer tabIndex={0} role="region" aria-label={web.list.table(label)} sx={FRAME}>
        <Table size="small" stickyHeader aria-busy={isFetching} sx={CELLS}>
          <TableHead>
            <TableRow>
              {selectable && (
                <TableCell padding="checkbox">
                  <Checkbox
                    checked={allSelected}
                    disabled={selectableIds.length === 0}
                    onChange={toggleAll}
                    slotProps={{ input: { 'aria-label': web.list.selectAll } }}
                  />
                </TableCell>
              )}
              {shown.map((column) => (
                <HeadCell key={column.key} column={column} />
              ))}
              {actions && (
                <TableCell
                  sx={{ ...STICKY, bgcolor: 'background.default', zIndex: 3, whiteSpace: 'nowrap', fontWeight: 600 }}
                >
                  {web.list.actions}
                </TableCell>
              )}
            </TableRow>
          </TableHead>
          <TableBody>
            {data?.map((row) => (
              <ListRow
                key={row.id}
                row={row}
                shown={shown}
                table={props}
                selected={selectedIds.includes(row.id)}
                name={nameOf(row)}
              />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {data?.length === 0 && !isFetching && (
        <Typography sx={{ p: 2 }}>{props.empty?.(filterValues) ?? web.list.empty}</Typography>
      )}
      <Pager />
    </Paper>
  );
}

/** Narrow padding, so that a desktop screen fits more columns. */
const CELLS = { '& th, & td': { px: 1.25 } } as const;
/** The header and the action column are sticky while the rows scroll in the frame. */
const FRAME = {
  maxHeight: { sm: 'calc(100dvh - 7rem)' },
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: -3 },
} as const;
