import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { HIGH } from '../TabbedPage.tsx';

type Props = {
  label: string;
  /** What stands in the way. */
  reasons: ReactNode;
  /** Buttons. */
  children: ReactNode;
};

/** A bar that stays at the foot of the window while its page is in view, except in a window too low for it. */
export function FootBar({ label, reasons, children }: Props) {
  return (
    <Paper component="section" aria-label={label} elevation={4} square sx={BAR}>
      <Box sx={REASONS}>{reasons}</Box>
      <Box sx={BUTTONS}>{children}</Box>
    </Paper>
  );
}

const BAR = {
  position: 'static',
  [HIGH]: { position: 'sticky' },
  bottom: 0,
  zIndex: 4,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
  mt: 2,
  mx: { xs: -1, sm: 0 },
  px: 2,
  py: { xs: 0.75, sm: 1.25 },
  borderTop: '1px solid',
  borderColor: 'divider',
} as const;
const REASONS = { flex: '1 1 16rem', minWidth: 0, maxHeight: '40vh', overflowY: 'auto' } as const;
const BUTTONS = {
  display: 'flex',
  flexWrap: { xs: 'nowrap', sm: 'wrap' },
  alignItems: 'center',
  gap: 1,
  ml: 'auto',
  width: { xs: '100%', sm: 'auto' },
  '& > .MuiButton-root': { flex: { xs: '1 1 0', sm: 'none' }, px: { xs: 1, sm: 2 }, lineHeight: 1.4 },
} as const;
