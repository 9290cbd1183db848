import Box from '@mui/material/Box';
import type { User } from '@shp/shared/api/objects';
import type { Common } from '@shp/shared/text/en/common';
import type { Web } from '@shp/shared/text/en/web';
import { sentence } from '@shp/shared/text/sentence';
import type { ReactNode } from 'react';
import { isOfRating, RatingCell } from '../../ui/list/RatingCell.tsx';

/**
 * A cell that is more than its text: a rating, a role, that somebody never logged in, or employer and specialties, whole
 * only on a phone and as a tooltip.
 */
export function userCell(
  key: string,
  { rating, role, lastLoginAt }: User,
  { common, web }: { common: Common; web: Web },
  text: string,
): ReactNode | undefined {
  if (key === 'role') return sentence(common.roles[role]);
  if (key === 'lastLoginAt' && lastLoginAt === null)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {web.users.never}
      </Box>
    );
  if (isOfRating(key)) return <RatingCell column={key} rating={rating} />;
  if (key !== 'unit' && key !== 'specialties') return undefined;
  return (
    <Box component="span" title={text} sx={key === 'unit' ? ONE_LINE : SHORT_LINE}>
      {text}
    </Box>
  );
}

const ONE_LINE = {
  display: 'block',
  maxWidth: { sm: '12rem' },
  overflow: { sm: 'hidden' },
  textOverflow: 'ellipsis',
  whiteSpace: { sm: 'nowrap' },
} as const;
const SHORT_LINE = { ...ONE_LINE, maxWidth: { sm: '9rem', xl: '12rem' } } as const;
