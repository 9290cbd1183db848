import Box from '@mui/material/Box';
import type { Assessment } from '@shp/shared/api/objects';
import type { ScoreSum } from '@shp/shared/domain/standard/scoring';
import type { ReactNode } from 'react';
import { TALL_WINDOW } from '../../theme/tokens.ts';
import { SumLine } from './SumLine.tsx';

type Props = {
  assessment: Assessment;
  sum: ScoreSum | undefined;
  /** False where the window has no room beside the total. */
  sheet: ReactNode;
  /** Further notes on the total. */
  children?: ReactNode;
};

/** The running total while scoring, with the score sheet beside it. */
export function SumPanel({ assessment: { level, rules }, sum, sheet, children }: Props) {
  const { thresholds } = rules;
  return (
    <Box sx={HEAD}>
      <Box sx={{ flex: '1 1 12rem' }}>
        {sum && <SumLine sum={sum} level={level} thresholds={thresholds} />}
        {children}
      </Box>
      {sheet}
    </Box>
  );
}

/** The height of the total with a note, in pixels. */
export const TOTAL_HEIGHT = 52;

/** Sticky below the page's tabs if the window is high enough. */
const HEAD = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  alignItems: 'center',
  minHeight: TOTAL_HEIGHT,
  boxSizing: 'border-box',
  bgcolor: 'background.paper',
  [TALL_WINDOW]: { position: { md: 'sticky' } },
  top: 48,
  zIndex: 2,
  py: 0.5,
} as const;
