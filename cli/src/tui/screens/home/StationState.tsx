import type { AssessmentRow } from '@shp/shared/api/objects';
import { dayOf } from '@shp/shared/domain/lib/days';
import { sanitized } from '../../../lib/streams.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { Lines } from '../../widgets/Line.tsx';
import { FRAME_ROWS, Pane } from '../../widgets/Pane.tsx';

const EVERY_MS = 30_000;

/** Rows of {@link StationState} with its frame. */
export const stateRows = (returned: AssessmentRow | undefined) => (returned === undefined ? 1 : 3) + FRAME_ROWS;

/** A station's valid rating with its last day, and why its application was returned. */
export function StationState({ returned }: { returned: AssessmentRow | undefined }) {
  const { texts, look } = useUi();
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
          look.paint(
            'amber',
            sanitized(`${common.statuses.returned}${common.marks.colon}${last?.description ?? '...'}`),
          ),
          last === undefined ? '' : views.detail.toAnswer(remarks),
        ]),
  ];
  return (
    <Pane head={views.home.station} height={stateRows(returned)}>
      <Lines lines={lines} />
    </Pane>
  );
}
