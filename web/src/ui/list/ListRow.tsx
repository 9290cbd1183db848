import Checkbox from '@mui/material/Checkbox';
import Link from '@mui/material/Link';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { type Column, listText } from '@shp/shared/sheets/column';
import { type RaRecord, useListContext } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { usePreferences } from '../../preferences.ts';
import { useText } from '../../texts.ts';
import { cellStyle, STICKY } from './columns.ts';
import type { ListTableProps } from './ListTable.tsx';

type Props<R extends RaRecord> = {
  row: R;
  name: string;
  shown: readonly Column<R>[];
  selected: boolean;
  table: ListTableProps<R>;
};

/** One row: a real link in its named cell, so that it can be opened by keyboard and in a new tab. */
export function ListRow<R extends RaRecord>({ row, name, shown, selected, table }: Props<R>) {
  const { common, web } = useText();
  const { lang } = usePreferences();
  const { onToggleItem } = useListContext();
  const { linked, draw, actions, selectable } = table;

  function content(column: Column<R>) {
    const text = draw?.(column, row) ?? listText(column, row, lang, common.marks.list);
    const to = column.key === linked.key ? linked.to(row) : null;
    if (to === null) return text;
    return (
      <Link component={RouterLink} to={to}>
        {text}
      </Link>
    );
  }

  return (
    <TableRow hover selected={selected}>
      {selectable && (
        <TableCell padding="checkbox">
          <Checkbox
            checked={selected}
            disabled={!selectable(row)}
            onChange={() => onToggleItem(row.id)}
            slotProps={{ input: { 'aria-label': web.list.select(name) } }}
          />
        </TableCell>
      )}
      {shown.map((column) => (
        <TableCell key={column.key} align={column.type === 'number' ? 'right' : 'left'} sx={cellStyle(column)}>
          {content(column)}
        </TableCell>
      ))}
      {actions && <TableCell sx={{ ...STICKY, whiteSpace: 'nowrap', py: 0 }}>{actions(row)}</TableCell>}
    </TableRow>
  );
}
