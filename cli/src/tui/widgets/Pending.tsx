import { Box, Text } from 'ink';
import { errorText } from '../format.ts';
import { KEYS, type KeyId } from '../keys/keys.ts';
import { useKeptKeys } from '../keys/useKeys.ts';
import { useTexts } from '../ui.ts';

const ROW_MOVES: ReadonlySet<KeyId> = new Set(['up', 'down', 'pageUp', 'pageDown', 'first', 'last']);
/** The keys that move in a short list and open a row. */
export const ROW_KEYS: readonly string[] = [
  'enter',
  ...KEYS.filter(({ id }) => ROW_MOVES.has(id)).flatMap(({ keys }) => keys),
];
const NONE: readonly string[] = [];

type Props = {
  failures: readonly unknown[];
  /** Keys that have their effect once the data is there. */
  keeps?: readonly string[];
};

/** Placeholder while data loads: a loading text or the error. */
export function Pending({ failures, keeps = NONE }: Props) {
  const texts = useTexts();
  const failure = failures.find((one) => one !== null);
  useKeptKeys(keeps, failure === undefined);
  if (failure === undefined) return <Text>{texts.login.loading}</Text>;
  return (
    <Box flexDirection="column">
      <Text wrap="wrap">{errorText(failure, texts)}</Text>
      <Text dimColor>{texts.tui.list.again}</Text>
    </Box>
  );
}
