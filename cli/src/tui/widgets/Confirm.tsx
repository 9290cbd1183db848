import { Text } from 'ink';
import { wrap } from '../../lib/wrap.ts';
import { useKeys } from '../keys/useKeys.ts';
import { useUi } from '../ui.ts';
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
      <Lines lines={lines} />
    </Panel>
  );
}

/** Knows the columns of the frame around it. */
function Lines({ lines }: { lines: readonly string[] }) {
  const { columns } = useUi();
  return <Text>{lines.flatMap((line) => wrap(line, columns)).join('\n')}</Text>;
}
