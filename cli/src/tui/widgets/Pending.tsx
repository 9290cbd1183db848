import { Box, Text } from 'ink';
import { useSyncExternalStore } from 'react';
import { errorText } from '../format.ts';
import { ROW_KEYS } from '../keys/keys.ts';
import { type KeptKeys, useKeptKeys, useKeys } from '../keys/useKeys.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { Muted } from './Muted.tsx';

type Props = {
  failures: readonly unknown[];
  /** Keys that have their effect once the data is there: those that move and open a row, unless the screen has more. */
  keeps?: KeptKeys;
  /** Closes the dialog that waits for the data. */
  onCancel?: () => void;
};

/** Placeholder while data loads: a loading text, that the server does not answer, or the error. */
export function Pending({ failures, keeps = ROW_KEYS, onCancel }: Props) {
  const texts = useTexts();
  const { connection } = useSession();
  const lostSince = useSyncExternalStore(connection.subscribe, connection.snapshot);
  const failure = failures.find((one) => one !== null);
  useKeys({ places: ['menu'], handlers: onCancel ? { cancel: onCancel } : {}, modal: onCancel !== undefined });
  useKeptKeys(keeps, failure === undefined ? 'coming' : 'failed');
  if (failure === undefined) return <Text>{lostSince === null ? texts.login.loading : texts.views.live.waiting}</Text>;
  return (
    <Box flexDirection="column">
      <Text wrap="wrap">{errorText(failure, texts)}</Text>
      <Muted>{texts.tui.list.again}</Muted>
    </Box>
  );
}
