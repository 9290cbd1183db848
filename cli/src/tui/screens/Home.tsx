import { everWaits } from '@shp/shared/domain/assessment/todo';
import { Box, Text } from 'ink';
import { displayWidth } from '../../lib/width.ts';
import { figure } from '../format.ts';
import { useKeys } from '../keys/useKeys.ts';
import { mayCall } from '../permissions.ts';
import { useSession } from '../session.ts';
import { useTexts } from '../ui.ts';
import { useCall } from '../useCall.ts';

const COUNTS = ['station', 'report', 'onProgress', 'level2', 'level3'] as const;

/** The region's counts and the caller's open work. */
export function Home({ height }: { height: number }) {
  const { common, tui } = useTexts();
  const { me } = useSession();
  const { data, reload } = useCall('GET basic/status', {});
  useKeys({ places: ['list'], handlers: { refresh: reload } });
  const labels = Math.max(...COUNTS.map((key) => displayWidth(common.home[key]))) + 2;
  const waits = everWaits(me.role) && mayCall(me.role, 'GET assessment/query');
  return (
    <Box flexDirection="column" height={height}>
      <Text bold>{tui.home.title}</Text>
      <Box flexDirection="column" marginTop={1}>
        {COUNTS.map((key) => (
          <Box key={key} height={1}>
            <Box width={labels} flexShrink={1}>
              <Text wrap="truncate-end">{common.home[key]}</Text>
            </Box>
            <Box width={10} justifyContent="flex-end">
              <Text bold>{data === null ? '...' : figure(data[key])}</Text>
            </Box>
          </Box>
        ))}
      </Box>
      {waits && <Waiting />}
    </Box>
  );
}

function Waiting() {
  const { tui, rules } = useTexts();
  const { me } = useSession();
  const { data } = useCall('GET assessment/query', { waiting: true, page: 1, size: 1 });
  const what = rules.waiting[me.role as keyof typeof rules.waiting];
  if (data === null) return null;
  return (
    <Box flexDirection="column" marginTop={1}>
      <Text bold={data.total > 0}>{tui.home.waiting(figure(data.total))}</Text>
      <Text dimColor wrap="wrap">
        {what}
      </Text>
    </Box>
  );
}
