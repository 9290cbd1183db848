import type { AssessmentRow } from '@shp/shared/api/objects';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { hasTodo } from '@shp/shared/domain/assessment/waiting';
import { daysInStatus } from '@shp/shared/domain/lib/days';
import { overdueDays, type StageDays } from '@shp/shared/domain/statistics/progress';
import { Box } from 'ink';
import { useState } from 'react';
import { displayWidth, pad } from '../../../lib/width.ts';
import { wrap } from '../../../lib/wrap.ts';
import { errorText, formatCount, statusName } from '../../format.ts';
import { MARK_COLUMNS } from '../../list/Rows.tsx';
import { statusHue } from '../../look/statusHue.ts';
import { useSession } from '../../session.ts';
import { isOverdue, stageTime } from '../../stageTime.ts';
import { useUi } from '../../ui.ts';
import { type Called, useCall } from '../../useCall.ts';
import { CursorLines } from '../../widgets/CursorLines.tsx';
import { Lines } from '../../widgets/Line.tsx';
import { FRAME_COLUMNS, FRAME_ROWS, Pane } from '../../widgets/Pane.tsx';
import { AssessmentDetail } from '../AssessmentDetail.tsx';
import { queued } from './useQueue.ts';

const EVERY_MS = 10_000;
const GAP = 2;
const NAME_LEAST = 12;
/** A blank before the right side of the frame. */
const MARGIN = 1;
/** Of an expert's line: `118/118`, and a division that is worth its column. */
const [COUNTS, PLACE_LEAST] = [7, 14];
/** The bar of a review on narrow and on wide terminals. */
const [BAR_SHORT, BAR_LONG, LONG_FROM] = [10, 24, 100];
/** Rows of the current review below the queue that are worth its frame. */
export const REVIEW_LEAST = 12 + FRAME_ROWS;

type Props = {
  queue: Called<'GET assessment/query'>;
  stageDays: StageDays | undefined;
  width: number;
  height: number;
  findings: string;
  /** A station's open application, which may wait for others. */
  going?: AssessmentRow | null | undefined;
};

