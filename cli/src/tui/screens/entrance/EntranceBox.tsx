import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { useUi } from '../../ui.ts';
import { Framed } from '../../widgets/Framed.tsx';
import { Muted } from '../../widgets/Muted.tsx';

/** Columns of the sign-in beside its content: a margin and the frame on each side. */
export const BOX_COLUMNS = 6;
const WIDTH = 78;

/** A step of signing in: what it is, which server it is for, and below its fields whom to ask. */
export function EntranceBox({
  heading,
  server,
  help,
  content = 0,
  children,
}: {
  heading: string;
  server: string;
  /** Absent where nothing is asked. */
  help?: string;
  /** Columns that the widest line needs, if more than usual. */
  content?: number;
  children: ReactNode;
}) {
  const { texts, columns } = useUi();
  const width = Math.min(columns - 2, Math.max(WIDTH, content + 4));
  return (
    <Box flexGrow={1} justifyContent="center" alignItems="center">
      <Framed head={heading} width={width}>
        <Muted wrap="truncate-end">{texts.tui.login.server(server)}</Muted>
        {children}
        {help !== undefined && <Text> </Text>}
        <Muted wrap="wrap">{help}</Muted>
      </Framed>
    </Box>
  );
}
