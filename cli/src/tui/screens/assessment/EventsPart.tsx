import type { Output } from '@shp/shared/api/index';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { remarkPlace } from '@shp/shared/text/problems';
import { wrap } from '../../../lib/wrap.ts';
import { statusName } from '../../format.ts';
import { statusHue } from '../../look/statusHue.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { LIVE_MS } from '../../useLive.ts';
import { Pending } from '../../widgets/Pending.tsx';
import { stepLines, type TakenStep } from '../../widgets/stepLines.ts';
import { LinesPart, type PartProps } from './LinesPart.tsx';
import { hintLines } from './steps.ts';

/** The history, newest first. */
export function EventsPart({ assessment, height }: PartProps) {
  const { texts, columns, look } = useUi();
  const { data, failure } = useCall('GET assessment/events', { id: assessment.id }, LIVE_MS);
  const lines = stepLines(takenSteps(data ?? [], texts, columns), columns, look);
  return data === null ? <Pending failures={[failure]} /> : <LinesPart lines={lines} height={height} />;
}

/** The steps that were taken, newest first, with what was written, wrapped to `columns`. */
export function takenSteps(events: Output<'GET assessment/events'>, texts: Texts, columns: number): TakenStep[] {
  const { common, tui } = texts;
  const named = (name: string, text: string) => [name, text].filter(Boolean).join(common.marks.colon);
  const marked = (status: Status) => ({ name: statusName(status, texts), hue: statusHue(status) });
  return events.toReversed().map(({ at, by, from, status, description, remarks, hints }) => ({
    at,
    from: from === null ? null : marked(from),
    to: marked(status),
    who: by === null ? tui.assessment.system : `${by.name}${common.marks.brackets(common.roles[by.role])}`,
    more: [
      ...(description === '' ? [] : wrap(description, columns - 6)),
      ...hintLines(hints, texts, columns - 6),
      ...remarks.flatMap((remark) => [
        ...wrap(named(remarkPlace(remark, texts.rules), remark.text), columns - 8).map(
          (line, index) => `${index === 0 ? '-' : ' '} ${line}`,
        ),
        ...(remark.answers ?? []).flatMap(({ text }) =>
          wrap(named(common.assessment.answer, text), columns - 10).map((line) => `    ${line}`),
        ),
      ]),
    ],
  }));
}
