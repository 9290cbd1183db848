import Box from '@mui/material/Box';
import type { User } from '@shp/shared/api/objects';
import type { Common } from '@shp/shared/text/en/common';
import { sentence } from '@shp/shared/text/sentence';
import type { ReactNode } from 'react';
import { isOfRating, RatingCell } from '../../ui/list/RatingCell.tsx';

/** A cell that is more than its text: a rating, a role, or the employer, whole only on a phone and as a tooltip. */
export function userCell(key: string, { rating, role, profile }: User, common: Common): ReactNode | undefined {
  if (key === 'role') return sentence(common.roles[role]);
  if (isOfRating(key)) return <RatingCell column={key} rating={rating} />;
  if (key !== 'unit' || typeof profile.unit !== 'string') return undefined;
  return (
    <Box component="span" title={profile.unit} sx={ONE_LINE}>
      {profile.unit}
    </Box>
  );
}

const ONE_LINE = {
  display: 'block',
  maxWidth: { sm: '12rem' },
  overflow: { sm: 'hidden' },
  whiteSpace: { sm: 'nowrap' },
  textOverflow: 'ellipsis',
} as const;
