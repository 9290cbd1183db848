import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useToast } from '../../core/useToast.ts';
import { PlainMenu, PlainMenuItem } from './PlainMenu.tsx';

export type MenuItem = { label: string; onChoose: () => Promise<void> | void };

/** A button with a menu of actions. It is busy while the chosen one runs, and reports its failure. */
export function MenuButton({ icon, label, items }: { icon: ReactNode; label: string; items: readonly MenuItem[] }) {
  const toast = useToast();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [busy, setBusy] = useState(false);

  async function choose({ onChoose }: MenuItem) {
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
      {anchor && (
        <PlainMenu anchor={anchor} onClose={() => setAnchor(null)}>
          {items.map((item) => (
            <PlainMenuItem key={item.label} onChoose={() => void choose(item)}>
              {item.label}
            </PlainMenuItem>
          ))}
        </PlainMenu>
      )}
    </>
  );
}
