import Button from '@mui/material/Button';
import { useExpertText } from '../../../core/i18n/expertTexts.ts';
import { shortcutOf } from './actions.ts';

/** Opens the phrases for an item's reason. */
export function PhraseButton({ serial, onPhrases }: { serial: string; onPhrases: (serial: string) => void }) {
  const { phrases } = useExpertText();
  return (
    <Button
      size="small"
      aria-label={phrases.of(serial)}
      aria-haspopup="menu"
      aria-keyshortcuts={shortcutOf('phrases')}
      data-phrases={serial}
      onClick={() => onPhrases(serial)}
    >
      {phrases.button}
    </Button>
  );
}
