import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { FILE_TYPES, fileProblem } from '@shp/shared/domain/assessment/files';
import { DEFAULT_SETTINGS } from '@shp/shared/domain/settings';
import { useId, useState } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { useSettings } from '../../core/useSettings.ts';
import { useToast } from '../../core/useToast.ts';
import { AddFiles } from '../../files/upload/AddFiles.tsx';
import { useFileDrop } from '../../files/upload/useFileDrop.ts';
import { TOUCH_ONLY } from '../../theme/tokens.ts';
import { type Audience, isAudience, RoleChecks, rolesOf } from './RoleChecks.tsx';
import { SendingLine } from './SendingLine.tsx';
import { useDocumentsText } from './texts.ts';
import { markOf, useSending } from './useSending.ts';

/** Dialog that uploads one or more documents and chooses who may read them. */
export default function UploadDialog({ onClose, onUploaded }: { onClose: () => void; onUploaded: () => void }) {
  const { common, web } = useText();
  const text = useDocumentsText();
  const toast = useToast();
  const titleId = useId();
  const { maxFileMB } = useSettings() ?? DEFAULT_SETTINGS;
  const [audience, setAudience] = useState<Audience>({ everybody: null, roles: [] });
  const { list, busy, add, start, takeAway } = useSending(problemOf);
  const { over, handlers } = useFileDrop(busy ? null : add);
  const failed = list.some(({ state, file }) => state === 'failed' && problemOf(file) === null);
  const left = list.some(({ state, file }) => state !== 'done' && problemOf(file) === null);

  function problemOf(file: File): string | null {
    const problem = fileProblem(file, maxFileMB);
    switch (problem?.code) {
      case 'type':
        return common.errors.unsupported_type;
      case 'empty':
        return common.conflicts.fileEmpty;
      case 'size':
        return common.conflicts.fileTooLarge(problem.mb);
      default:
        return null;
    }
  }

  async function upload() {
    const { arrived, all } = await start(rolesOf(audience));
    if (arrived > 0) {
      toast.done(text.uploadedAll(arrived));
      onUploaded();
    }
    if (all) onClose();
  }

  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{text.uploadTitle}</DialogTitle>
      <DialogContent {...handlers}>
        <Box sx={{ ...DROP, bgcolor: over ? 'action.hover' : undefined }}>
          {!busy && <AddFiles text={text.choose} label={text.choose} onFiles={add} />}
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {text.chooseHow}
            <Box component="span" sx={{ [TOUCH_ONLY]: { display: 'none' } }}>
              {text.orDrop}
            </Box>
            {common.marks.stop}
            {text.chooseNote(Object.keys(FILE_TYPES).join(common.marks.list), maxFileMB)}
          </Typography>
        </Box>
        {list.length > 0 && (
          <Box component="ul" aria-label={text.chosen} sx={{ p: 0, my: 2 }}>
            {list.map((sending) => (
              <SendingLine
                key={markOf(sending.file)}
                sending={sending}
                {...(busy ? {} : { onTakeAway: () => takeAway(sending.file) })}
              />
            ))}
          </Box>
        )}
        <RoleChecks audience={audience} disabled={busy} onChange={setAudience} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{list.some(({ state }) => state === 'done') ? web.close : web.cancel}</Button>
        <Button
          variant="contained"
          disabled={!left || !isAudience(audience)}
          loading={busy}
          onClick={() => void upload()}
        >
          {failed ? text.again : text.upload}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const DROP = {
  border: '1px dashed',
  borderColor: 'text.secondary',
  borderRadius: 1,
  p: 2,
  textAlign: 'center',
} as const;
