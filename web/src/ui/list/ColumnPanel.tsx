import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Popover from '@mui/material/Popover';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { type MouseEvent, useId } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useHiddenColumns } from './columns.ts';

export type ColumnPanelProps = {
  name: string;
  columns: readonly { key: string; heading: Readonly<Record<Lang, string>> }[];
  fixed: string;
  /** Hidden until somebody chooses. */
  usual?: readonly string[];
  anchor: HTMLElement;
  onClose: () => void;
};

/** Chooses the visible columns of a list, in the table's order; the linked one is first and always visible. */
export default function ColumnPanel({ name, columns, fixed, usual = [], anchor, onClose }: ColumnPanelProps) {
  const { web } = useText();
  const { lang } = usePreferences();
  const [hidden, setHidden] = useHiddenColumns(name, usual);
  const isUsual = hidden.length === usual.length && hidden.every((key) => usual.includes(key));
  const toggle = (key: string) =>
    setHidden(hidden.includes(key) ? hidden.filter((other) => other !== key) : [...hidden, key]);
  const headingId = useId();
  // Below its button, never over it: a long choice scrolls.
  const maxHeight = `max(16rem, calc(100dvh - ${Math.ceil(anchor.getBoundingClientRect().bottom) + 24}px))`;
  function resetAll({ currentTarget }: MouseEvent<HTMLElement>) {
    // The button is disabled now, the focus stays in the panel.
    currentTarget.closest<HTMLElement>('[role=dialog]')?.focus();
    setHidden(usual);
  }
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': headingId, sx: PANEL, style: { maxHeight } } }}
    >
      <Box sx={HEAD}>
        <Typography variant="h3" component="h2" id={headingId}>
          {web.list.columns}
        </Typography>
        <Button size="small" disabled={isUsual} onClick={resetAll}>
          {web.list.usualColumns}
        </Button>
      </Box>
      <Box component="ul" sx={ROWS}>
        {[...columns.filter(({ key }) => key === fixed), ...columns.filter(({ key }) => key !== fixed)].map(
          ({ key, heading }) => (
            <li key={key}>
              <FormControlLabel
                label={heading[lang]}
                disabled={key === fixed}
                control={
                  <Checkbox
                    size="small"
                    checked={key === fixed || !hidden.includes(key)}
                    onChange={() => toggle(key)}
                  />
                }
              />
            </li>
          ),
        )}
      </Box>
    </Popover>
  );
}

const PANEL = {
  display: 'flex',
  flexDirection: 'column',
  width: 320,
  mt: 0.5,
} as const;
const HEAD = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flex: 'none',
  pl: 2,
  pr: 1,
  py: 1,
  borderBottom: '1px solid',
  borderColor: 'divider',
} as const;
const ROWS = {
  m: 0,
  p: 0,
  py: 0.5,
  minHeight: 0,
  overflowY: 'auto',
  listStyle: 'none',
  // A shade at the foot, which the end of the list covers: more follows.
  background: ({ palette: { background, action, mode } }: Theme) =>
    `linear-gradient(${background.paper}, ${background.paper}) bottom / 100% 28px no-repeat local, linear-gradient(transparent, ${mode === 'dark' ? 'rgb(0 0 0 / 50%)' : action.selected}) bottom / 100% 28px no-repeat scroll`,
  '& label': { display: 'flex', m: 0, px: 1 },
  '& label:not(.Mui-disabled):hover': { bgcolor: 'action.hover' },
} as const;
