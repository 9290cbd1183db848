import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useExpertText } from '../../../core/i18n/expertTexts.ts';
import { useReviewText } from '../../../core/i18n/reviewTexts.ts';
import { KEYS, type KeyName } from '../../../core/keys.ts';
import type { Action } from './actions.ts';

/** The scoring keys; `without` an action that the page does not have. */
export default function KeyList({ without, hint }: { without?: Action | undefined; hint?: string | undefined }) {
  const { review } = useReviewText();
  const { keys } = useExpertText();
  const rows = Object.entries(KEYS.review)
    .filter(([name]) => name !== without)
    .map(([name, [shown]]) => [shown, keys[name as KeyName<'review'>]]);
  return (
    <Typography component="div" variant="body2" sx={LINE}>
      <span>{review.score.keys}</span>
      {rows.map(([shown, does]) => (
        <span key={shown}>
          <Box component="kbd" sx={KEY}>
            {shown}
          </Box>{' '}
          {does}
        </span>
      ))}
      {hint !== undefined && <span>{hint}</span>}
    </Typography>
  );
}

const LINE = { display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, color: 'text.secondary' } as const;
const KEY = {
  px: 0.5,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: 0.5,
  fontFamily: 'inherit',
  whiteSpace: 'nowrap',
} as const;
