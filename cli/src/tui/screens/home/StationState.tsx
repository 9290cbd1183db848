import type { AssessmentRow } from '@shp/shared/api/objects';
import { dayOf } from '@shp/shared/domain/lib/days';
import { wrap } from '../../../lib/wrap.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { Lines } from '../../widgets/Line.tsx';
import { FRAME_ROWS, PANE_COLUMNS, Pane } from '../../widgets/Pane.tsx';

const EVERY_MS = 30_000;

/** Rows of {@link StationState} with its frame. */
export const stateRows = (returned: AssessmentRow | undefined) => (returned === undefined ? 1 : 3) + FRAME_ROWS;

type Props = { returned: AssessmentRow | undefined; width?: number; height?: number };

/** A station's valid rating with its last day, and why its application was returned. With a height, it has all of it. */
export function StationState({ returned, width, height = stateRows(returned) }: Props) {
  const ui = useUi();
  const { texts, look } = ui;
  const inner = (width ?? ui.columns) - PANE_COLUMNS;
  const { common, views } = texts;
  const rating = useCall(
    'GET assessment/query',
    { status: ['passed'], sortby: 'validUntil', desc: true, page: 1, size: 1 },
    EVERY_MS,
  ).data;
  const events = useCall('GET assessment/events', returned === undefined ? null : { id: returned.id }, EVERY_MS).data;
  const last = events?.findLast(({ status }) => status === 'returned');
  const remarks = (last?.remarks ?? []).filter(({ answers = [] }) => answers.length === 0).length;
  const rated = rating?.items.find(({ validUntil }) => (validUntil ?? '') >= dayOf(new Date()));
  const lines = [
    rating === null
      ? '...'
      : rated
        ? views.home.rating(common.levels[rated.level], rated.validUntil ?? '')
        : views.home.noRating,
    ...(returned === undefined
      ? []
      : [
          ...wrap(`${common.statuses.returned}${common.marks.colon}${last?.description ?? '...'}`, inner)
            .slice(0, height - FRAME_ROWS - 2)
            .map((line) => look.paint('amber', line)),
          last === undefined ? '' : views.detail.toAnswer(remarks),
        ]),
  ];
  return (
    <Pane head={views.home.station} width={width ?? ui.columns} height={height}>
      <Lines lines={lines} />
    </Pane>
  );
}
