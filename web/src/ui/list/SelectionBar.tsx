import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useText } from '../../core/i18n/texts.ts';

export type SelectionBarProps = {
  count: number;
  onUnselect: () => void;
  /** Selects every row that matches the filters; `total` is their number. */
  all?: { total: number; busy: boolean; select: () => void };
  /** Why a button is grey; buttons name it by its id. */
  note?: { id: string; text: string } | null;
  children: ReactNode;
};

/**
 * Actions on the selected rows; shown, and loaded, only during a selection. It follows its table and stays at the foot of the window,
 * so that its coming and going moves no row.
 */
export default function SelectionBar({ count, onUnselect, all, note, children }: SelectionBarProps) {
  const { web } = useText();
  return (
    <Paper data-commands elevation={4} sx={BAR}>
      <Box sx={{ flex: '1 1 auto' }}>
        <Typography role="status">{web.list.selected(count)}</Typography>
        {note && (
          <Typography id={note.id} variant="caption" sx={{ color: 'text.secondary' }}>
            {note.text}
          </Typography>
        )}
      </Box>
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

const BAR = {
  ...{ position: 'sticky', bottom: 0, zIndex: 4 },
  ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1, mt: 1 },
} as const;
