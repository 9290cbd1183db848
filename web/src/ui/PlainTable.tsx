import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';
import { ROWS_AS_CARDS } from '../theme/rowsAsCards.ts';

type Props = {
  label: string;
  headings: readonly ReactNode[];
  rows: readonly (readonly ReactNode[])[];
  /** On a phone the first cell heads its card, without a label. */
  headed?: boolean;
};

/** A small table of texts in its own frame; on a phone each row is a card. Rows never move, so their index is their key. */
export function PlainTable({ label, headings, rows, headed = false }: Props) {
  return (
    <TableContainer tabIndex={0} role="region" aria-label={label} sx={{ maxHeight: { sm: 360 } }}>
      <Table size="small" stickyHeader role="table" sx={TABLE}>
        <TableHead role="rowgroup">
          <TableRow role="row">
            {headings.map((heading, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <TableCell key={index} role="columnheader">
                {heading}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody role="rowgroup">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
            <TableRow key={index} role="row">
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                <TableCell key={column} role="cell" {...(headed && column === 0 ? HEADS : labelOf(headings[column]))}>
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

// A text button's padding does not move its words out of line with the heading, nor make its row higher.
const TABLE = {
  ...ROWS_AS_CARDS,
  '& th': { fontWeight: 600 },
  '& td > .MuiButton-text': { my: -0.5, px: 0.75, minWidth: 0, '&:first-of-type': { ml: -0.75 } },
} as const;
const HEADS = { className: 'heads' };
const labelOf = (heading: ReactNode) => (typeof heading === 'string' ? { 'data-label': heading } : {});