/** What waits for the caller, or for administrators what is overdue: the longest wait first. */
export function Queue({ queue, stageDays, width, height, findings, going }: Props) {
  const { texts, look } = useUi();
  const { common, views } = texts;
  const { me, open } = useSession();
  const [at, setAt] = useState(0);
  const bar = width < LONG_FROM ? BAR_SHORT : BAR_LONG;
  const own = hasTodo(me.role);
  const what = queued(me.role);
  const { data, failure } = queue;
  const overdueRows = useCall('GET assessment/query', { ...what, overdue: true, page: 1, size: 1 }, EVERY_MS);
  const underWay = going ? [views.home.going(going.number, statusName(going.status, texts))] : [];
  const rows = data?.items ?? [];
  const status = Math.max(...Object.values(common.statuses).map(displayWidth)) + 2;
  const now = new Date().toISOString();
  const daysOf = (row: AssessmentRow) => stageTime(row, stageDays, texts);
  const days = Math.max(0, ...rows.map((row) => displayWidth(daysOf(row))));
  const room = width - FRAME_COLUMNS - MARK_COLUMNS - status - days - 2 * GAP - MARGIN;
  // Where the station lies, if there is room beside the longest name.
  const longest = Math.max(NAME_LEAST, ...rows.map((row) => displayWidth(row.station.name)));
  const counties = Math.max(0, ...rows.map((row) => displayWidth(countyOf(row))));
  const place = room - longest - GAP >= counties ? room - longest - GAP : 0;
  const placeOf = ({ station }: Pick<AssessmentRow, 'station'>) => {
    const path = divisionPath(station.division);
    return displayWidth(path) <= place ? path : countyOf({ station });
  };
  const line = (row: AssessmentRow): string => {
    const waited = pad(daysOf(row), days, true);
    const mark = look.mark(statusHue(row.status));
    return [
      pad(row.station.name, place > 0 ? longest : room, false),
      ...(place > 0 ? [pad(placeOf(row), place, false)] : []),
      `${mark} ${pad(statusName(row.status, texts), status - 2, false)}`,
      isOverdue(row, stageDays) ? look.paint('red', waited) : waited,
    ].join(' '.repeat(GAP));
  };
  /** An expert's line of a review: how far it is, what time is left, and what comes next. */
  const reviewLine = (row: AssessmentRow): string => {
    const done = row.progress;
    const counts = done === undefined ? '' : `${formatCount(done.scored)}/${formatCount(done.items)}`;
    // A full bar says that all is scored.
    const full = done === undefined ? 0 : Math.floor((done.scored / Math.max(1, done.items)) * bar);
    const next =
      done === undefined
        ? ''
        : done.scored < done.items
          ? views.home.toScore(done.items - done.scored)
          : views.home.toConclude;
    const rest = pad(leftOf(row), lefts, true);
    return [
      pad(row.station.name, names, false),
      `${look.paint('brand', '▇'.repeat(full))}${'·'.repeat(bar - full)}`,
      pad(counts, COUNTS, true),
      isOverdue(row, stageDays) ? look.paint('red', rest) : rest,
      pad(next, nexts, false),
      ...(places > 0 ? [pad(divisionPath(row.station.division), places, false)] : []),
    ].join(' '.repeat(GAP));
  };
  const leftOf = (row: AssessmentRow) => {
    if (stageDays === undefined) return daysOf(row);
    const over = overdueDays(row, stageDays, now);
    const allowed = (stageDays as Partial<Record<string, number>>)[row.status];
    if (over !== null) return views.home.over(over);
    return allowed === undefined ? daysOf(row) : views.home.left(Math.max(0, allowed - daysInStatus(row)));
  };
  const lefts = Math.max(0, ...rows.map((row) => displayWidth(leftOf(row))));
  const nexts = Math.max(displayWidth(views.home.toConclude), displayWidth(views.home.toScore(100)));
  const inner = width - FRAME_COLUMNS - MARK_COLUMNS - MARGIN;
  const spare = inner - bar - COUNTS - lefts - nexts - 4 * GAP;
  const names = Math.max(NAME_LEAST, Math.min(spare, longest));
  const places = spare - names - GAP >= PLACE_LEAST ? spare - names - GAP : 0;
  const isExpert = me.role === 'expert';
  const total = data === null ? (failure === null ? '...' : '-') : formatCount(data.total);
  const overdue =
    own && overdueRows.data && overdueRows.data.total > 0
      ? views.home.overdueCount(formatCount(overdueRows.data.total))
      : '';
  // Rows that the queue does not need show the review under the cursor.
  const needed = FRAME_ROWS + Math.max(1, rows.length);
  const current = rows[Math.min(at, rows.length - 1)];
  const rest = current !== undefined && height - needed >= REVIEW_LEAST ? height - needed : 0;
  const listed = height - rest;
  return (
    <Box flexDirection="column" flexShrink={0}>
      <Pane
        head={own ? views.home.waiting(total) : views.home.overdue(total)}
        position={look.paint('red', overdue)}
        foot={findings}
        width={width}
        height={listed}
        padding={0}
      >
        {data === null && failure !== null && (
          <Lines lines={wrap(errorText(failure, texts), width - FRAME_COLUMNS - 4).map((line) => `  ${line}`)} />
        )}
        {data?.total === 0 && <Lines lines={[`  ${[views.home.nothing, ...underWay].join('  ')}`]} />}
        {rows.length > 0 && (
          <CursorLines
            lines={rows.map(isExpert ? reviewLine : line)}
            height={listed - FRAME_ROWS}
            onMove={setAt}
            handlers={{
              open: (at) => {
                const row = rows[at];
                if (row) open({ kind: 'assessment', id: row.id, name: `${row.number} ${row.station.name}` });
              },
            }}
          />
        )}
      </Pane>
      {rest > 0 && current && (
        <Pane head={current.station.name} width={width} height={rest}>
          <AssessmentDetail row={current} />
        </Pane>
      )}
    </Box>
  );
}

/** The last part of a station's division. */
function countyOf({ station }: Pick<AssessmentRow, 'station'>): string {
  const path = divisionPath(station.division);
  return path.split('/').at(-1) ?? path;
}
