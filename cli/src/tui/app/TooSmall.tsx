import { Box, Text } from 'ink';
import { wrap } from '../../lib/wrap.ts';
import { useKeys } from '../keys/useKeys.ts';
import type { Texts } from '../texts.ts';

type Size = { readonly columns: number; readonly rows: number };

/** Stands for the screens on a terminal that is too small for them; they go on, and get no keys meanwhile. */
export function TooSmall({ size, least, texts }: { size: Size; least: Size; texts: Texts }) {
  useKeys({
    places: [],
    handlers: {},
    // Ctrl-C and its like keep what they mean.
    typing: (press) => press.kind === 'paste' || !press.name.startsWith('ctrl-'),
    modal: true,
  });
  const text = ({ columns, rows }: Size) => `${columns}x${rows}`;
  const lines = `${texts.tui.tooSmall(text(size), text(least))}\n${texts.tui.enlarge}`;
  return (
    <Box
      width={size.columns}
      height={size.rows}
      flexDirection="column"
      alignItems="center"
      justifyContent="center"
      overflow="hidden"
    >
      <Text>{wrap(lines, size.columns).join('\n')}</Text>
    </Box>
  );
}
