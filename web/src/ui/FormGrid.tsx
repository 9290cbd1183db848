import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Inputs side by side where there is room for two. */
export function FormGrid({ children }: { children: ReactNode }) {
  return <Box sx={GRID}>{children}</Box>;
}

const GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  alignItems: 'start',
  gap: 2,
  pt: 1,
  '& > fieldset': { gridColumn: '1 / -1' },
} as const;
