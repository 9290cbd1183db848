import { Box, type DOMElement, Text } from 'ink';
import { useRef } from 'react';
import { useClick } from '../../keys/useClick.ts';
import { useUi } from '../../ui.ts';

/** The tab of a part; a click opens it, and the current one is in brackets. */
export function PartTab({ label, isHere, onOpen }: { label: string; isHere: boolean; onOpen(): void }) {
  const { look } = useUi();
  const ref = useRef<DOMElement>(null);
  useClick(ref, onOpen);
  return (
    <Box ref={ref}>
      <Text {...(isHere ? { ...look.text('brand'), inverse: true } : {})}>{isHere ? `[${label}]` : ` ${label} `}</Text>
    </Box>
  );
}
