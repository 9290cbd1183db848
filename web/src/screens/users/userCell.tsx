import Box from '@mui/material/Box';
import type { User } from '@shp/shared/api/objects';
import type { Common } from '@shp/shared/text/en/common';
import type { Web } from '@shp/shared/text/en/web';
import { sentence } from '@shp/shared/text/sentence';
import type { ReactNode } from 'react';
import { isOfRating, RatingCell } from '../../ui/list/RatingCell.tsx';

/**
 * A cell that is more than its text: a rating, a role, that somebody never logged in, an employer in one line, whole
 * on a phone and as a tooltip, or specialties, which wrap.
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
    <Box component="span" title={text} sx={key === 'unit' ? ONE_LINE : WRAPPED}>
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
const WRAPPED = { display: 'block', maxWidth: { sm: '11rem' }, lineHeight: 1.3 } as const;
