import Download from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useToast } from '../../core/useToast.ts';
import { COLOURS, RADIUS } from '../../theme/tokens.ts';
import { useMinWidth } from '../../theme/useMinWidth.ts';
import { MenuButton, type MenuItem } from '../menu/MenuButton.tsx';
import { type RowAction, RowMenu } from './RowMenu.tsx';

export type SelectionBarProps = {
  count: number;
  onUnselect: () => void;
  /** Selects every row that matches the filters; `total` is their number. */
  all?: { total: number; busy: boolean; select: () => void };
  /** Why nothing can be done with the selected rows. */
  note?: string | null;
  /** The first stands out; on a phone the others are in a menu. */
  acts: readonly RowAction[];
  /** Whether the first act is the usual next step. */
  filled?: boolean;
  /** A menu of exports of the selected rows. */
  exports?: { label: string; items: readonly MenuItem[] };
};

/**
 * Actions on the selected rows; shown, and loaded, only during a selection. It follows its table and stays at the foot of the window,
 * so that its coming and going moves no row.
 */
export default function SelectionBar({
  count,
  onUnselect,
  all,
  note,
  acts,
  filled = false,
  exports,
}: SelectionBarProps) {
  const { web } = useText();
  const isNarrow = !useMinWidth('sm');
  const { theme } = usePreferences();
  const toast = useToast();
  const selected = web.list.selected(count);
  const others = all && all.total > count ? { label: web.list.selectMatching(all.total), onChoose: all.select } : null;
  const unselect = { label: web.list.unselect, onChoose: onUnselect };
  const saves = (exports?.items ?? []).map(({ label, onChoose }) => ({
    label: `${exports?.label} · ${label}`,
    onChoose: () => void Promise.resolve(onChoose()).catch(toast.failed),
  }));
  const shown = isNarrow ? acts.slice(0, 1) : acts;
  return (
    <Paper
      data-commands
      elevation={4}
      sx={BAR}
      style={theme === 'dark' ? { background: COLOURS.dark.greySoft } : undefined}
    >
      <Box sx={{ flex: isNarrow ? 'none' : '1 1 auto' }}>
        <Typography role="status" variant="body2">
          {selected}
        </Typography>
        {note && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {note}
          </Typography>
        )}
      </Box>
      {!isNarrow && others && (
        <Button size="small" loading={all?.busy ?? false} onClick={others.onChoose}>
          {others.label}
        </Button>
      )}
      {shown.map(({ label, onChoose, grave = false }, place) => (
        <Button
          key={label}
          size="small"
          color={grave ? 'error' : 'primary'}
          variant={filled && place === 0 ? 'contained' : 'outlined'}
          sx={isNarrow ? { flex: '1 1 0', minWidth: 'fit-content' } : undefined}
          onClick={onChoose}
        >
          {label}
        </Button>
      ))}
      {!isNarrow && exports && <MenuButton icon={<Download />} label={exports.label} items={exports.items} />}
      {isNarrow ? (
        <RowMenu name={selected} actions={[...acts.slice(1), ...saves, ...(others ? [others] : []), unselect]} />
      ) : (
        <Button size="small" onClick={onUnselect}>
          {unselect.label}
        </Button>
      )}
    </Paper>
  );
}

const BAR = {
  ...{ position: 'sticky', bottom: '8px', zIndex: 4 },
  ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1, mt: 1 },
  '& .MuiButton-root': { typography: 'body2', fontWeight: 500 },
  // On a dark page a shadow alone shows no edge.
  ...{ border: '1px solid', borderColor: 'divider', borderRadius: `${RADIUS.card}px` },
} as const;
