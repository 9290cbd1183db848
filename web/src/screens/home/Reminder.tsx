import Alert from '@mui/material/Alert';
import { useText } from '../../core/i18n/texts.ts';
import { useSettings } from '../../core/useSettings.ts';
import { WholeDates } from '../../ui/fields/WholeDates.tsx';
import { endsWithin } from '../assessments/endsWithin.ts';
import { useRating } from './useRating.ts';

/** Reminds a station that its rating is about to end. */
export function Reminder() {
  const { common, web } = useText();
  const { remindDays = 0 } = useSettings() ?? {};
  const rating = useRating();
  if (!rating?.validUntil || !endsWithin(rating.validUntil, remindDays, Date.now())) return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      <WholeDates>{web.home.ratingEnds(common.levels[rating.level], rating.validUntil)}</WholeDates>
    </Alert>
  );
}
