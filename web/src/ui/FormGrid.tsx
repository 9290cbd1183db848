import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Inputs in two columns if there is room; lists, long lines and texts of several lines in one. */
export function FormGrid({ children }: { children: ReactNode }) {
  return <Box sx={GRID}>{children}</Box>;
}

const GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
  alignItems: 'start',
  gap: 2,
  pt: 1,
  // As high as a field, so that boxes beside fields stand in line.
  '& > .MuiFormControlLabel-root': { minHeight: 40 },
  '& > fieldset, & > :has(textarea, [data-long])': { gridColumn: '1 / -1' },
} as const;
