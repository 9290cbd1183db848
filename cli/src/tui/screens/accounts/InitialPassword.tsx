import { Box, Text } from 'ink';
import { useKeys } from '../../keys/useKeys.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { useFrameHead } from '../../widgets/Framed.tsx';
import { keyValueLines } from '../../widgets/keyValueLines.ts';
import { Lines } from '../../widgets/Line.tsx';

type Props = {
  account: string;
  password: string;
  /** Whether the password of an existing account was reset. */
  isReset?: boolean;
  onCopied?(): void;
  onClose(): void;
};

/** Shows the initial password of a new account, or of one after a reset. */
export function InitialPassword({ account, password, isReset = false, onCopied, onClose }: Props) {
  const { texts, columns, copy } = useUi();
  const { acts, common } = texts;
  const { say } = useSession();
  useKeys({
    places: ['secret', 'view'],
    handlers: {
      copyPassword: () => {
        copy(password);
        say(acts.accounts.copied, 'good');
        onCopied?.();
      },
      close: onClose,
    },
    modal: true,
  });
  useFrameHead(isReset ? acts.accounts.reset : acts.accounts.made);
  const facts = [
    [common.fields.account, account],
    [common.fields.initialPassword, password],
  ] as const;
  return (
    <Box flexDirection="column">
      <Lines lines={keyValueLines(facts, columns)} />
      <Text> </Text>
      <Text wrap="wrap">{isReset ? acts.accounts.resetOnce : acts.accounts.once}</Text>
    </Box>
  );
}
