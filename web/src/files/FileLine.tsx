import Delete from '@mui/icons-material/Delete';
import Description from '@mui/icons-material/Description';
import Image from '@mui/icons-material/Image';
import Movie from '@mui/icons-material/Movie';
import PictureAsPdf from '@mui/icons-material/PictureAsPdf';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { FileItem } from '@shp/shared/api/objects';
import { FILE_TYPES, type FileExtension } from '@shp/shared/domain/assessment/files';
import { type ReactNode, useContext } from 'react';
import { useReviewText } from '../core/i18n/reviewTexts.ts';
import { nameOf } from './fileUrl.ts';
import { ShownFileContext } from './shownFile.ts';
import { sizeText } from './sizeText.ts';

type Props = {
  file: FileItem;
  onOpen: () => void;
  onDelete?: (() => void) | undefined;
  /** Shown at the end of the line. */
  beside?: ReactNode;
  children?: ReactNode;
};

/** A file: its name opens it in place or downloads it. `children` are shown below, such as remarks. */
export function FileLine({ file, onOpen, onDelete, beside, children }: Props) {
  const { review } = useReviewText();
  const name = nameOf(file);
  const Icon = iconOf(file.extension);
  const isShown = useContext(ShownFileContext) === file.id;
  return (
    <Box component="li" sx={{ listStyle: 'none' }}>
      <Box sx={LINE}>
        <ButtonBase onClick={onOpen} aria-current={isShown || undefined} sx={NAME} title={name}>
          <Icon fontSize="small" />
          <Typography component="span" variant="body2" noWrap>
            {name}
          </Typography>
        </ButtonBase>
        <Typography component="span" variant="caption" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {sizeText(file.size)}
        </Typography>
        {onDelete && (
          <IconButton size="small" aria-label={review.files.delete(name)} onClick={onDelete} sx={DELETE}>
            <Delete fontSize="small" />
          </IconButton>
        )}
        {beside}
      </Box>
      {children}
    </Box>
  );
}

function iconOf(extension: string) {
  const type = FILE_TYPES[extension as FileExtension]?.type ?? '';
  if (type.startsWith('image/')) return Image;
  if (type.startsWith('video/')) return Movie;
  return extension === 'pdf' ? PictureAsPdf : Description;
}

const LINE = { display: 'flex', alignItems: 'center', gap: 1, maxWidth: 560 } as const;
/** Weaker than the name, until it is meant. */
const DELETE = { color: 'text.secondary', '&:hover, &:focus-visible': { color: 'text.primary' } } as const;
const NAME = {
  minWidth: 0,
  gap: 0.75,
  py: 0.5,
  borderRadius: 0.5,
  color: 'primary.main',
  justifyContent: 'start',
  '&:hover': { textDecoration: 'underline' },
  '&[aria-current]': {
    px: 0.75,
    bgcolor: 'primary.light',
    fontWeight: 600,
    '& .MuiTypography-root': { fontWeight: 600 },
  },
} as const;
