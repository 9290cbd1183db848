import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import CloudOff from '@mui/icons-material/CloudOff';
import ErrorOutline from '@mui/icons-material/ErrorOutlined';
import Sync from '@mui/icons-material/Sync';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useOutboxText } from '../core/i18n/outboxTexts.ts';
import { useUser } from '../core/session.ts';
import { useSnapshot } from '../outbox/useOutbox.ts';
import { useRefusedCount } from './refusedInputs.ts';
import { UnsentEditsDialog } from './UnsentEditsDialog.tsx';

/**
 * Save state, announced to screen readers when it changes; a click lists unsent edits. On a read-only page it only
 * reports unsent edits.
 */
export function SaveState({ editable }: { editable: boolean }) {
  const words = useOutboxText();
  const { entries, halted, durable } = useSnapshot(useUser().id);
  const [listed, setListed] = useState(false);
  const refused = useRefusedCount();
  const troubled = entries.filter(({ trouble }) => trouble !== null).length;
  const { states } = words;
  // Keep the list open until the user closes it, even when its last entry has been sent.
  if (!editable && entries.length === 0 && !listed) return null;
  const { Icon, text, colour } =
    troubled > 0
      ? { Icon: ErrorOutline, text: states.trouble(troubled), colour: 'error.main' }
      : refused > 0
        ? { Icon: ErrorOutline, text: states.refused(refused), colour: 'error.main' }
        : entries.length === 0
          ? { Icon: CheckCircleOutlined, text: states.saved, colour: 'text.secondary' }
          : !durable
            ? { Icon: ErrorOutline, text: words.onlyHere(entries.length), colour: 'error.main' }
            : halted
              ? { Icon: CloudOff, text: states[halted](entries.length), colour: 'warning.main' }
              : { Icon: Sync, text: states.saving, colour: 'text.secondary' };
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 30 }}>
      <Icon fontSize="small" sx={{ color: colour }} aria-hidden />
      <Typography component="span" role="status" variant="body2" sx={{ color: colour }}>
        {text}
      </Typography>
      {entries.length > 0 && (halted || !durable || troubled > 0) && (
        <Button size="small" onClick={() => setListed(true)}>
          {words.list}
        </Button>
      )}
      {listed && <UnsentEditsDialog onClose={() => setListed(false)} />}
    </Box>
  );
}
