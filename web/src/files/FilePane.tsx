import Box from '@mui/material/Box';
import type { FileItem } from '@shp/shared/api/objects';
import { type KeyboardEvent, useId } from 'react';
import { FileView, turnPage } from './FileView.tsx';

/** Files that stand together, and the one of them that is shown. */
export type ShownFile = { readonly files: readonly FileItem[]; readonly shown: FileItem };

type Props = ShownFile & {
  onShow: (shown: ShownFile) => void;
  onClose: () => void;
  /** Beside what belongs to it, where it stays in sight, or below. */
  beside: boolean;
};

/** Shows a file in place, so that what it is looked at for can be written meanwhile. Esc closes it. */
export function FilePane({ files, shown, onShow, onClose, beside }: Props) {
  const titleId = useId();
  const show = (file: FileItem) => onShow({ files, shown: file });

  function press(event: KeyboardEvent) {
    const next = turnPage(event, files, shown);
    if (next) show(next);
    if (event.key === 'Escape') onClose();
  }

  return (
    <Box component="section" aria-labelledby={titleId} onKeyDown={press} sx={beside ? BESIDE : BELOW}>
      <FileView files={files} shown={shown} titleId={titleId} onShow={show} onClose={onClose} />
    </Box>
  );
}

const FRAME = {
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
} as const;
const BESIDE = { ...FRAME, position: 'sticky', top: 110, height: 'calc(100vh - 126px)', minHeight: 320 } as const;
const BELOW = { ...FRAME, height: '75vh', mt: 1 } as const;
