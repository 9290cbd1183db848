import { everWaits } from '@shp/shared/domain/assessment/todo';
import { MINUTE_WIDTH } from '@shp/shared/sheets/column';
import { clockText } from '@shp/shared/sheets/days';
import { Box } from 'ink';
import { harmless } from '../../../lib/streams.ts';
import { displayWidth, pad } from '../../../lib/width.ts';
import { figure } from '../../format.ts';
import { useKeys } from '../../keys/useKeys.ts';
import { styled } from '../../look/look.ts';
import { usePath } from '../../path.ts';
import { mayCall } from '../../permissions.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { type Called, useCall } from '../../useCall.ts';
import { Lines } from '../../widgets/Line.tsx';
import { FRAME_ROWS, PANE_COLUMNS, Pane } from '../../widgets/Pane.tsx';
import { Queue } from './Queue.tsx';
import { MAP_ROWS, RegionMap } from './RegionMap.tsx';
import { Stages } from './Stages.tsx';

const COUNTS = ['station', 'report', 'onProgress', 'level2', 'level3'] as const;
const COUNT_ROWS = COUNTS.length + FRAME_ROWS;
/** From here on stages and map have room beside figures and queue. */
const WIDE = { columns: 110, rows: COUNT_ROWS + MAP_ROWS + FRAME_ROWS };
/** Figures change slowly and cost the server more than a list. */
const EVERY_MS = 30_000;

/** The region's counts and the caller's open work; on a larger terminal also the stages and the map of ratings. */
export function Home({ height }: { height: number }) {
  const { columns, ready } = useUi();
  const { me } = useSession();
  // The statistics wait until it is known who may read them.
  const reads = ready && mayCall(me, 'GET statistics/progress');
  const wide = reads && columns >= WIDE.columns && height >= WIDE.rows;
  const works = everWaits(me.role) || me.role === 'admin';
  const status = useCall('GET basic/status', {}, EVERY_MS);
  // The other calls follow the counts, so that these are not kept waiting.
  const counted = status.data !== null || status.failure !== null;
  const left = wide ? Math.floor(columns * (works ? 0.45 : 0.4)) : columns;
  const below = height - COUNT_ROWS;
  if (!wide) {
    return (
      <Box flexDirection="column" height={height}>
        <Counts status={status} width={columns} />
        {works && counted && <Queue width={columns} height={below} />}
      </Box>
    );
  }
  return (
    <Box flexDirection="column" height={height}>
      <Box height={COUNT_ROWS} flexShrink={0}>
        <Counts status={status} width={left} />
        {counted && <Stages width={columns - left} height={COUNT_ROWS} />}
      </Box>
      <Box height={below} flexShrink={0}>
        {works && counted && <Queue width={left} height={below} />}
        {counted && <RegionMap width={works ? columns - left : columns} height={below} />}
      </Box>
    </Box>
  );
}

type CountsProps = { status: Called<'GET basic/status'>; width: number };

function Counts({ status, width }: CountsProps) {
  const { texts } = useUi();
  const { common, views } = texts;
  const { me } = useSession();
  const { data, failure, reload } = status;
  const notices = useCall('GET notice/query', { unread: true, page: 1, size: 1 }, EVERY_MS).data;
  const [notice] = notices?.items ?? [];
  const connection = failure === null ? (data === null ? '' : views.live.connected) : views.live.stalled;
  const login =
    me.lastLoginAt === null ? '' : views.live.lastLogin((clockText(me.lastLoginAt) ?? '').slice(0, MINUTE_WIDTH));
  const path = usePath(common.menu.home);
  useKeys({ places: ['list'], handlers: { refresh: reload } });
  const inside = width - PANE_COLUMNS;
  const labels = Math.min(inside - 12, Math.max(...COUNTS.map((key) => displayWidth(common.home[key]))) + 2);
  return (
    <Pane
      head={path}
      width={width}
      height={COUNT_ROWS}
      foot={notices && notice ? `${views.home.unread(figure(notices.total))}  ${harmless(notice.text)}` : connection}
      footRight={notice ? '' : login}
    >
      <Lines
        lines={COUNTS.map((key) => {
          const count = data === null ? '...' : figure(data[key]);
          return `${pad(common.home[key], labels, false)}${styled('bold', count.padStart(10))}`;
        })}
      />
    </Pane>
  );
}
