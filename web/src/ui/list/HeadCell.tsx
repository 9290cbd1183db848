import TableCell from '@mui/material/TableCell';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { Column, ColumnType } from '@shp/shared/sheets/column';
import { useListContext } from 'react-admin';
import { usePreferences } from '../../core/preferences.ts';

/** A column's heading; a button if the server sorts by it. */
export function HeadCell<R>({ column: { heading, type, sortBy } }: { column: Column<R> }) {
  const { lang } = usePreferences();
  const { sort, setSort } = useListContext();
  const direction = sort.order === 'DESC' ? 'desc' : 'asc';
  const active = sortBy !== undefined && sort.field === sortBy;
  return (
    <TableCell
      role="columnheader"
      align={type === 'number' ? 'right' : 'left'}
      sortDirection={active ? direction : false}
      sx={{ fontWeight: 600 }}
      // Room for the arrow, which the next heading would cover.
      style={active ? { [type === 'number' ? 'paddingLeft' : 'paddingRight']: 20 } : undefined}
    >
      {sortBy === undefined ? (
        heading[lang]
      ) : (
        <TableSortLabel
          active={active}
          direction={active ? direction : FIRST[type] === 'DESC' ? 'desc' : 'asc'}
          sx={SORT}
          onClick={() => setSort({ field: sortBy, order: active ? TURNED[direction] : FIRST[type] })}
        >
          {heading[lang]}
        </TableSortLabel>
      )}
    </TableCell>
  );
}

/** The first click sorts numbers, scores and dates in descending order. */
const FIRST = { text: 'ASC', code: 'ASC', number: 'DESC', date: 'DESC', time: 'DESC' } as const satisfies Record<
  ColumnType,
  string
>;
const TURNED = { asc: 'DESC', desc: 'ASC' } as const;

/** The arrow is positioned between the columns, so that it does not widen them. */
const SORT = {
  position: 'relative',
  verticalAlign: 'top',
  '& .MuiTableSortLabel-icon': { position: 'absolute', left: 'calc(100% + 1px)', mx: 0, fontSize: '0.9rem' },
  '.MuiTableCell-alignRight & .MuiTableSortLabel-icon': { left: 'auto', right: 'calc(100% + 1px)' },
} as const;
