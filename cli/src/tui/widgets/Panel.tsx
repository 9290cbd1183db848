import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { KeyboardContext, useKeyboard } from '../keys/useKeys.ts';
import { useUi } from '../ui.ts';
import { useFrameHead } from './Framed.tsx';

/** A layer above the screen that gets keys first; `levels` raises it above further layers. */
export function Overlay({ levels = 1, children }: { levels?: number; children: ReactNode }) {
  const { keyboard, depth } = useKeyboard();
  return <KeyboardContext.Provider value={{ keyboard, depth: depth + levels }}>{children}</KeyboardContext.Provider>;
}

/** A framed panel at the bottom; frame and title take three rows. In a dialog's frame, only its content. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const { look } = useUi();
  if (useFrameHead(title)) return <Box flexDirection="column">{children}</Box>;
  const { color: borderColor } = look.text('brand');
  return (
    <Box
      flexDirection="column"
      borderStyle="round"
      paddingX={1}
      flexShrink={0}
      {...(borderColor === undefined ? {} : { borderColor })}
    >
      <Text bold wrap="truncate-end">
        {title}
      </Text>
      {children}
    </Box>
  );
}
export const PANEL_ROWS = 3;
