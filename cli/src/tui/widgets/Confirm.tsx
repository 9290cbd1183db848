import { Text } from 'ink';
import { wrap } from '../../lib/wrap.ts';
import { useKeys } from '../keys/useKeys.ts';
import { useUi } from '../ui.ts';
import { Panel } from './Panel.tsx';

/** Asks for confirmation. */
export function Confirm({
  title,
  lines,
  yes,
  no,
  onYes,
  onNo,
}: {
  title: string;
  lines: readonly string[];
  /** What the two answers do, in the line of keys. */
  yes?: string;
  no?: string;
  onYes(): void;
  onNo(): void;
}) {
  const names = { ...(yes === undefined ? {} : { yes }), ...(no === undefined ? {} : { no }) };
  useKeys({ places: ['confirm'], handlers: { yes: onYes, no: onNo }, names, modal: true });
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
