import Delete from '@mui/icons-material/Delete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { REASON_MAX } from '@shp/shared/domain/standard/scoreItems';
import { type FormEvent, useState } from 'react';
import { useExpertText } from '../../../core/i18n/expertTexts.ts';
import { useText } from '../../../core/i18n/texts.ts';
import { useToast } from '../../../core/useToast.ts';
import type { Phrases } from './phrases.ts';

/** Dialog that adds and removes the account's own phrases. */
export function OwnPhrases({ phrases, onClose }: { phrases: Phrases; onClose: () => void }) {
  const { web } = useText();
  const { phrases: words } = useExpertText();
  const toast = useToast();
  const [typed, setTyped] = useState('');

  function remove(phrase: string) {
    phrases.remove(phrase);
    toast.done(words.removed, async () => phrases.add(phrase));
  }

  function add(event: FormEvent) {
    event.preventDefault();
    const phrase = typed.trim();
    if (phrase === '') return;
    phrases.add(phrase);
    setTyped('');
  }

  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} disableRestoreFocus aria-labelledby="own-phrases">
      <DialogTitle id="own-phrases">{words.manageTitle}</DialogTitle>
      <DialogContent>
        <Typography variant="body2">{words.note}</Typography>
        {phrases.own.length === 0 && <Typography sx={{ my: 1 }}>{words.none}</Typography>}
        <Box component="ul" aria-label={words.manageTitle} sx={{ m: 0, my: 1, p: 0, listStyle: 'none' }}>
          {phrases.own.map((phrase) => (
            <Box component="li" key={phrase} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Typography sx={{ flex: 1, overflowWrap: 'anywhere' }}>{phrase}</Typography>
              <IconButton
                size="small"
                aria-label={words.remove(phrase)}
                title={words.remove(phrase)}
                onClick={() => remove(phrase)}
              >
                <Delete fontSize="small" />
              </IconButton>
            </Box>
          ))}
        </Box>
        <Box component="form" onSubmit={add} sx={{ display: 'flex', gap: 1, alignItems: 'start', pt: 1 }}>
          <TextField
            label={words.added}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoFocus
            slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
          />
          <Button type="submit" variant="outlined">
            {words.add}
          </Button>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {web.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
