import type { AssessmentRow } from '@shp/shared/api/objects';
import type { StageDays } from '@shp/shared/domain/statistics/progress';
import { Box } from 'ink';
import { useKeys } from '../../keys/useKeys.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import type { Called } from '../../useCall.ts';
import { blocksIn } from '../../widgets/Blocks.tsx';
import { FRAME_ROWS, PANE_COLUMNS, Pane } from '../../widgets/Pane.tsx';
import { AssessmentDetail, DETAIL_ROWS } from '../AssessmentDetail.tsx';
import { COUNT_ROWS, COUNTS, Counts } from './Counts.tsx';
import { DueFindings, useDueFindings } from './DueFindings.tsx';
import { NewestNotices, NOTICES_LEAST, noticeRows } from './NewestNotices.tsx';
import { Queue } from './Queue.tsx';
import {
  LinesPane,
  PANE_LEAST,
  type PaneLines,
  useApplications,
  useDocuments,
  useMissing,
  useRecentEvents,
} from './StationMore.tsx';
import { StationState } from './StationState.tsx';
import type { FindingCounts } from './useFindingCounts.ts';

/** From here on a station's home has two columns. */
export const STATION_FROM = { columns: 110, rows: 30 };
/** The share of the width for the station and its application: an assessment has more to show than a notice. */
const LEFT = 0.56;
/** The rows of a queue that has one application or nothing. */
const SHORT_QUEUE = 1 + FRAME_ROWS;

type Props = {
  status: Called<'GET basic/status'>;
  queue: Called<'GET assessment/query'>;
  returned: AssessmentRow | undefined;
  /** Its newest application, and the same if it is open; null if there is none, undefined while it is not known. */
  latest: AssessmentRow | null | undefined;
  going: AssessmentRow | null | undefined;
  remindDays: number | undefined;
  stageDays: StageDays | undefined;
  notices: Called<'GET notice/query'>['data'];
  findings: FindingCounts;
  height: number;
};

/** Rows of an application: in two columns with the line of the phases and a long name, or below each other. */
const [BESIDE_ROWS, BELOW_ROWS] = [DETAIL_ROWS + 2, 2 * DETAIL_ROWS];
const detailRows = (width: number) => (blocksIn(width - PANE_COLUMNS).beside ? BESIDE_ROWS : BELOW_ROWS);

type Stacked = { readonly pane: PaneLines; readonly height: number };

/** Panes below each other: each as high as its lines, the last one takes what is left; one without room is left out. */
function stacked(panes: readonly (PaneLines | null)[], rows: number): Stacked[] {
  let left = rows;
  const shown: { pane: PaneLines; height: number }[] = [];
  for (const pane of panes) {
    if (pane === null || left < PANE_LEAST) continue;
    const height = Math.min(pane.rows, left);
    left -= height;
    shown.push({ pane, height });
  }
  const last = shown.at(-1);
  if (last) last.height += left;
  return shown;
}

/** A station's home on a larger terminal: itself and its application; the region's figures, its findings and its notices. */
export function StationHome({
  status,
  queue,
  returned,
  latest,
  going,
  remindDays,
  stageDays,
  notices,
  findings,
  height,
}: Props) {
  const { columns } = useUi();
  const { open } = useSession();
  const due = useDueFindings(findings);
  const isIdle = queue.data?.total === 0;
  const current = (isIdle ? latest : null) ?? undefined;
  const openCurrent = () => {
    if (current) open({ kind: 'assessment', id: current.id, name: `${current.number} ${current.station.name}` });
  };
  useKeys({ places: ['list'], handlers: current ? { open: openCurrent } : {} });
  const left = Math.floor(columns * LEFT);
  const right = columns - left;
  const rest = height - COUNT_ROWS;
  const unread = notices !== null && notices.total > 0 ? notices : null;
  const rowsOfFindings = due === null ? 0 : Math.min(due.rows(right), rest - (unread === null ? 0 : NOTICES_LEAST));
  const shown = queue.data?.total === 1 ? queue.data.items[0] : current;
  const isSettled = queue.data !== null && (!isIdle || latest !== undefined);
  const ofShown = shown === undefined ? 0 : SHORT_QUEUE + detailRows(left) + FRAME_ROWS;
  const hasRoom = isSettled && rest - ofShown >= PANE_LEAST && (queue.data?.total ?? 0) <= 1;
  const missing = useMissing(hasRoom ? shown : undefined, left);
  const events = useRecentEvents(hasRoom ? shown : undefined, left);
  const applications = useApplications(isSettled);
  const documents = useDocuments(isSettled, right);
  const rowsOfQueue = shown === undefined ? SHORT_QUEUE : ofShown;
  const under = hasRoom ? stacked([missing, events, ...(shown ? [] : [applications])], rest - rowsOfQueue) : [];
  const rowsOfLeft = under.length === 0 ? rest : rowsOfQueue;
  // Notices keep what they need; where nothing follows them, they have all.
  const free = rest - rowsOfFindings;
  const wanted = unread === null ? 0 : Math.min(free, noticeRows(unread.items, right));
  const after = stacked([...(shown ? [applications] : []), documents], free - wanted);
  const rowsOfNotices = unread === null ? 0 : after.length === 0 ? free : wanted;
  return (
    <Box flexDirection="column" height={height}>
      <Box height={COUNT_ROWS} flexShrink={0}>
        <StationState {...{ returned, going, remindDays }} width={left} height={COUNT_ROWS} />
        <Counts status={status} own={undefined} notices={null} width={right} across={1} rows={COUNTS.length} />
      </Box>
      <Box height={rest} flexShrink={0}>
        <Box flexDirection="column" flexShrink={0}>
          <Queue
            {...{ queue, stageDays, going }}
            width={left}
            height={current ? SHORT_QUEUE : rowsOfLeft}
            findings={rowsOfFindings > 0 ? '' : findings.text}
          />
          {current && (
            <Pane head={current.station.name} width={left} height={rowsOfLeft - SHORT_QUEUE}>
              <AssessmentDetail row={current} />
            </Pane>
          )}
          {under.map(({ pane, height }) => (
            <LinesPane key={pane.head} of={pane} width={left} height={height} />
          ))}
        </Box>
        <Box flexDirection="column" flexShrink={0}>
          {due !== null && (
            <DueFindings head={findings.text} lines={due.lines(right)} width={right} height={rowsOfFindings} />
          )}
          {unread && <NewestNotices {...unread} width={right} height={rowsOfNotices} />}
          {after.map(({ pane, height }) => (
            <LinesPane key={pane.head} of={pane} width={right} height={height} />
          ))}
        </Box>
      </Box>
    </Box>
  );
}
