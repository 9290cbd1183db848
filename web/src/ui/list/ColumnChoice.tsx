import ViewColumn from '@mui/icons-material/ViewColumn';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { lazyDialog } from '../lazyDialog.tsx';
import type { ColumnPanelProps } from './ColumnPanel.tsx';

const ColumnPanel = lazyDialog(() => import('./ColumnPanel.tsx'));

/** The button that opens the choice of a list's visible columns. */
export function ColumnChoice(props: Omit<ColumnPanelProps, 'anchor' | 'onClose'>) {
  const { web } = useText();
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
      <Suspense>{anchor && <ColumnPanel {...props} anchor={anchor} onClose={() => setAnchor(null)} />}</Suspense>
    </>
  );
}
