import Alert from '@mui/material/Alert';
import type { Assessment } from '@shp/shared/api/objects';
import { useMemo } from 'react';
import { useExpertText } from '../../core/i18n/expertTexts.ts';
import type { Expert } from './useReview.ts';

type Props = { assessment: Assessment; expert: Expert };

/** Why scoring is closed. */
export function WhyClosed({ assessment: { status }, expert: { concluded } }: Props) {
  const { closed } = useExpertText();
  const why = useMemo(() => {
    if (EARLY.includes(status)) return closed.early;
    return status === 'reviewing' && concluded ? closed.concluded : closed.over;
  }, [status, concluded, closed]);
  return (
    <Alert severity="info" sx={{ mb: 1 }}>
      {why}
    </Alert>
  );
}

const EARLY: readonly Assessment['status'][] = ['draft', 'submitted', 'returned', 'first_passed'];
