import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useExpertText } from '../../../core/i18n/expertTexts.ts';
import { useReviewText } from '../../../core/i18n/reviewTexts.ts';
import { type Action, KEYS, PHRASE_KEYS } from './keys.ts';

/** The scoring keys in one line; `without` an action that the page does not have. */
export function KeyHelp({ without }: { without?: Action }) {
  const { review } = useReviewText();
  const { keys } = useExpertText();
  const rows = [
    ...KEYS.filter(({ action }) => action !== without).map(({ shown, action }) => [shown, keys[action]]),
    [PHRASE_KEYS, keys.phrase],
  ];
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
