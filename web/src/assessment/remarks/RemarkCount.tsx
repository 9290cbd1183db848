import Feedback from '@mui/icons-material/Feedback';
import Box from '@mui/material/Box';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';

/** How many remarks of a place are not answered; nothing if all are. */
export function RemarkCount({ count }: { count: number }) {
  const { review } = useReviewText();
  if (count === 0) return null;
  const words = review.unansweredIn(count);
  return (
    <Box component="span" role="img" aria-label={words} title={words} sx={COUNT}>
      <Feedback sx={{ fontSize: 14 }} />
      {count}
    </Box>
  );
}

const COUNT = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 0.25,
  color: 'warning.main',
  fontSize: '0.8125rem',
  fontWeight: 600,
  lineHeight: 1,
} as const;
