import type { AssessmentRow } from '@shp/shared/api/objects';
import { OPEN } from '@shp/shared/domain/assessment/statuses';
import { hasTodo } from '@shp/shared/domain/assessment/waiting';
import { Box } from 'ink';
import { formatCount } from '../../format.ts';
import { useKeys, useWhenLoaded } from '../../keys/useKeys.ts';
import { mayCall } from '../../permissions.ts';
import { useSession } from '../../session.ts';
import { lastDay } from '../../stageTime.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { FRAME_ROWS } from '../../widgets/Pane.tsx';
import { COUNT_ROWS, COUNTS, Counts, type Figures } from './Counts.tsx';
import { NEWEST, NewestNotices, NOTICES_LEAST, noticeRows } from './NewestNotices.tsx';
import { Queue, REVIEW_LEAST } from './Queue.tsx';
import { MAP_ROWS, mapRows, RegionMap } from './RegionMap.tsx';
import { Stages } from './Stages.tsx';
import { STATION_FROM, StationHome } from './StationHome.tsx';
import { StationState, stateRows } from './StationState.tsx';
import { useFindingCounts } from './useFindingCounts.ts';
import { useQueue } from './useQueue.ts';

/** From here on an expert's figures stand in one row, and the notices beside the queue. */
const ROW_FROM = 110;
const BESIDE_FROM = 140;
/** The share of the width that notices beside a queue take. */
const BESIDE = 0.4;
/** What the bars of the stages need beside names and figures. */
const RIGHT_LEAST = 54;
/** What the queue needs to show each station's name. */
const LEFT_LEAST = 66;
/** From here on stages and map have room beside figures and queue. */
const WIDE = { columns: 110, rows: COUNT_ROWS + MAP_ROWS + FRAME_ROWS };
const SETTINGS_EVERY_MS = 300_000;
const NEWEST_EVERY_MS = 10_000;
/** Figures change slowly and cost the server more than a list. */
const EVERY_MS = 30_000;

/** Of an expert's reviews; unknown while they are more than the rows. */
function itemsLeft(rows: readonly AssessmentRow[], total: number | undefined): string {
  const known = rows.flatMap(({ progress }) => progress ?? []);
  if (total === undefined) return '...';
  return known.length < total ? '-' : formatCount(known.reduce((sum, { scored, items }) => sum + items - scored, 0));
}

