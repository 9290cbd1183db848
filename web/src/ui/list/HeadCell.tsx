import TableCell from '@mui/material/TableCell';
import TableSortLabel from '@mui/material/TableSortLabel';
import type { Column } from '@shp/shared/sheets/column';
import { useListContext } from 'react-admin';
import { usePreferences } from '../../preferences.ts';

/** A column's heading; a button where the server sorts by it. */
export function HeadCell<R>({ column: { heading, type, sortBy } }: { column: Column<R> }) {
  const { lang } = usePreferences();
  const { sort, setSort } = useListContext();
  const direction = sort.order === 'DESC' ? 'desc' : 'asc';
  const active = sortBy !== undefined && sort.field === sortBy;
  return (
    <TableCell
      align={type === 'number' ? 'right' : 'left'}
      sortDirection={active ? direction : false}
      sx={{ fontWeight: 600 }}
    >
      {sortBy === undefined ? (
        heading[lang]
      ) : (
        <TableSortLabel
          active={active}
          direction={active ? direction : 'asc'}
          sx={SORT}
          onClick={() => setSort({ field: sortBy, order: active && direction === 'asc' ? 'DESC' : 'ASC' })}
        >
          {heading[lang]}
        </TableSortLabel>
      )}
    </TableCell>
  );
}

/** The arrow stands between the columns, so that none is wider for it. */
const SORT = {
  position: 'relative',
  '& .MuiTableSortLabel-icon': { position: 'absolute', left: 'calc(100% - 5px)', mx: 0, fontSize: '0.9rem' },
  '.MuiTableCell-alignRight & .MuiTableSortLabel-icon': { left: 'auto', right: 'calc(100% - 5px)' },
} as const;
