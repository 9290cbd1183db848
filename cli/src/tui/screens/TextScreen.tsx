import { Box, Text } from 'ink';
import type { Unmet } from '../keys/keyboard.ts';
import type { KeyId, Place } from '../keys/keys.ts';
import { useKeys } from '../keys/useKeys.ts';
import { ScrollLines, useScroll } from '../widgets/Scroll.tsx';

type Props = {
  title: string;
  lines: readonly string[];
  height: number;
  places?: readonly Place[];
  handlers?: Partial<Record<KeyId, () => void>>;
  unmet?: Unmet;
  /** Layers below get no keys. */
  modal?: boolean;
};

/** A title and text lines. */
export function TextScreen({ title, lines, height, places = [], handlers = {}, unmet = {}, modal = false }: Props) {
  const scroll = useScroll(lines.length, height - 1);
  useKeys({ places: ['view', ...places], handlers: { ...scroll.handlers, ...handlers }, unmet, modal });
  return (
    <Box flexDirection="column" height={height}>
      <Text bold wrap="truncate-end">
        {title}
      </Text>
      <ScrollLines lines={lines} top={scroll.top} height={height - 1} />
    </Box>
  );
}
