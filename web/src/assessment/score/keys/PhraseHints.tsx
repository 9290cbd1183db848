import Box from '@mui/material/Box';
import { useExpertText } from '../../../core/i18n/expertTexts.ts';
import { FONT_SIZES } from '../../../theme/tokens.ts';
import type { Phrases } from './phrases.ts';

type Props = {
  serial: string;
  phrases: Phrases;
  onInsert: (phrase: string) => void;
  /** Opens all phrases. */
  onMore: () => void;
};

/** As many as leave the next item in sight. */
const SHOWN = 5;

/** The first phrases below an empty reason, each with its key; the focus stays in the reason. */
export function PhraseHints({ serial, phrases, onInsert, onMore }: Props) {
  const { phrases: words } = useExpertText();
  const rest = phrases.all.length > SHOWN;
  return (
    <Box
      ref={show}
      role="group"
      aria-label={words.of(serial)}
      onMouseDown={(event) => event.preventDefault()}
      sx={HINTS}
    >
      {phrases.all.slice(0, SHOWN).map((phrase, index) => (
        <button
          key={phrase}
          type="button"
          tabIndex={-1}
          aria-keyshortcuts={`Alt+${index + 1}`}
          onClick={() => onInsert(phrase)}
        >
          <span>{phrase}</span>
          <kbd>Alt+{index + 1}</kbd>
        </button>
      ))}
      {rest && (
        <button type="button" tabIndex={-1} aria-keyshortcuts="Alt+P" onClick={onMore}>
          <span>{words.more}</span>
          <kbd>Alt+P</kbd>
        </button>
      )}
    </Box>
  );
}

/** Above the foot bar. */
const show = (hints: HTMLElement | null) => hints?.scrollIntoView({ block: 'nearest' });

const HINTS = {
  position: 'absolute',
  top: '100%',
  left: 0,
  right: 0,
  zIndex: 3,
  mt: 0.5,
  p: 0.5,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  boxShadow: 4,
  '& button': {
    display: 'flex',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: 1,
    width: '100%',
    border: 0,
    px: 1,
    py: 0.75,
    borderRadius: 1,
    bgcolor: 'transparent',
    color: 'text.primary',
    font: 'inherit',
    textAlign: 'left',
    cursor: 'pointer',
    '&:hover': { bgcolor: 'action.hover' },
  },
  '& kbd': { flex: 'none', fontFamily: 'inherit', fontSize: FONT_SIZES.small, color: 'text.secondary' },
} as const;
