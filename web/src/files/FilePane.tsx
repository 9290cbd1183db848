import Box from '@mui/material/Box';
import type { FileItem } from '@shp/shared/api/objects';
import { type KeyboardEvent, useId } from 'react';
import { ROOMY_WINDOW } from '../theme/tokens.ts';
import { FileView, turnPage } from './FileView.tsx';

/** A group of files, and the one that is open. */
export type ShownFile = { readonly files: readonly FileItem[]; readonly shown: FileItem };

type Props = ShownFile & {
  onShow: (shown: ShownFile) => void;
  onClose: () => void;
  /** Beside the related content and sticky, or below it. */
  beside: boolean;
};

/** Shows a file in place, so that the user can write while looking at it. Esc closes it. */
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
const BESIDE = {
  ...FRAME,
  position: 'sticky',
  top: 110,
  height: 'calc(100vh - 126px)',
  minHeight: 320,
  [ROOMY_WINDOW]: { top: 190, height: 'calc(100vh - 206px)' },
} as const;
const BELOW = { ...FRAME, height: '75vh', mt: 1 } as const;
