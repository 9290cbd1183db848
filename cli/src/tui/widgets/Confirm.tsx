import { Text } from 'ink';
import { useKeys } from '../keys/useKeys.ts';
import { Panel } from './Panel.tsx';

/** Asks for confirmation. */
export function Confirm({
  title,
  lines,
  onYes,
  onNo,
}: {
  title: string;
  lines: readonly string[];
  onYes(): void;
  onNo(): void;
}) {
  useKeys({ places: ['confirm'], handlers: { yes: onYes, no: onNo }, modal: true });
  return (
    <Panel title={title}>
      {lines.map((line) => (
        <Text key={line} wrap="wrap">
          {line}
        </Text>
      ))}
    </Panel>
  );
}
