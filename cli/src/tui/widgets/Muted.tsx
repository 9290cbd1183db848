import { Text, type TextProps } from 'ink';
import { useUi } from '../ui.ts';

/** A text that matters less; with `on` false a usual one. */
export function Muted({ on = true, ...props }: TextProps & { on?: boolean }) {
  const { look } = useUi();
  return <Text {...(on ? look.muted : {})} {...props} />;
}
