import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { useMinWidth } from '../../theme/useMinWidth.ts';

/**
 * Rarer buttons: `beside` their neighbours, or on a phone a ⋯ there that shows them in a line `below`. `name` says of
 * what they are.
 */
export function useFolded(name: string, buttons: ReactNode): { beside: ReactNode; below: ReactNode } {
  const { web } = useText();
  const isWide = useMinWidth('sm');
  const [open, setOpen] = useState(false);
  const id = useId();
  if (isWide || !buttons) return { beside: buttons, below: null };
  const label = web.list.more(name);
  return {
    beside: (
      <IconButton
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        sx={ICON}
      >
        ⋯
      </IconButton>
    ),
    below: (
      <Box id={id} sx={{ ...LINE, display: open ? 'flex' : 'none' }}>
        {buttons}
      </Box>
    ),
  };
}

const ICON = { width: 40, height: 40, fontSize: '1rem', fontWeight: 700 } as const;
const LINE = {
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 0.75,
  flexBasis: '100%',
  '& .MuiButton-startIcon': { mr: 0.5 },
} as const;
