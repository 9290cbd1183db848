import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Shown in place of rows that do not exist: a sentence, and the button or link that helps. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Box sx={EMPTY}>
      <span>{children}</span>
      {action}
    </Box>
  );
}

const EMPTY = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 1.5,
  px: 2,
  py: 4,
  color: 'text.secondary',
  textAlign: 'center',
  textWrap: 'balance',
} as const;
