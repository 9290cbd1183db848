import ViewColumn from '@mui/icons-material/ViewColumn';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import Popover from '@mui/material/Popover';
import type { Column } from '@shp/shared/sheets/column';
import { useState } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { usePreferences } from '../../core/preferences.ts';
import { useHiddenColumns } from './columns.ts';

type Props<R> = { name: string; columns: readonly Column<R>[]; fixed: string };

/** Chooses the visible columns of a list; the linked one is always visible. */
export function ColumnChoice<R>({ name, columns, fixed }: Props<R>) {
  const { web } = useText();
  const { lang } = usePreferences();
  const { hidden, toggle } = useHiddenColumns(name);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        startIcon={<ViewColumn />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {web.list.columns}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': web.list.columns } }}
      >
        <FormGroup sx={{ p: 2 }}>
          {columns
            .filter(({ key }) => key !== fixed)
            .map(({ key, heading }) => (
              <FormControlLabel
                key={key}
                label={heading[lang]}
                control={<Checkbox size="small" checked={!hidden.includes(key)} onChange={() => toggle(key)} />}
              />
            ))}
        </FormGroup>
      </Popover>
    </>
  );
}
