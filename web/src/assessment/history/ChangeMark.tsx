import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { FileItem } from '@shp/shared/api/objects';
import type { ReactNode } from 'react';
import { useManagingText } from '../../core/i18n/managingTexts.ts';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { FilesAt } from '../../files/FilesAt.tsx';
import { formValue, NOT_SCORED } from '../../outbox/senders.ts';
import { formValueText, scoreText } from '../valueText.ts';
import { type Changes, useShownChanges } from './useChanges.ts';

/** Marks a form field that changed, with its previous value. */
export function FieldChange({ path }: { path: string }) {
  const { changes } = useShownChanges();
  return changes?.fields.has(path) ? <FieldBefore path={path} before={changes.before} /> : null;
}

/** Marks an item with a changed score, with its previous score. */
export function ScoreChange({ serial }: { serial: string }) {
  const { changes } = useShownChanges();
  return changes?.scores.has(serial) ? <ScoreBefore serial={serial} before={changes.before} /> : null;
}

/** Marks a file added since the previous submission. */
export function FileChange({ id }: { id: string }) {
  const { changes } = useShownChanges();
  return changes?.added.has(id) ? <Added /> : null;
}

/** Files removed since the previous submission; they can still be opened. */
export function GoneFiles({ assessment, at }: { assessment: string; at: (file: FileItem) => boolean }) {
  const { changes } = useShownChanges();
  const gone = changes?.gone.filter(at) ?? [];
  return gone.length > 0 ? <Gone assessment={assessment} files={gone} /> : null;
}

function FieldBefore({ path, before }: { path: string; before: Changes['before'] }) {
  const { common, web } = useReviewText();
  return <Before>{before && (formValueText(path, formValue(before.form, path), common) || web.none)}</Before>;
}

function ScoreBefore({ serial, before }: { serial: string; before: Changes['before'] }) {
  const { common, review } = useReviewText();
  const was = before?.scores.find((item) => item.serial === serial) ?? NOT_SCORED;
  return <Before>{before && (scoreText(was, review.score.missing, common) || review.score.unscored)}</Before>;
}

function Before({ children }: { children: ReactNode }) {
  const { review } = useReviewText();
  const { changes } = useManagingText();
  return (
    <Box component="details" sx={{ my: 0.5 }}>
      <Box component="summary" sx={MARK}>
        {review.changed}
      </Box>
      <Typography variant="body2" sx={WAS}>
        <b>{changes.before}</b> {children}
      </Typography>
    </Box>
  );
}

function Added() {
  const { changes } = useManagingText();
  return <Chip size="small" color="warning" variant="outlined" label={changes.added} />;
}

function Gone({ assessment, files }: { assessment: string; files: readonly FileItem[] }) {
  const { changes } = useManagingText();
  return (
    <Box sx={{ mt: 0.5 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {changes.gone}
      </Typography>
      <FilesAt assessment={assessment} label={changes.gone} files={files} mayDelete={false} />
    </Box>
  );
}

const MARK = {
  display: 'inline-block',
  px: 1,
  py: 0.25,
  border: '1px solid',
  borderColor: 'warning.main',
  borderRadius: 4,
  fontSize: '0.8125rem',
  cursor: 'pointer',
  '&::before': { content: '"▸ "' },
  'details[open] > &::before': { content: '"▾ "' },
} as const;
const WAS = { mt: 0.5, pl: 1, whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const;
