import Box from '@mui/material/Box';
import { HUE_OF, type Hue } from '@shp/shared/domain/assessment/hues';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import type { ReactNode } from 'react';
import { useText } from '../core/i18n/texts.ts';
import { usePreferences } from '../core/preferences.ts';
import { COLOURS, FONT_SIZES } from '../theme/tokens.ts';

/** A status as a chip in the hue of its phase. */
export function StatusChip({ status }: { status: Status }) {
  const { common } = useText();
  return <HueChip hue={HUE_OF[status]}>{common.statuses[status]}</HueChip>;
}

/** A short label on a soft background, with a dot. */
export function HueChip({ hue, children }: { hue: Hue; children: ReactNode }) {
  const { theme } = usePreferences();
  const colours = COLOURS[theme];
  return (
    <Box component="span" className="chip" sx={CHIP} style={{ color: colours[hue], background: colours[`${hue}Soft`] }}>
      {children}
    </Box>
  );
}

const CHIP = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '6px',
  px: '9px',
  py: '2px',
  borderRadius: 4,
  fontSize: FONT_SIZES.small,
  fontWeight: 500,
  lineHeight: 1.5,
  whiteSpace: 'nowrap',
  '&::before': { content: '""', flex: 'none', width: 6, height: 6, borderRadius: '50%', bgcolor: 'currentcolor' },
} as const;
