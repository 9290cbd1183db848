import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useReturnReasons } from '../../core/i18n/returnReasonTexts.ts';

type Props = { text: string; onChange: (text: string) => void };

/** Common reasons of a return: each is written into the text, or taken out of it again. */
export function ReturnReasons({ text, onChange }: Props) {
  const words = useReturnReasons();
  const lines = text.split('\n');

  function toggle(reason: string) {
    if (lines.includes(reason)) onChange(lines.filter((line) => line !== reason).join('\n'));
    else onChange([...(text.trim() === '' ? [] : [text.trimEnd()]), reason].join('\n'));
  }

  return (
    <Box role="group" aria-label={words.label} sx={REASONS}>
      {words.offered.map((reason) => (
        <Chip
          key={reason}
          label={reason}
          size="small"
          variant={lines.includes(reason) ? 'filled' : 'outlined'}
          color={lines.includes(reason) ? 'primary' : 'default'}
          aria-pressed={lines.includes(reason)}
          onClick={() => toggle(reason)}
        />
      ))}
    </Box>
  );
}

/** Long reasons take several lines. */
const REASONS = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 0.75,
  mt: 1,
  '& .MuiChip-root': { height: 'auto', minHeight: 26, maxWidth: '100%' },
  '& .MuiChip-label': { whiteSpace: 'normal', py: 0.25 },
} as const;
