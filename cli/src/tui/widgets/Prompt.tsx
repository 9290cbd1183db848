import { Box, Text } from 'ink';
import { useRef, useState } from 'react';
import { displayWidth } from '../../lib/width.ts';
import { errorText } from '../format.ts';
import { useKeys } from '../keys/useKeys.ts';
import { useUi } from '../ui.ts';
import { useReconnected } from '../useReconnected.ts';
import { LineInput } from './LineInput.tsx';
import { Muted } from './Muted.tsx';
import { Panel } from './Panel.tsx';
import { useFields } from './useFields.ts';

type Props = {
  title: string;
  label: string;
  /** The column in which the values of the lines above begin, and that of the input too. */
  at?: number;
  /** Text above the input. */
  lines?: readonly string[];
  initial?: string;
  /** Text below the input. */
  note?: string;
  hidden?: boolean;
  /** What Enter does, if not the usual. */
  enter?: string;
  /** The file's name if the text may be written in the user's editor, of several lines then. */
  editor?: string;
  /** Returns an error, or null to accept; may be async. */
  onAnswer(text: string): string | null | Promise<string | null>;
  onCancel(): void;
};

/** Asks for one line. */
export function Prompt({
  title,
  label,
  at = 0,
  lines = [],
  initial = '',
  note = '',
  hidden = false,
  enter,
  editor,
  onAnswer,
  onCancel,
}: Props) {
  const { columns, look, edit, texts } = useUi();
  const fields = useFields(['line'] as const, { line: initial });
  const [problem, setProblem] = useState<string | null>(null);
  // An answer that failed for want of a server: its return takes the message away.
  const wasAway = useRef(false);
  const isAway = useReconnected(() => {
    if (wasAway.current) setProblem(null);
  });
  const choose = async () => {
    const found = await onAnswer(fields.text('line'));
    wasAway.current = found !== null && isAway();
    setProblem(found);
  };
  const write = (name: string) =>
    edit(name, fields.text('line')).then(
      (text) => fields.set('line', text),
      (error: unknown) => setProblem(errorText(error, texts)),
    );
  const typing: typeof fields.typing = (press) => {
    const taken = fields.typing(press);
    if (taken) setProblem(null);
    return taken;
  };
  useKeys({
    places: ['menu'],
    handlers: {
      choose: () => void choose(),
      ...(editor === undefined ? {} : { editor: () => void write(editor) }),
      cancel: onCancel,
    },
    names: enter === undefined ? {} : { choose: enter },
    typing,
    modal: true,
  });
  const width = Math.max(at, displayWidth(label) + 1);
  return (
    <Panel title={title}>
      {lines.map((line) => (
        <Text key={line} wrap="wrap">
          {line}
        </Text>
      ))}
      <Box>
        <Box width={width} flexShrink={0}>
          <Text>{label}</Text>
        </Box>
        <LineInput line={fields.line('line')} width={columns - width} focus hidden={hidden} />
      </Box>
      <Muted wrap="wrap" on={problem === null} {...(problem === null ? {} : look.text('red'))}>
        {problem === null ? note : `! ${problem}`}
      </Muted>
    </Panel>
  );
}
