import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useText } from '../../texts.ts';

type Props = { count: number; onUnselect: () => void; children: ReactNode };

/** What can be done to all that is selected; there only while something is. */
export function SelectionBar({ count, onUnselect, children }: Props) {
  const { web } = useText();
  if (count === 0) return null;
  return (
    <Paper sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1, mb: 1 }}>
      <Typography role="status" sx={{ flex: '1 1 auto' }}>
        {web.list.selected(count)}
      </Typography>
      {children}
      <Button size="small" onClick={onUnselect}>
        {web.list.unselect}
      </Button>
    </Paper>
  );
}