/** The region's counts, or an expert's own, and the caller's open work; on a larger terminal also the stages and the map of ratings. */
export function Home({ height: whole }: { height: number }) {
  const { texts, columns, ready } = useUi();
  const { me, open } = useSession();
  // The statistics wait until it is known who may read them.
  const reads = ready && mayCall(me, 'GET statistics/progress');
  const wide = reads && columns >= WIDE.columns && whole >= WIDE.rows;
  const works = hasTodo(me.role) || me.role === 'admin';
  const status = useCall('GET basic/status', {}, EVERY_MS);
  // The other calls follow the counts, so that these are not kept waiting.
  const counted = status.data !== null || status.failure !== null;
  const notices = useCall('GET notice/query', counted ? { unread: true, page: 1, size: NEWEST } : null, EVERY_MS).data;
  const queue = useQueue(works && counted);
  const settings = useCall('GET system/settings', works && counted ? {} : null, SETTINGS_EVERY_MS).data;
  const stageDays = settings?.stageDays;
  const remindDays = settings?.remindDays;
  const rows = queue.data?.items ?? [];
  const isStation = me.role === 'station';
  // The open application is the newest one: another begins only when it has ended.
  const newest = useCall('GET assessment/query', isStation && counted ? { page: 1, size: 1 } : null, NEWEST_EVERY_MS);
  const latest = newest.data === null ? undefined : (newest.data.items[0] ?? null);
  const going = latest && !OPEN.includes(latest.status) ? null : latest;
  const returned = isStation ? rows.find(({ status: at }) => at === 'returned') : undefined;
  // What concerns a station itself stands above the figures of the region.
  const height = isStation ? whole - stateRows(returned) : whole;
  const isExpert = me.role === 'expert';
  const { home } = texts.views;
  const own: Figures | undefined = isExpert
    ? [
        [home.toReview, queue.data === null ? '...' : formatCount(queue.data.total)],
        [home.itemsLeft, itemsLeft(rows, queue.data?.total)],
        [home.nextLastDay, rows.flatMap((row) => lastDay(row, stageDays) ?? []).toSorted()[0] ?? '-'],
      ]
    : undefined;
  const findings = useFindingCounts(works && counted);
  const openFindings = useWhenLoaded<null>(
    () => findings.isComing,
    () => open({ kind: 'findings', ...(findings.view === undefined ? {} : { view: findings.view }) }),
  );
  useKeys({
    places: ['app'],
    handlers: works && mayCall(me, 'GET finding/query') ? { findings: () => openFindings(null) } : {},
  });
  const left = works
    ? Math.min(columns - RIGHT_LEAST, Math.max(LEFT_LEAST, Math.floor(columns * 0.45)))
    : Math.floor(columns * 0.4);
  // On a small terminal the figures stand in two columns, so that more of the queue is seen.
  const narrow = isExpert ? 1 : 2;
  const across = wide ? 1 : isExpert && columns >= ROW_FROM ? (own?.length ?? 1) : narrow;
  const countRows = Math.ceil((own ?? COUNTS).length / across);
  const below = height - countRows - FRAME_ROWS;
  const newestNotices = (width: number, rows: number) =>
    notices && notices.total > 0 && rows >= NOTICES_LEAST ? (
      <NewestNotices {...notices} width={width} height={rows} />
    ) : null;
  if (isStation && columns >= STATION_FROM.columns && whole >= STATION_FROM.rows) {
    return (
      <StationHome
        {...{ status, queue, returned, latest, going, remindDays, stageDays, notices, findings }}
        height={whole}
      />
    );
  }
  if (!wide) {
    const stages = reads && !works && counted ? COUNT_ROWS : 0;
    // A short queue leaves the rest of the screen to its current review and the notices.
    const listRows =
      works && queue.data !== null ? Math.min(below, FRAME_ROWS + Math.max(1, queue.data.items.length)) : below;
    const free = below - listRows;
    const hasReview = rows.length > 0 && free >= REVIEW_LEAST + NOTICES_LEAST;
    const queueRows = listRows + (hasReview ? Math.max(REVIEW_LEAST, free - noticeRows(notices?.items, columns)) : 0);
    const rest = newestNotices(columns, works ? below - queueRows : below - stages);
    const beside =
      works && columns >= BESIDE_FROM && notices !== null && notices.total > 0 ? Math.floor(columns * BESIDE) : 0;
    const queueHeight = rest === null || beside > 0 ? below : queueRows;
    const waiting = works && counted && (
      <Queue {...{ queue, stageDays, going }} width={columns - beside} height={queueHeight} findings={findings.text} />
    );
    return (
      <Box flexDirection="column" height={whole}>
        {isStation && <StationState {...{ returned, going, remindDays }} />}
        <Counts
          status={status}
          own={own}
          notices={rest === null ? notices : null}
          width={columns}
          across={across}
          rows={countRows}
        />
        {beside > 0 ? (
          <Box height={below} flexShrink={0}>
            {waiting}
            {newestNotices(beside, below)}
          </Box>
        ) : (
          waiting
        )}
        {stages > 0 && <Stages width={columns} height={stages} />}
        {beside > 0 ? null : rest}
      </Box>
    );
  }
  const beside = works ? columns - left : columns;
  const map = mapRows(me) + FRAME_ROWS;
  const underMap = newestNotices(beside, below - map);
  return (
    <Box flexDirection="column" height={height}>
      <Box height={COUNT_ROWS} flexShrink={0}>
        <Counts
          status={status}
          own={own}
          notices={underMap === null ? notices : null}
          width={left}
          across={1}
          rows={COUNTS.length}
        />
        {counted && <Stages width={columns - left} height={COUNT_ROWS} />}
      </Box>
      <Box height={below} flexShrink={0}>
        {works && counted && <Queue {...{ queue, stageDays }} width={left} height={below} findings={findings.text} />}
        {counted && (
          <Box flexDirection="column" flexShrink={0}>
            <RegionMap width={beside} height={underMap === null ? below : map} />
            {underMap}
          </Box>
        )}
      </Box>
    </Box>
  );
}
