import Close from '@mui/icons-material/Close';
import Pause from '@mui/icons-material/Pause';
import PlayArrow from '@mui/icons-material/PlayArrow';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { FILE_TYPES } from '@shp/shared/domain/assessment/files';
import { memo } from 'react';
import { type ReviewText, useReviewText } from '../../core/i18n/reviewTexts.ts';
import type { Upload, UploadProblem, Uploads } from './uploads.ts';

/** An unfinished upload: its progress, and its actions. Memoized: two hundred photographs may wait at one place. */
export const UploadLine = memo(function UploadLine({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const text = useReviewText();
  const { id, name, size, sent, state, problem } = upload;
  const words = text.review.files;
  const percent = size === 0 ? 0 : Math.min(100, (sent / size) * 100);
  const running = state === 'sending' || state === 'waiting';
  return (
    <Box component="li" sx={LINE}>
      <Box sx={{ flex: '1 1 12rem', minWidth: 0 }}>
        <Typography variant="body2" noWrap title={name}>
          {name}
        </Typography>
        {state !== 'failed' && (
          <Box
            component="progress"
            value={percent}
            max={100}
            aria-label={words.uploadOf(name)}
            sx={state === 'sending' ? SENDING : BAR}
          />
        )}
        <Typography
          variant="caption"
          role="status"
          sx={{ color: state === 'failed' ? 'error.main' : 'text.secondary' }}
        >
          {state === 'failed' && problem ? problemText(problem, text) : words.states[state](Math.floor(percent))}
        </Typography>
      </Box>
      {running && (
        <IconButton size="small" aria-label={words.pause(name)} onClick={() => uploads.pause(id)}>
          <Pause fontSize="small" />
        </IconButton>
      )}
      {(state === 'paused' || state === 'lost') && (
        <IconButton size="small" aria-label={words.goOn(name)} onClick={() => uploads.goOn(id)}>
          <PlayArrow fontSize="small" />
        </IconButton>
      )}
      <IconButton size="small" aria-label={words.drop(name)} onClick={() => void uploads.drop(id)}>
        <Close fontSize="small" />
      </IconButton>
    </Box>
  );
});

function problemText(problem: UploadProblem, { common, review }: ReviewText): string {
  switch (problem.code) {
    case 'type':
      return review.files.wrongType(Object.keys(FILE_TYPES).join(common.marks.list));
    case 'empty':
      return common.conflicts.fileEmpty;
    case 'size':
      return common.conflicts.fileTooLarge(problem.mb);
    case 'server':
      return problem.message;
  }
}

const LINE = { display: 'flex', alignItems: 'center', gap: 0.5, listStyle: 'none', maxWidth: 560 } as const;
const BAR = { display: 'block', width: '100%', height: 4, accentColor: 'currentcolor' } as const;
const SENDING = { ...BAR, color: 'primary.main' } as const;
