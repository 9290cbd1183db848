import type { AssessmentRow } from '@shp/shared/api/objects';
import { OPEN } from '@shp/shared/domain/assessment/statuses';
import type { StageDays } from '@shp/shared/domain/statistics/progress';
import { Box } from 'ink';
import { useKeys } from '../../keys/useKeys.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { type Called, useCall } from '../../useCall.ts';
import { FRAME_ROWS, Pane } from '../../widgets/Pane.tsx';
import { AssessmentDetail } from '../AssessmentDetail.tsx';
import { COUNT_ROWS, COUNTS, Counts } from './Counts.tsx';
import { DueFindings, useDueFindings } from './DueFindings.tsx';
import { NewestNotices, NOTICES_LEAST } from './NewestNotices.tsx';
import { Queue } from './Queue.tsx';
import { StationState } from './StationState.tsx';
import type { FindingCounts } from './useFindingCounts.ts';

/** From here on a station's home has two columns. */
export const STATION_FROM = { columns: 110, rows: 30 };
/** The share of the width for the station and its application: an assessment has more to show than a notice. */
const LEFT = 0.56;
const EVERY_MS = 10_000;
/** The rows of a queue that has nothing. */
const EMPTY_QUEUE = 1 + FRAME_ROWS;

type Props = {
  status: Called<'GET basic/status'>;
  queue: Called<'GET assessment/query'>;
  returned: AssessmentRow | undefined;
  stageDays: StageDays | undefined;
  notices: Called<'GET notice/query'>['data'];
  findings: FindingCounts;
  height: number;
};

/** A station's home on a larger terminal: itself and its application; the region's figures, its findings and its notices. */
export function StationHome({ status, queue, returned, stageDays, notices, findings, height }: Props) {
  const { columns } = useUi();
  const { open } = useSession();
  const due = useDueFindings(findings);
  const isIdle = queue.data?.total === 0;
  const going = useCall('GET assessment/query', isIdle ? { status: [...OPEN], page: 1, size: 1 } : null, EVERY_MS);
  const current = isIdle ? going.data?.items[0] : undefined;
  const openCurrent = () => {
    if (current) open({ kind: 'assessment', id: current.id, name: `${current.number} ${current.station.name}` });
  };
  useKeys({ places: ['list'], handlers: current ? { open: openCurrent } : {} });
  const left = Math.floor(columns * LEFT);
  const right = columns - left;
  const rest = height - COUNT_ROWS;
  const unread = notices !== null && notices.total > 0 ? notices : null;
  const rowsOfFindings = due === null ? 0 : unread === null ? rest : Math.min(due.rows(right), rest - NOTICES_LEAST);
  const hasRight = rowsOfFindings > 0 || unread !== null;
  const width = hasRight ? left : columns;
  return (
    <Box flexDirection="column" height={height}>
      <Box height={COUNT_ROWS} flexShrink={0}>
        <StationState returned={returned} width={left} height={COUNT_ROWS} />
        <Counts status={status} own={undefined} notices={null} width={right} across={1} rows={COUNTS.length} />
      </Box>
      <Box height={rest} flexShrink={0}>
        <Box flexDirection="column" flexShrink={0}>
          <Queue
            {...{ queue, stageDays, width }}
            height={current ? EMPTY_QUEUE : rest}
            findings={rowsOfFindings > 0 ? '' : findings.text}
          />
          {current && (
            <Pane head={current.station.name} width={width} height={rest - EMPTY_QUEUE}>
              <AssessmentDetail row={current} />
            </Pane>
          )}
        </Box>
        <Box flexDirection="column" flexShrink={0}>
          {due !== null && (
            <DueFindings head={findings.text} lines={due.lines(right)} width={right} height={rowsOfFindings} />
          )}
          {unread && <NewestNotices {...unread} width={right} height={rest - rowsOfFindings} />}
        </Box>
      </Box>
    </Box>
  );
}
