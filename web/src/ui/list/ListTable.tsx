import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { type RaRecord, useListContext } from 'react-admin';
import { useText } from '../../core/i18n/texts.ts';
import { UNSEEN } from '../../theme/unseen.ts';
import { Empty } from '../Empty.tsx';
import { Failure } from '../Failure.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { CARDS } from './cards.ts';
import { STICKY, useHiddenColumns } from './columns.ts';
import { HeadCell } from './HeadCell.tsx';
import { ListRow, type ListTableProps } from './ListRow.tsx';
import { Pager } from './Pager.tsx';
import { useFits } from './useFits.ts';

/** Whether no filter is set. */
export const isEmpty = (filters: Record<string, unknown>) => Object.keys(filters).length === 0;

/** A page of a react-admin list as a table in its own frame, with its pager below. */
export function ListTable<R extends RaRecord>(props: ListTableProps<R>) {
  const { label, columns, linked, selectable, nameOf } = props;
  const { web } = useText();
  const { data, error, filterValues, isFetching, refetch, selectedIds, setFilters, onSelect } = useListContext<R>();
  const [hidden] = useHiddenColumns(props.name, props.hidden);
  const { frame, fits } = useFits();
  const { actions, ...others } = props;
  // A page whose rows offer none has no column for them.
  const acts = actions !== undefined && (data === undefined || data.some((row) => Boolean(actions(row))));
  const shown = [
    ...columns.filter(({ key }) => key === linked.key),
    ...columns.filter(({ key }) => key !== linked.key && !hidden.includes(key)),
  ];
  const selectableIds = selectable ? (data ?? []).filter(selectable).map(({ id }) => id) : [];
  const someSelected = selectableIds.some((id) => selectedIds.includes(id));
  const allSelected = selectableIds.length > 0 && selectableIds.every((id) => selectedIds.includes(id));

  function toggleAll() {
    const others = selectedIds.filter((id) => !selectableIds.includes(id));
    onSelect(allSelected ? others : [...others, ...selectableIds]);
  }

  return (
    <Paper sx={{ overflow: 'clip' }}>
      <Box sx={{ height: 3 }}>{isFetching && <LinearProgress sx={{ height: 3 }} aria-label={label} />}</Box>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <TableContainer
        ref={frame}
        tabIndex={0}
        role="region"
        aria-label={web.list.table(label)}
        sx={fits ? { ...FRAME, ...WHOLE } : { ...FRAME, ...SCROLLING }}
      >
        <Table size="small" stickyHeader role="table" aria-busy={isFetching} sx={[CARDS, props.cards?.sx ?? false]}>
          <TableHead role="rowgroup">
            <TableRow role="row">
              {selectable && (
                <TableCell padding="checkbox" role="columnheader">
                  <Checkbox
                    checked={allSelected}
                    indeterminate={someSelected && !allSelected}
                    disabled={selectableIds.length === 0}
                    onChange={toggleAll}
                    slotProps={{ input: { 'aria-label': web.list.selectAll } }}
                  />
                </TableCell>
              )}
              {shown.map((column) => (
                <HeadCell key={column.key} column={column} />
              ))}
              {acts && (
                <TableCell role="columnheader" sx={{ ...STICKY, zIndex: 3 }}>
                  <Box component="span" sx={UNSEEN}>
                    {web.list.actions}
                  </Box>
                </TableCell>
              )}
            </TableRow>
          </TableHead>
          <TableBody role="rowgroup">
            {data?.map((row) => (
              <ListRow
                key={row.id}
                row={row}
                shown={shown}
                table={acts ? props : others}
                selected={selectedIds.includes(row.id)}
                name={nameOf(row)}
              />
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {!data && !error && (
        <Box sx={{ px: 2 }}>
          <Skeleton rows={SKELETONS} height={ROW_HEIGHT} />
        </Box>
      )}
      {data?.length === 0 && !isFetching && (
        <Empty
          action={
            isEmpty(filterValues) ? (
              props.emptyAction
            ) : (
              <Button variant="outlined" onClick={() => setFilters({})}>
                {web.list.clearFilters}
              </Button>
            )
          }
        >
          {props.empty?.(filterValues) ?? web.list.empty}
        </Empty>
      )}
      <Pager />
    </Paper>
  );
}

/** The height of a row with a line beneath its heading, in pixels. */
const ROW_HEIGHT = 57;
const SKELETONS = 10;

const FRAME = {
  // The focus stays clear of the header above and of the bar of a selection below.
  '& tbody :is(a, button, input)': { scrollMarginBlock: '5rem 8rem' },
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: -3 },
} as const;
/** A table that fits scrolls with the page; its header stays in view. */
const WHOLE = { overflow: 'visible' } as const;
/** A wider one scrolls in its frame, in both directions; the header and the action column are sticky there. */
const SCROLLING = { maxHeight: { sm: 'calc(100dvh - 7rem)' } } as const;
