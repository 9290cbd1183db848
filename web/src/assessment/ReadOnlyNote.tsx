import Alert from '@mui/material/Alert';
import { hasDuty } from '@shp/shared/domain/accounts/duties';
import type { Role } from '@shp/shared/domain/accounts/roles';
import { useReviewText } from '../core/i18n/reviewTexts.ts';
import { useUser } from '../core/session.ts';

/** Roles that edit the station's part while the assessment is open for editing. */
const WRITERS: readonly Role[] = ['station', 'admin'];

/** Explains to roles that edit at other times why the page is read-only now. */
export function ReadOnlyNote() {
  const { review } = useReviewText();
  const user = useUser();
  if (!WRITERS.includes(user.role) || !hasDuty(user, 'system')) return null;
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {review.readOnly}
    </Alert>
  );
}
