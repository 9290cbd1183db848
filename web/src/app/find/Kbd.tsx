import Box from '@mui/material/Box';
import { partsOf } from '../../core/keys.ts';
import { useFindText } from './texts.ts';

/** A combination of keys, such as Ctrl+K. */
export function Kbd({ keys }: { keys: string }) {
  const { names } = useFindText().keys;
  return (
    <Box component="kbd" sx={KEY}>
      {partsOf(keys)
        .map((one) => names[one] ?? one)
        .join('+')}
    </Box>
  );
}

const KEY = {
  display: 'inline-block',
  minWidth: '1.6em',
  px: 0.75,
  boxSizing: 'border-box',
  border: '1px solid',
  borderColor: 'divider',
  borderBottomWidth: 2,
  borderRadius: 1,
  bgcolor: 'background.default',
  color: 'text.primary',
  fontFamily: 'inherit',
  fontSize: 'caption.fontSize',
  lineHeight: 1.6,
  textAlign: 'center',
  whiteSpace: 'nowrap',
} as const;
