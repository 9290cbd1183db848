import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, useState } from 'react';
import { useToast } from '../core/useToast.ts';

type Item = { label: string; onChoose: () => Promise<void> | void };

/** A button with a menu of actions. It is busy while the chosen one runs, and reports its failure. */
export function MenuButton({ icon, label, items }: { icon: ReactNode; label: string; items: readonly Item[] }) {
  const toast = useToast();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [busy, setBusy] = useState(false);

  async function choose({ onChoose }: Item) {
    setAnchor(null);
    setBusy(true);
    try {
      await onChoose();
    } catch (error) {
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button
        startIcon={icon}
        loading={busy}
        loadingPosition="start"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {label}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {items.map((item) => (
          <MenuItem key={item.label} onClick={() => void choose(item)}>
            {item.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
