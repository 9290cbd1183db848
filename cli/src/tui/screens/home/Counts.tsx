import { MINUTE_WIDTH } from '@shp/shared/sheets/column';
import { clockText } from '@shp/shared/sheets/days';
import { sanitized } from '../../../lib/streams.ts';
import { displayWidth, pad } from '../../../lib/width.ts';
import { formatCount, minuteText } from '../../format.ts';
import { useKeys } from '../../keys/useKeys.ts';
import { styled } from '../../look/look.ts';
import { usePath } from '../../path.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import type { Called } from '../../useCall.ts';
import { Lines } from '../../widgets/Line.tsx';
import { FRAME_ROWS, PANE_COLUMNS, Pane } from '../../widgets/Pane.tsx';
import { isOfWholeRegion } from './ownRegion.ts';

/** The region's figures, in their order. */
export const COUNTS = ['station', 'report', 'onProgress', 'level2', 'level3'] as const;
/** Their rows in one column, with the frame. */
export const COUNT_ROWS = COUNTS.length + FRAME_ROWS;
const COUNT_WIDTH = 7;
const GAP = 2;

export type Figures = readonly (readonly [label: string, value: string])[];

type CountsProps = {
  status: Called<'GET basic/status'>;
  /** Shown instead of the region's. */
  own: Figures | undefined;
  /** Unread notices that no pane of their own shows. */
  notices: Called<'GET notice/query'>['data'];
  width: number;
  /** The columns of figures, and their rows. */
  across: number;
  rows: number;
};

/** Figures, with how the connection is or the newest notice. */
export function Counts({ status, own, notices, width, across, rows }: CountsProps) {
  const { texts } = useUi();
  const { common, views } = texts;
  const { me, connection } = useSession();
  const { data, failure, reload } = status;
  const [notice] = notices?.items ?? [];
  const { lostSince } = connection;
  const state =
    lostSince === null ? (data === null ? '' : views.live.connected) : views.live.stalled(minuteText(lostSince));
  const login =
    me.lastLoginAt === null ? '' : views.live.lastLogin((clockText(me.lastLoginAt) ?? '').slice(0, MINUTE_WIDTH));
  const path = usePath(common.menu.home);
  useKeys({ places: ['list'], handlers: { refresh: reload } });
  const room = width - PANE_COLUMNS;
  const figures: Figures =
    own ??
    COUNTS.map((key) => [common.home[key], data === null ? (failure === null ? '...' : '-') : formatCount(data[key])]);
  const columns = Array.from({ length: across }, (_, at) => figures.slice(at * rows, (at + 1) * rows));
  // Each column is as wide as its own labels: in one of the same width for both, English labels are cut at 80 columns.
  const cells = columns.map((shown) => {
    const values = Math.max(COUNT_WIDTH, ...shown.map(([, value]) => displayWidth(value)));
    const labels = Math.min(room - values, Math.max(0, ...shown.map(([label]) => displayWidth(label))) + 2);
    const cell = labels + values;
    const blanks = ' '.repeat(Math.max(across > 1 ? GAP : 0, Math.floor(room / columns.length) - cell));
    return shown.map(
      ([label, value]) => `${pad(label, labels, false)}${styled('bold', value.padStart(values))}${blanks}`,
    );
  });
  return (
    <Pane
      head={path}
      position={own !== undefined ? texts.views.home.own : isOfWholeRegion(me.role) ? '' : texts.views.home.region}
      width={width}
      height={rows + FRAME_ROWS}
      foot={
        notices && notice && lostSince === null
          ? `${views.home.unread(formatCount(notices.total))}  ${sanitized(notice.text)}`
          : state
      }
      footRight={notice && lostSince === null ? '' : login}
    >
      <Lines
        lines={Array.from({ length: rows }, (_, row) =>
          cells
            .map((cell) => cell[row] ?? '')
            .join('')
            .trimEnd(),
        )}
      />
    </Pane>
  );
}
