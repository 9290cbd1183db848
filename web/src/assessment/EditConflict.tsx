import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useOutboxText } from '../core/i18n/outboxTexts.ts';
import { useText } from '../core/i18n/texts.ts';
import type { Entry } from '../outbox/entries.ts';
import { useOutbox } from '../outbox/useOutbox.ts';

type Props = { entry: Entry | undefined; show: (value: unknown) => string };
type Troubled = Entry & { trouble: NonNullable<Entry['trouble']> };

/** An edit that waits for the user's decision. Fields without one do not subscribe to the outbox. */
export function EditConflict({ entry, show }: Props) {
  return entry?.trouble ? <Choice entry={{ ...entry, trouble: entry.trouble }} show={show} /> : null;
}

/** Shows both values of a conflict, or the server's reason for the refusal, and the choice. */
function Choice({ entry, show }: { entry: Troubled; show: Props['show'] }) {
  const words = useOutboxText();
  const outbox = useOutbox();
  const { trouble, value } = entry;
  const { conflict, refused } = words;
  const choices =
    trouble.kind === 'conflict'
      ? { mine: conflict.mine, theirs: conflict.theirs }
      : { mine: refused.again, theirs: refused.drop };
  return (
    <Alert severity={trouble.kind === 'conflict' ? 'warning' : 'error'} sx={{ mt: 0.5 }}>
      {trouble.kind === 'conflict' ? conflict.what : refused.what(trouble.message)}
      <Value label={words.yours} value={show(value)} />
      {trouble.kind === 'conflict' && <Value label={words.present} value={show(trouble.current)} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <Button size="small" variant="outlined" color="inherit" onClick={() => void outbox.decide(entry, 'mine')}>
          {choices.mine}
        </Button>
        <Button size="small" variant="outlined" color="inherit" onClick={() => void outbox.decide(entry, 'theirs')}>
          {choices.theirs}
        </Button>
      </Box>
    </Alert>
  );
}

function Value({ label, value }: { label: string; value: string }) {
  const { web } = useText();
  return (
    <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      <b>{label}</b> {value === '' ? web.none : value}
    </Typography>
  );
}
