import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Close from '@mui/icons-material/Close';
import Download from '@mui/icons-material/Download';
import OpenInNew from '@mui/icons-material/OpenInNew';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { FileItem } from '@shp/shared/api/objects';
import { FILE_TYPES, type FileExtension } from '@shp/shared/domain/assessment/files';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useReviewText } from '../core/i18n/reviewTexts.ts';
import { keyOf } from '../core/keys.ts';
import { useToast } from '../core/useToast.ts';
import { Failure } from '../ui/Failure.tsx';
import { fileUrl, nameOf, openDownload } from './fileUrl.ts';
import { Picture } from './Picture.tsx';

type Props = {
  files: readonly FileItem[];
  shown: FileItem;
  titleId: string;
  onShow: (file: FileItem) => void;
  onClose: () => void;
};

/** A picture, PDF or video with its name and actions. */
export function FileView({ files, shown, titleId, onShow, onClose }: Props) {
  const { login, review, web } = useReviewText();
  const toast = useToast();
  const { place, before, after } = neighbours(files, shown);
  const {
    data: url,
    error,
    refetch,
  } = useQuery({
    queryKey: ['fileUrl', shown.id],
    queryFn: () => fileUrl(shown, 'show'),
    // A download token can be used for the first time only within some minutes.
    staleTime: 60_000,
    gcTime: 60_000,
  });

  async function save() {
    try {
      openDownload(await fileUrl(shown, 'save'));
    } catch (failure) {
      toast.failed(failure);
    }
  }

  return (
    <>
      <Box sx={BAR}>
        <Typography id={titleId} component="h2" noWrap sx={{ flex: { xs: '1 1 100%', sm: 1 }, fontWeight: 600 }}>
          {nameOf(shown)}
        </Typography>
        {files.length > 1 && (
          <>
            <IconButton aria-label={review.files.previous} disabled={!before} onClick={() => before && onShow(before)}>
              <ChevronLeft />
            </IconButton>
            <Typography variant="body2">
              {place + 1}/{files.length}
            </Typography>
            <IconButton aria-label={review.files.next} disabled={!after} onClick={() => after && onShow(after)}>
              <ChevronRight />
            </IconButton>
          </>
        )}
        {url && (
          <IconButton
            component="a"
            href={url}
            target="_blank"
            rel="noopener"
            aria-label={`${review.files.openApart} ${web.newTab}`}
          >
            <OpenInNew />
          </IconButton>
        )}
        <IconButton aria-label={review.files.save} onClick={() => void save()}>
          <Download />
        </IconButton>
        <IconButton aria-label={web.close} onClick={onClose}>
          <Close />
        </IconButton>
      </Box>
      <Box sx={STAGE}>
        {error && <Failure error={error} onRetry={() => void refetch()} />}
        {!url && !error && <LinearProgress aria-label={login.loading} sx={{ width: '50%' }} />}
        {url && <Shown file={shown} url={url} />}
      </Box>
    </>
  );
}

/** Arrow keys move through the files of a group. */
export function turnPage(
  { nativeEvent, target }: KeyboardEvent,
  files: readonly FileItem[],
  shown: FileItem,
): FileItem | null {
  const { before, after } = neighbours(files, shown);
  const key = keyOf('files', nativeEvent);
  const next = key === 'previous' ? before : key === 'next' ? after : undefined;
  return next && !(target instanceof HTMLVideoElement) ? next : null;
}

function neighbours(files: readonly FileItem[], shown: FileItem) {
  const place = files.findIndex(({ id }) => id === shown.id);
  return { place, before: files[place - 1], after: files[place + 1] };
}

function Shown({ file, url }: { file: FileItem; url: string }) {
  const name = nameOf(file);
  const type = FILE_TYPES[file.extension as FileExtension]?.type ?? '';
  if (type.startsWith('image/')) return <Picture key={file.id} url={url} name={name} />;
  // biome-ignore lint/a11y/useMediaCaption: videos of stations have no captions
  if (type.startsWith('video/')) return <video src={url} controls aria-label={name} style={VIDEO} />;
  return <iframe src={url} title={name} style={FRAME} />;
}

const BAR = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, py: 1, px: 2 } as const;
const STAGE = {
  flex: 1,
  minHeight: 0,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  overflow: 'auto',
  bgcolor: 'action.hover',
} as const;
const VIDEO = { maxWidth: '100%', maxHeight: '100%' } as const;
const FRAME = { width: '100%', height: '100%', border: 0 } as const;
