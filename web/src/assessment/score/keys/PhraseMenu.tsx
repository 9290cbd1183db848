import Box from '@mui/material/Box';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { type KeyboardEvent, useState } from 'react';
import { useExpertText } from '../../../core/i18n/expertTexts.ts';
import { useToast } from '../../../core/useToast.ts';
import { OwnPhrases } from './OwnPhrases.tsx';
import type { Phrases } from './phrases.ts';

type Props = {
  serial: string;
  reason: string;
  phrases: Phrases;
  onInsert: (phrase: string) => void;
  onClose: () => void;
};

/** Phrases for an item's reason; a digit or a click inserts one. */
export function PhraseMenu({ serial, reason, phrases, onInsert, onClose }: Props) {
  const { phrases: words } = useExpertText();
  const toast = useToast();
  const [managing, setManaging] = useState(false);
  const anchor = document.querySelector<HTMLElement>(`[data-phrases="${serial}"]`);
  const own = reason.trim();
  if (managing) return <OwnPhrases phrases={phrases} onClose={onClose} />;

  function insert(phrase: string | undefined) {
    if (phrase === undefined) return;
    onInsert(phrase);
    onClose();
  }

  function keep() {
    phrases.add(own);
    toast.done(words.kept);
    onClose();
  }

  function press(event: KeyboardEvent) {
    if (!/^[1-9]$/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    insert(phrases.all[Number(event.key) - 1]);
  }

  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      disableRestoreFocus
      onKeyDownCapture={press}
      slotProps={{ list: { 'aria-label': words.of(serial), dense: true }, paper: { sx: { maxWidth: 480 } } }}
    >
      {phrases.all.map((phrase, place) => (
        <MenuItem key={phrase} onClick={() => insert(phrase)} sx={{ whiteSpace: 'normal' }}>
          <span>
            {place < 9 && <b>{place + 1}&ensp;</b>}
            {phrase}
          </span>
        </MenuItem>
      ))}
      <Box component="li" role="separator" sx={{ my: 1, borderBottom: '1px solid', borderBottomColor: 'divider' }} />
      {own !== '' && !phrases.all.includes(own) && <MenuItem onClick={keep}>{words.keep}</MenuItem>}
      <MenuItem onClick={() => setManaging(true)}>{words.manage}</MenuItem>
    </Menu>
  );
}
