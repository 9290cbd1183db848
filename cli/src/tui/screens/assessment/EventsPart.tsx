import type { Status } from '@shp/shared/domain/assessment/statuses';
import { remarkPlace } from '@shp/shared/text/problems';
import { wrap } from '../../../lib/wrap.ts';
import { statusName } from '../../format.ts';
import { statusHue } from '../../look/statusHue.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { LIVE_MS } from '../../useLive.ts';
import { Pending } from '../../widgets/Pending.tsx';
import { stepLines } from '../../widgets/stepLines.ts';
import { LinesPart, type PartProps } from './LinesPart.tsx';
import { hintLines } from './steps.ts';

/** The history, newest first. */
export function EventsPart({ assessment, height }: PartProps) {
  const { texts, columns, look } = useUi();
  const { common, tui } = texts;
  const { data, failure } = useCall('GET assessment/events', { id: assessment.id }, LIVE_MS);
  const named = (name: string, text: string) => [name, text].filter(Boolean).join(common.marks.colon);
  const marked = (status: Status) => ({ name: statusName(status, texts), hue: statusHue(status) });
  const steps = (data ?? []).toReversed().map(({ at, by, from, status, description, remarks, hints }) => ({
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
  const lines = stepLines(steps, columns, look);
  return data === null ? <Pending failures={[failure]} /> : <LinesPart lines={lines} height={height} />;
}
