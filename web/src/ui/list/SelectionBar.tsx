import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../core/i18n/texts.ts';

type Props = {
  count: number;
  onUnselect: () => void;
  /** Selects every row that matches the filters; `total` is their number. */
  all?: { total: number; busy: boolean; select: () => void };
  children: ReactNode;
};

/** The property with the height of the bar, set where the bar and its table are. */
export const SELECTION_BAR = '--selection-bar';

/**
 * Actions on the selected rows; shown only during a selection. It follows its table and stays at the foot of the window,
 * so that its coming and going moves no row.
 */
export function SelectionBar({ count, onUnselect, all, children }: Props) {
  const { web } = useText();
  const bar = useRef<HTMLDivElement>(null);
  const shown = count > 0;
  useEffect(() => {
    const paper = bar.current;
    const around = paper?.parentElement;
    if (!shown || !paper || !around) return;
    const observer = new ResizeObserver(() => around.style.setProperty(SELECTION_BAR, `${paper.offsetHeight}px`));
    observer.observe(paper);
    return () => {
      observer.disconnect();
      around.style.removeProperty(SELECTION_BAR);
    };
  }, [shown]);
  if (!shown) return null;
  return (
    <Paper ref={bar} data-commands elevation={4} sx={BAR}>
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

const BAR = {
  ...{ position: 'sticky', bottom: 0, zIndex: 4 },
  ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1, mt: 1 },
} as const;
