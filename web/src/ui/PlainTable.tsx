import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { ReactNode } from 'react';

type Props = { label: string; headings: readonly ReactNode[]; rows: readonly (readonly ReactNode[])[] };

/** A small table of texts in its own frame. Rows never move, so their index is their key. */
export function PlainTable({ label, headings, rows }: Props) {
  return (
    <TableContainer tabIndex={0} role="region" aria-label={label} sx={{ maxHeight: 360 }}>
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            {headings.map((heading, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <TableCell key={place}>{heading}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
            <TableRow key={place}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                <TableCell key={column}>{cell}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
