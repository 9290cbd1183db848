import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { copyText } from '../../../core/copyText.ts';
import { useFactorsText } from '../../../core/i18n/factorsText.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { useToast } from '../../../core/useToast.ts';
import { saveFile } from '../../../ui/saveFile.ts';

/** New recovery codes, shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { web } = useText();
  const { codes: words } = useFactorsText();
  const toast = useToast();
  const text = codes.join('\n');

  async function copy() {
    if (await copyText(text)) toast.done(words.copied);
    else toast.failed(web.notCopied);
  }

  function print() {
    const frame = document.createElement('iframe');
    frame.style.display = 'none';
    document.body.append(frame);
    const page = frame.contentDocument;
    if (!page || !frame.contentWindow) return frame.remove();
    const shown = page.createElement('pre');
    shown.textContent = `${words.title}\n\n${text}`;
    page.body.append(shown);
    frame.contentWindow.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow.print();
  }

  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby="recovery-codes">
      <DialogTitle id="recovery-codes">{words.title}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 2 }}>{words.note}</Typography>
        <Box component="ul" aria-label={words.title} sx={LIST}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button onClick={() => void copy()}>{words.copy}</Button>
        <Button onClick={print}>{words.print}</Button>
        <Button onClick={() => saveFile(words.file, new Blob([`${text}\n`], { type: 'text/plain' }))}>
          {words.download}
        </Button>
        <Button variant="contained" onClick={onClose}>
          {words.kept}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const LIST = {
  m: 0,
  p: 1,
  display: 'grid',
  gap: 0.5,
  justifyContent: 'center',
  whiteSpace: 'nowrap',
  listStyle: 'none',
  // A code is as wide as a telephone's dialog.
  fontFamily: 'monospace',
  fontSize: 14,
  bgcolor: 'action.hover',
  borderRadius: 1,
  userSelect: 'all',
} as const;
