import ContentCopy from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useText } from '../core/i18n/texts.ts';
import { useToast } from '../core/useToast.ts';

/** A value shown only once, with a copy button. */
export function CopyOnceValue({ value }: { value: string }) {
  const { web } = useText();
  const toast = useToast();
  async function copy() {
    if (await copyText(value)) toast.done(web.copied);
    else toast.failed(web.notCopied);
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <Box component="code" sx={CODE}>
        {value}
      </Box>
      <Button startIcon={<ContentCopy />} onClick={() => void copy()}>
        {web.copy}
      </Button>
    </Box>
  );
}

const CODE = {
  px: 1.5,
  py: 1,
  bgcolor: 'action.hover',
  borderRadius: 1,
  fontSize: '1.1rem',
  overflowWrap: 'anywhere',
  userSelect: 'all',
} as const;

/** Copies a text; returns false if it cannot. Plain http has no clipboard API, so `execCommand` follows. */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  // Inside the dialog, because its focus trap would take the selection from an element outside.
  (document.activeElement?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}
