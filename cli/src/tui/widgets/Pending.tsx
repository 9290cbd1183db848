import { Box, Text } from 'ink';
import { errorText } from '../format.ts';
import { useTexts } from '../ui.ts';

/** Placeholder while data loads: a loading text or the error. */
export function Pending({ failures }: { failures: readonly unknown[] }) {
  const texts = useTexts();
  const failure = failures.find((one) => one !== null);
  if (failure === undefined) return <Text>{texts.login.loading}</Text>;
  return (
    <Box flexDirection="column">
      <Text wrap="wrap">{errorText(failure, texts)}</Text>
      <Text dimColor>{texts.tui.list.again}</Text>
    </Box>
  );
}
