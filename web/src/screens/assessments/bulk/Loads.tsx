import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useAssigningText } from '../../../assessment/experts/texts.ts';
import { UNSEEN } from '../../../theme/unseen.ts';
import type { PlannedLoad } from './usePlan.ts';

/** How many open reviews each expert of a plan has now, and has after it. */
export function Loads({ loads }: { loads: readonly PlannedLoad[] }) {
  const words = useAssigningText();
  const titleId = useId();
  if (loads.length === 0) return null;
  return (
    <section>
      <Typography id={titleId} variant="body2" sx={{ mb: 0.5, color: 'text.secondary' }}>
        {words.loads}
      </Typography>
      <Box component="ul" tabIndex={0} aria-labelledby={titleId} sx={LIST}>
        {loads.map(({ id, name, before, after }) => (
          <li key={id}>
            <Box component="span" sx={UNSEEN}>
              {words.loadOf(name, before, after)}
            </Box>
            <span aria-hidden>
              {name} {before} → <b>{after}</b>
            </span>
          </li>
        ))}
      </Box>
    </section>
  );
}

/** Columns of equal width, so that the figures stand below each other. */
const LIST = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(11rem, 1fr))',
  columnGap: 2,
  m: 0,
  p: 0,
  maxHeight: '7.5rem',
  overflowY: 'auto',
  listStyle: 'none',
  '& li': { position: 'relative', whiteSpace: 'nowrap' },
  '& b': { fontWeight: 600 },
  '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main' },
} as const;
