import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { useReviewText } from '../../core/i18n/reviewTexts.ts';
import { hashOf } from '../anchors.ts';
import { useUnanswered } from './remarksContext.ts';

/** How many remarks are not answered, as a link to the first whose place is still there. */
export function UnansweredLink({ onFollow }: { onFollow?: () => void }) {
  const { review } = useReviewText();
  const places = useUnanswered();
  const first = places.find((place) => place !== null);
  const text = review.unansweredIn(places.length);
  if (!first) return text;
  return (
    <Link component={RouterLink} to={{ hash: hashOf(first) }} underline="always" onClick={onFollow}>
      {text}
    </Link>
  );
}
