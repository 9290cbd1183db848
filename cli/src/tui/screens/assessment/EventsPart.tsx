import { clockText } from '@shp/shared/sheets/days';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { wrap } from '../../widgets/facts.ts';
import type { PartProps } from './AssessmentScreen.tsx';
import { LinesPart } from './LinesPart.tsx';

/** What happened, the newest first. */
export function EventsPart({ assessment, height }: PartProps) {
  const { texts, columns } = useUi();
  const { common, tui, login } = texts;
  const { data } = useCall('GET assessment/events', { id: assessment.id });
  const lines = (data ?? []).toReversed().flatMap(({ at, by, from, status, description, remarks }) => {
    const step = `${from === null ? '' : `${common.statuses[from]} -> `}${common.statuses[status]}`;
    const who = by === null ? tui.assessment.system : `${by.name}${common.marks.brackets(common.roles[by.role])}`;
    return [
      ...wrap(`${clockText(at)}  ${step}  ${who}`, columns).map((line, place) => (place === 0 ? line : `    ${line}`)),
      ...(description === '' ? [] : wrap(description, columns - 6).map((line) => `    ${line}`)),
      ...remarks.flatMap(({ field, serial, text }) =>
        wrap([serial ?? field ?? '', text].filter(Boolean).join(': '), columns - 8).map((line) => `    - ${line}`),
      ),
    ];
  });
  return <LinesPart lines={data === null ? [login.loading] : lines} height={height} />;
}
