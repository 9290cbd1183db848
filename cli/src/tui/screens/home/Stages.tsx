import { displayWidth, pad } from '../../../lib/width.ts';
import { formatCount, statusName } from '../../format.ts';
import { statusHue } from '../../look/statusHue.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { Lines } from '../../widgets/Line.tsx';
import { PANE_COLUMNS, Pane } from '../../widgets/Pane.tsx';
import { ownRegion } from './ownRegion.ts';

const EVERY_MS = 60_000;
/** Columns of count, median and what is overdue. */
const [COUNT, DAYS, OVERDUE] = [5, 6, 12];

/** The open reviews by stage as bars, with the median days there, and the ratings about to end. */
export function Stages({ width, height }: { width: number; height: number }) {
  const { texts, look } = useUi();
  const { views } = texts;
  const { me } = useSession();
  const { data } = useCall('GET statistics/progress', {}, EVERY_MS);
  const ratings = useCall('GET statistics/ratings', {}, EVERY_MS);
  const stages = data?.stages ?? [];
  const names = Math.max(0, ...stages.map(({ status }) => displayWidth(statusName(status, texts))));
  const room = Math.max(4, width - PANE_COLUMNS - names - 2 - COUNT - DAYS - OVERDUE);
  const most = Math.max(1, ...stages.map(({ count }) => count));
  const ending = (days: number) =>
    formatCount(
      (ratings.data ?? []).reduce(
        (sum, { expiring }) => sum + (expiring.find((one) => one.days === days)?.stations ?? 0),
        0,
      ),
    );
  return (
    <Pane
      head={views.home.stages}
      position={ownRegion(me, texts, ratings.data)}
      width={width}
      height={height}
      foot={ratings.data === null ? '' : views.home.expiring(ending(30), ending(90))}
    >
      <Lines
        lines={stages.map(({ status, count, medianDays, overdue }) => {
          const bar = '▇'.repeat(count === 0 ? 0 : Math.max(1, Math.round((count / most) * room)));
          const days = medianDays === null ? '—' : medianDays.toFixed(1);
          const overdueText =
            overdue === 0 ? '' : look.paint('red', pad(views.home.overdueCount(formatCount(overdue)), OVERDUE, true));
          return `${pad(statusName(status, texts), names, false)}  ${look.paint(statusHue(status), pad(bar, room, false))}${pad(formatCount(count), COUNT, true)}${pad(days, DAYS, true)}${overdueText}`;
        })}
      />
    </Pane>
  );
}
