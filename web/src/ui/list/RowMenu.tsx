import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { PlainMenu, PlainMenuItem } from '../menu/PlainMenu.tsx';

export type RowAction = {
  readonly label: string;
  readonly onChoose: () => void;
  /** Deletes: a button for it has the colour of errors. */
  readonly grave?: boolean;
};

/** The rarer actions on a row, in a menu; nothing if there are none. `name` says whose they are. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { web } = useText();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = web.list.more(name);
  if (actions.length === 0) return null;
  return (
    <>
      <IconButton
        size="small"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={ROW_ICON}
      >
        ⋯
      </IconButton>
      {anchor && (
        <PlainMenu anchor={anchor} label={label} onClose={() => setAnchor(null)}>
          {actions.map((action) => (
            <PlainMenuItem
              key={action.label}
              onChoose={() => {
                setAnchor(null);
                action.onChoose();
              }}
            >
              {action.label}
            </PlainMenuItem>
          ))}
        </PlainMenu>
      )}
    </>
  );
}

/** An icon at the end of a row: quieter than the row's name. */
export const ROW_ICON = { width: 32, height: 32, color: 'text.secondary' } as const;
