import Dialog from '@mui/material/Dialog';
import type { FileItem } from '@shp/shared/api/objects';
import { type KeyboardEvent, useId } from 'react';
import { FileView, turnPage } from './FileView.tsx';

type Props = { files: readonly FileItem[]; shown: FileItem; onShow: (file: FileItem) => void; onClose: () => void };

/** Shows a file over the page. */
export default function Viewer({ files, shown, onShow, onClose }: Props) {
  const titleId = useId();

  function turn(event: KeyboardEvent) {
    const next = turnPage(event, files, shown);
    if (next) onShow(next);
  }

  return (
    <Dialog open fullWidth maxWidth="lg" onClose={onClose} onKeyDown={turn} aria-labelledby={titleId} slotProps={PAPER}>
      <FileView files={files} shown={shown} titleId={titleId} onShow={onShow} onClose={onClose} />
    </Dialog>
  );
}

const PAPER = { paper: { sx: { height: 'calc(100% - 32px)', m: 2, width: 'calc(100% - 32px)' } } } as const;
