import { Box, Text } from 'ink';
import { errorText } from '../format.ts';
import { useTexts } from '../ui.ts';

/** In place of what is not here yet: that it is coming, or why it is not. */
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
