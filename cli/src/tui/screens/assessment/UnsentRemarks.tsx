import type { Assessment, User } from '@shp/shared/api/objects';
import { rowsOf } from '@shp/shared/domain/assessment/lifecycle';
import type { Remark } from '@shp/shared/domain/assessment/remarks';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { clockText } from '@shp/shared/sheets/days';
import { remarkPlace } from '@shp/shared/text/problems';
import { useState } from 'react';
import { wrap } from '../../../lib/wrap.ts';
import { statusName } from '../../format.ts';
import { useKeys } from '../../keys/useKeys.ts';
import { useSession } from '../../session.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { Confirm } from '../../widgets/Confirm.tsx';
import { Overlay, Panel } from '../../widgets/Panel.tsx';
import { ScrollLines, useScroll } from '../../widgets/Scroll.tsx';

/** The statuses of a review in their order, from which it can be returned sooner or later. */
const TO_RETURN: readonly Status[] = ['submitted', 'first_passed', 'reviewing', 'reviewed'];

/** Whether the caller may return an application now or later, before the station submits it again. */
export function mayStillReturn({ station, level, status }: Assessment, me: User): boolean {
  const at = TO_RETURN.indexOf(status);
  if (at < 0) return false;
  return TO_RETURN.slice(at).some((one) => {
    const place = { station: station.id, division: station.division, level, status: one, everReturned: true };
    return rowsOf(place, me).some(({ name }) => name === 'return');
  });
}

type Props = { assessment: Assessment; remarks: readonly Remark[]; isOver: boolean; height: number; onClose(): void };

/** The remarks that are not sent, in full: to copy, to keep or to remove. */
export function UnsentRemarks({ assessment, remarks, isOver, height, onClose }: Props) {
  const { texts, columns, look, copy } = useUi();
  const { acts, common } = texts;
  const { remarks: drafts, say } = useSession();
  const [isRemoving, setRemoving] = useState(false);
  const last = useCall('GET assessment/events', isOver ? { id: assessment.id } : null).data?.at(-1);
  const name = `${assessment.number} ${assessment.station.name}`;
  const texted = remarks.map((remark) => remarkText(remark, texts));
  const why =
    last === undefined
      ? []
      : wrap(
          acts.remarking.over(
            statusName(last.status, texts),
            last.by?.name ?? texts.tui.assessment.system,
            clockText(last.at) ?? '',
          ),
          columns,
        ).map((line) => look.paint('amber', line));
  const lines = [
    ...why,
    ...texted.flatMap((text) => wrap(text, columns - 2).map((line, at) => `${at === 0 ? '- ' : '  '}${line}`)),
  ];
  const shown = Math.min(height, lines.length);
  const scroll = useScroll(lines.length, shown);
  useKeys({
    places: ['unsent', 'view'],
    handlers: {
      ...scroll.handlers,
      copyRemarks: () => {
        copy(texted.join('\n'));
        say(acts.remarking.copied, 'good');
      },
      // The dialog may come while somebody types: a key alone removes nothing.
      removeRemarks: () => setRemoving(true),
      close: onClose,
    },
    names: { close: acts.remarking.keep },
    modal: true,
  });
  if (isRemoving) {
    return (
      <Overlay>
        <Confirm
          title={acts.remarking.remove(remarks.length)}
          lines={[name]}
          onYes={() => {
            drafts.clear(assessment.id);
            say(acts.remarking.allRemoved, 'good');
            onClose();
          }}
          onNo={() => setRemoving(false)}
        />
      </Overlay>
    );
  }
  return (
    <Panel title={[acts.remarking.waiting(remarks.length), name].join(common.marks.colon)}>
      <ScrollLines lines={lines} top={scroll.top} height={shown} />
    </Panel>
  );
}

/** A remark with what it is about. */
export function remarkText(remark: Remark, { common, rules }: Texts): string {
  return [remarkPlace(remark, rules), remark.text].filter(Boolean).join(common.marks.colon);
}
