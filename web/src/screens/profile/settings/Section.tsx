import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** A group of settings: its name, and beside it what it holds. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={SECTION}>
      <Typography variant="h2">{title}</Typography>
      <div>{children}</div>
    </Box>
  );
}

const SECTION = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '12rem minmax(0, 1fr)' },
  columnGap: 4,
  rowGap: 1,
} as const;
