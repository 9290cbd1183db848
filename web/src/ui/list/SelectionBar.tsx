import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useText } from '../../core/i18n/texts.ts';

type Props = {
  count: number;
  onUnselect: () => void;
  /** Selects every row that matches the filters; `total` is their number. */
  all?: { total: number; busy: boolean; select: () => void };
  children: ReactNode;
};

/** Actions on the selected rows; shown only during a selection. */
export function SelectionBar({ count, onUnselect, all, children }: Props) {
  const { web } = useText();
  if (count === 0) return null;
  return (
    <Paper
      sx={{
        ...{ position: 'sticky', top: 0, zIndex: 4 },
        ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1, mb: 1 },
      }}
    >
      <Typography role="status" sx={{ flex: '1 1 auto' }}>
        {web.list.selected(count)}
      </Typography>
      {all && all.total > count && (
        <Button size="small" loading={all.busy} onClick={all.select}>
          {web.list.selectMatching(all.total)}
        </Button>
      )}
      {children}
      <Button size="small" onClick={onUnselect}>
        {web.list.unselect}
      </Button>
    </Paper>
  );
}
