import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { memo } from 'react';
import { useExpertText } from '../../../core/i18n/expertTexts.ts';
import { useReviewText } from '../../../core/i18n/reviewTexts.ts';
import { KEYS, type KeyName } from '../../../core/keys.ts';
import { TOUCH_ONLY } from '../../../theme/tokens.ts';
import type { Action } from './actions.ts';

/** The scoring keys in one line, where there are keys; `without` an action that the page does not have. */
export const KeyHelp = memo(function KeyHelp({ without }: { without?: Action }) {
  const { review } = useReviewText();
  const { keys } = useExpertText();
  const rows = Object.entries(KEYS.review)
    .filter(([name]) => name !== without)
    .map(([name, [shown]]) => [shown, keys[name as KeyName<'review'>]]);
  return (
    <Typography component="div" variant="body2" role="note" aria-label={keys.label} sx={LINE}>
      <span>{review.score.keys}</span>
      {rows.map(([shown, does]) => (
        <span key={shown}>
          <Box component="kbd" sx={KEY}>
            {shown}
          </Box>{' '}
          {does}
        </span>
      ))}
    </Typography>
  );
});

const LINE = {
  display: 'flex',
  [TOUCH_ONLY]: { display: 'none' },
  flexWrap: 'wrap',
  columnGap: 1.5,
  rowGap: 0.5,
  color: 'text.secondary',
} as const;
const KEY = {
  px: 0.5,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 0.5,
  fontFamily: 'inherit',
  whiteSpace: 'nowrap',
} as const;
