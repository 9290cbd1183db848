import Checkbox from '@mui/material/Checkbox';
import Link from '@mui/material/Link';
import type { SxProps, Theme } from '@mui/material/styles';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { type Column, listText } from '@shp/shared/sheets/column';
import type { MouseEvent, ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';
import { Link as RouterLink, useHref, useNavigate } from 'react-router';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { cellStyle, STICKY, WHOLE_NAMES } from './columns.ts';

export type ListTableProps<R extends RaRecord> = {
  /** The kind of rows, for the label and the stored column choice. */
  name: string;
  label: string;
  columns: readonly Column<R>[];
  /** Columns hidden by default. */
  hidden?: readonly string[];
  /** The linked column: its cells link to the row's page or dialog. */
  linked: { key: string; to: (row: R) => string | null };
  nameOf: (row: R) => string;
  /** Renders a cell in place of its plain text. */
  draw?: (column: Column<R>, row: R) => ReactNode | undefined;
  actions?: (row: R) => ReactNode;
  /** Cards on a phone other than a line for each field. */
  cards?: { classOf: (key: string) => string | undefined; sx: Exclude<SxProps<Theme>, readonly unknown[]> };
  /** Whether a row can be selected; if absent, no row can. */
  selectable?: (row: R) => boolean;
  /** Text in place of rows if no row matches the filters; null for the general text. */
  empty?: (filters: Record<string, unknown>) => string | null;
  /** What helps if no row exists. */
  emptyAction?: ReactNode;
};

type Props<R extends RaRecord> = {
  row: R;
  name: string;
  shown: readonly Column<R>[];
  selected: boolean;
  table: ListTableProps<R>;
};

/**
 * One row. A click anywhere opens it (Ctrl or middle button: in a new tab); the linked cell holds a real link for the
 * keyboard and the context menu.
 */
export function ListRow<R extends RaRecord>({ row, name, shown, selected, table }: Props<R>) {
  const { common, web } = useText();
  const { lang } = usePreferences();
  const { onToggleItem } = useListContext();
  const { linked, draw, actions, selectable, cards } = table;
  const navigate = useNavigate();
  const to = linked.to(row);
  const href = useHref(to ?? '');

  function open(event: MouseEvent<HTMLElement>) {
    if (to === null || (event.target as Element).closest('a, button, input, label, summary')) return;
    // The click ended a text selection: do not open the row.
    if (String(getSelection()) !== '') return;
    if (event.ctrlKey || event.metaKey || event.button === 1) window.open(href, '_blank', 'noopener');
    else if (event.button === 0) navigate(to);
  }

  function content(column: Column<R>) {
    const text = draw?.(column, row) ?? listText(column, row, lang, common.marks.list);
    if (to === null || column.key !== linked.key) return text;
    return (
      <Link component={RouterLink} to={to} sx={{ fontWeight: 600 }}>
        {text}
      </Link>
    );
  }

  return (
    <TableRow
      role="row"
      hover
      selected={selected}
      onClick={open}
      onAuxClick={open}
      sx={to === null ? undefined : { cursor: 'pointer' }}
    >
      {selectable && (
        <TableCell padding="checkbox" role="cell" className="select">
          <Checkbox
            checked={selected}
            disabled={!selectable(row)}
            onChange={() => onToggleItem(row.id)}
            slotProps={{ input: { 'aria-label': web.list.select(name) } }}
          />
        </TableCell>
      )}
      {shown.map((column) => (
        <TableCell
          key={column.key}
          role="cell"
          className={cards?.classOf(column.key) ?? classOf(column.key, linked.key)}
          data-label={column.heading[lang]}
          align={column.type === 'number' ? 'right' : 'left'}
          sx={column.key === linked.key ? NAME : cellStyle(column)}
        >
          {content(column)}
        </TableCell>
      ))}
      {actions && (
        <TableCell
          role="cell"
          className="actions"
          sx={{ ...STICKY, whiteSpace: 'nowrap', py: 0, cursor: 'default' }}
          onClick={stop}
          onAuxClick={stop}
        >
          {actions(row)}
        </TableCell>
      )}
    </TableRow>
  );
}

/** Most names stay on one line. */
const NAME = { ...WHOLE_NAMES, minWidth: '11.5rem' };

/** How a card on a phone shows a field: the status and the level need no label. */
function classOf(key: string, linked: string): string {
  if (key === linked) return 'heading';
  return key === 'status' || key === 'level' ? key : 'labelled';
}

/** A click beside a small button must not open the row. */
function stop(event: MouseEvent) {
  event.stopPropagation();
}
