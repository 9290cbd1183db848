import ContentCopy from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { copyText } from '../core/copyText.ts';
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
