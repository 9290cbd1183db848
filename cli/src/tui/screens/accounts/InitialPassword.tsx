import { Box, Text } from 'ink';
import { useKeys } from '../../keys/useKeys.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { keyValueLines } from '../../widgets/keyValueLines.ts';
import { Lines } from '../../widgets/Line.tsx';

type Props = { account: string; password: string; height: number; onClose(): void };

/** Shows the initial password of a new account, this once. */
export function InitialPassword({ account, password, height, onClose }: Props) {
  const { texts, columns, copy } = useUi();
  const { acts, common } = texts;
  const { say } = useSession();
  useKeys({
    places: ['secret', 'view'],
    handlers: {
      copyPassword: () => {
        copy(password);
        say(acts.accounts.copied, 'good');
      },
      close: onClose,
    },
    modal: true,
  });
  const facts = [
    [common.fields.account, account],
    [common.fields.initialPassword, password],
  ] as const;
  return (
    <Box flexDirection="column" height={height}>
      <Text bold wrap="truncate-end">
        {acts.accounts.made}
      </Text>
      <Text> </Text>
      <Lines lines={keyValueLines(facts, columns)} />
      <Text> </Text>
      <Text wrap="wrap">{acts.accounts.once}</Text>
    </Box>
  );
}
