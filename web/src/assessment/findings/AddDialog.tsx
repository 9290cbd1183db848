import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { ApiError } from '@shp/shared/api/errors';
import { FINDING_TEXT_MAX } from '@shp/shared/domain/findings/finding';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { client } from '../../core/client.ts';
import { useText } from '../../core/i18n/texts.ts';
import { messageOf } from '../../core/messages.ts';
import { useToast } from '../../core/useToast.ts';
import { DateField } from '../../ui/fields/DateField.tsx';
import { useFindingText } from './texts.ts';
import { useCallOrKeep, useKeep } from './unsent.ts';

type Props = {
  /** The station of an inspection; a station adds its own. */
  station?: string;
  /** The assessment on whose page it is added. */
  assessment: string | undefined;
  onClose: () => void;
};

/** Adds a finding: of the station's own check, or of a unit's inspection. */
export default function AddDialog({ station, assessment, onClose }: Props) {
  const { login, web } = useText();
  const { findings } = useFindingText();
  const words = findings.screen;
  const toast = useToast();
  const callOrKeep = useCallOrKeep();
  const keep = useKeep();
  const cache = useQueryClient();
  const titleId = useId();
  const [key] = useState(() => `${Date.now()}-${Math.random()}`);
  const [text, setText] = useState('');
  const [serial, setSerial] = useState('');
  const [advice, setAdvice] = useState('');
  const [due, setDue] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const fields = error instanceof ApiError ? error.fields : {};
  const lacking = text.trim() === '';

  async function add(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (lacking || busy) return;
    setBusy(true);
    const input = {
      text: text.trim(),
      ...(station ? { station } : {}),
      ...(station && assessment ? { assessment } : {}),
      ...(serial.trim() === '' ? {} : { serial: serial.trim() }),
      ...(advice.trim() === '' ? {} : { advice: advice.trim() }),
      ...(due === '' ? {} : { due }),
    };
    try {
      const isSent = await callOrKeep(
        async () => {
          const { no } = await client.call('POST finding/add', input, { idempotencyKey: key });
          toast.done(words.added(no));
          await cache.invalidateQueries({ queryKey: ['findings'] });
        },
        () => keep.finding(assessment ?? '', key, input),
      );
      if (!isSent) toast.done(words.kept);
      onClose();
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      onClose={(_event, why) => why === 'escapeKeyDown' && onClose()}
    >
      <DialogTitle id={titleId}>{words.add}</DialogTitle>
      <form noValidate onSubmit={(event) => void add(event)}>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            {error !== null && <Alert severity="error">{messageOf(error, login)}</Alert>}
            <TextField
              label={words.text}
              value={text}
              onChange={(event) => setText(event.target.value)}
              required
              multiline
              minRows={3}
              autoFocus
              error={tried && lacking}
              helperText={tried && lacking ? words.required : ''}
              slotProps={{ htmlInput: { maxLength: FINDING_TEXT_MAX } }}
            />
            <TextField
              label={words.item}
              value={serial}
              onChange={(event) => setSerial(event.target.value)}
              placeholder="4.1.1"
              error={fields.serial !== undefined}
              helperText={fields.serial}
            />
            {station && (
              <>
                <TextField
                  label={words.advice}
                  value={advice}
                  onChange={(event) => setAdvice(event.target.value)}
                  multiline
                  slotProps={{ htmlInput: { maxLength: FINDING_TEXT_MAX } }}
                />
                <DateField
                  label={words.dueOf}
                  value={due}
                  onChange={setDue}
                  error={fields.due !== undefined}
                  helperText={fields.due}
                />
              </>
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{web.cancel}</Button>
          <Button type="submit" variant="contained" loading={busy}>
            {words.add}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
