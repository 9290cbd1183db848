import { clockText } from '@shp/shared/sheets/days';
import { remarkPlace } from '@shp/shared/text/problems';
import { displayWidth } from '../../../lib/width.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { LIVE_MS } from '../../useLive.ts';
import { wrap } from '../../widgets/keyValueLines.ts';
import { Pending } from '../../widgets/Pending.tsx';
import { LinesPart, type PartProps } from './LinesPart.tsx';
import { hintLines } from './steps.ts';

/** The history, newest first. */
export function EventsPart({ assessment, height }: PartProps) {
  const { texts, columns } = useUi();
  const { common, tui } = texts;
  const { data, failure } = useCall('GET assessment/events', { id: assessment.id }, LIVE_MS);
  const named = (name: string, text: string) => [name, text].filter(Boolean).join(common.marks.colon);
  const lines = (data ?? []).toReversed().flatMap(({ at, by, from, status, description, remarks, hints }) => {
    const step = `${clockText(at)}  ${from === null ? '' : `${common.statuses[from]} -> `}${common.statuses[status]}`;
    const who = by === null ? tui.assessment.system : `${by.name}${common.marks.brackets(common.roles[by.role])}`;
    const whole = `${step}  ${who}`;
    return [
      ...(displayWidth(whole) <= columns ? [whole] : [step, `    ${who}`]),
      ...(description === '' ? [] : wrap(description, columns - 6).map((line) => `    ${line}`)),
      ...hintLines(hints, texts, columns - 6).map((line) => `    ${line}`),
      ...remarks.flatMap((remark) => [
        ...wrap(named(remarkPlace(remark, texts.rules), remark.text), columns - 8).map(
          (line, index) => `    ${index === 0 ? '-' : ' '} ${line}`,
        ),
        ...(remark.answers ?? []).flatMap(({ text }) =>
          wrap(named(common.assessment.answer, text), columns - 10).map((line) => `        ${line}`),
        ),
      ]),
    ];
  });
  return data === null ? <Pending failures={[failure]} /> : <LinesPart lines={lines} height={height} />;
}
