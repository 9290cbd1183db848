import Box from '@mui/material/Box';
import type { User } from '@shp/shared/api/objects';
import { endsWithin } from '../../core/endsWithin.ts';
import { useText } from '../../core/i18n/texts.ts';
import { useSettings } from '../../core/useSettings.ts';
import { HueChip } from '../StatusChip.tsx';

type Props = {
  column: 'rating' | 'ratedUntil';
  rating: User['rating'];
};

/** Whether a column shows the rating of a station. */
export const isOfRating = (key: string): key is Props['column'] => key === 'rating' || key === 'ratedUntil';

/** A station's rating as a chip, or its last day, marked if that is near. */
export function RatingCell({ column, rating }: Props) {
  const { common, web } = useText();
  const { remindDays = 0 } = useSettings() ?? {};
  if (!rating) return column === 'rating' && <HueChip hue="grey">{common.filters.unrated}</HueChip>;
  if (column === 'rating') return <HueChip hue="green">{common.levels[rating.level]}</HueChip>;
  return (
    <Box
      component="span"
      sx={{ display: { xs: 'inline-flex', sm: 'flex' }, flexWrap: { xs: 'wrap', sm: 'nowrap' }, columnGap: 0.75 }}
    >
      {rating.validUntil}
      {endsWithin(rating.validUntil, remindDays, Date.now()) && (
        <HueChip hue="amber">{web.assessments.endsSoon}</HueChip>
      )}
    </Box>
  );
}
