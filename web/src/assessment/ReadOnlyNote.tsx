import Alert from '@mui/material/Alert';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { useReviewText } from '../core/i18n/reviewTexts.ts';
import { useUser } from '../core/session.ts';

/** Whoever writes what a station sends, at another time. */
const WRITERS: readonly Role[] = ['station', 'admin'];

/** Why nothing can be typed here, for those who at other times can. */
export function ReadOnlyNote() {
  const { review } = useReviewText();
  if (!WRITERS.includes(useUser().role)) return null;
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {review.readOnly}
    </Alert>
  );
}
