import type { AssessmentRow } from '@shp/shared/api/objects';
import { dayOf, daysSince } from '@shp/shared/domain/lib/days';
import { useState } from 'react';
import { wrap } from '../../../lib/wrap.ts';
import { useKeys } from '../../keys/useKeys.ts';
import { mayCall } from '../../permissions.ts';
import { useSession } from '../../session.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { Floating, floatRows, QUESTION_COLUMNS } from '../../widgets/Floats.tsx';
import { Lines } from '../../widgets/Line.tsx';
import { FRAME_ROWS, PANE_COLUMNS, Pane } from '../../widgets/Pane.tsx';
import { Overlay } from '../../widgets/Panel.tsx';
import { ApplyDialog } from '../ApplyDialog.tsx';

const EVERY_MS = 30_000;

/** Rows of {@link StationState} with its frame. */
export const stateRows = (returned: AssessmentRow | undefined) => (returned === undefined ? 1 : 3) + FRAME_ROWS;

type Props = {
  returned: AssessmentRow | undefined;
  /** Its open application; null if there is none, undefined while it is not known. */
  going: AssessmentRow | null | undefined;
  /** A rating that ends within so many days is to be renewed. */
  remindDays: number | undefined;
  width?: number;
  height?: number;
};

/** A station's valid rating with its last day, and why its application was returned. With a height, it has all of it. */
export function StationState({ returned, going, remindDays, width, height = stateRows(returned) }: Props) {
  const ui = useUi();
  const { texts, look } = ui;
  const { me } = useSession();
  const [isApplying, setApplying] = useState(false);
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
  const days = rated ? daysSince(`${dayOf(new Date())}T00:00:00Z`, new Date(`${rated.validUntil}T00:00:00Z`)) : null;
  const isEnding = days !== null && remindDays !== undefined && days <= remindDays;
  const mayApply = going === null && (isEnding || !rated) && mayCall(me, 'POST assessment/add_assessment');
  useKeys({ places: ['assessments'], handlers: mayApply ? { apply: () => setApplying(true) } : {} });
  const ending = isEnding ? [views.home.ends(days), ...(mayApply ? [views.home.renew] : [])] : [];
  const lines = [
    rating === null
      ? '...'
      : rated
        ? [
            views.home.rating(common.levels[rated.level], rated.validUntil ?? ''),
            ...ending.map((part) => look.paint('amber', part)),
          ].join('  ')
        : [views.home.noRating, ...(mayApply ? [views.home.renew] : [])].join('  '),
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
    <>
      <Pane head={views.home.station} width={width ?? ui.columns} height={height}>
        <Lines lines={lines} />
      </Pane>
      {isApplying && (
        <Overlay>
          <Floating width={QUESTION_COLUMNS}>
            <ApplyDialog height={floatRows(ui.rows)} onClose={() => setApplying(false)} />
          </Floating>
        </Overlay>
      )}
    </>
  );
}
