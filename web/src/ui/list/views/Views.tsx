import BookmarkBorder from '@mui/icons-material/BookmarkBorder';
import Button from '@mui/material/Button';
import type { ListName } from '@shp/shared/domain/addresses/listFields';
import { Suspense, startTransition, useState } from 'react';
import { useText } from '../../../core/i18n/texts.ts';
import { lazyDialog } from '../../lazyDialog.tsx';

const ViewsMenu = lazyDialog(() => import('./ViewsMenu.tsx'));

/** Button of a list's saved views. */
export function Views({ list }: { list: ListName }) {
  const { web } = useText();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        startIcon={<BookmarkBorder />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => startTransition(() => setAnchor(currentTarget))}
      >
        {web.list.views.button}
      </Button>
      <Suspense>{anchor && <ViewsMenu list={list} anchor={anchor} onClose={() => setAnchor(null)} />}</Suspense>
    </>
  );
}
