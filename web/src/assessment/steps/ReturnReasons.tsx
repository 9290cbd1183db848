import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useId } from 'react';
import { useReturnReasons } from '../../core/i18n/returnReasonTexts.ts';
import { FONT_SIZES } from '../../theme/tokens.ts';

type Props = { text: string; onChange: (text: string) => void };

/** Common reasons of a return: each is written into the text, or taken out of it again. */
export function ReturnReasons({ text, onChange }: Props) {
  const words = useReturnReasons();
  const labelId = useId();
  const lines = text.split('\n');

  function toggle(reason: string) {
    if (lines.includes(reason)) onChange(lines.filter((line) => line !== reason).join('\n'));
    else onChange([...(text.trim() === '' ? [] : [text.trimEnd()]), reason].join('\n'));
  }

  return (
    <Box role="group" aria-labelledby={labelId} sx={REASONS}>
      <span id={labelId}>{words.label}</span>
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
  alignItems: 'center',
  gap: 0.75,
  mt: 1,
  '& > span': { flex: '1 0 100%', fontSize: FONT_SIZES.small, color: 'text.secondary' },
  '& .MuiChip-root': { height: 'auto', minHeight: 26, maxWidth: '100%' },
  '& .MuiChip-label': { whiteSpace: 'normal', py: 0.25 },
} as const;
