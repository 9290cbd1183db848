import type { Remark } from '@shp/shared/api/objects';
import type { FormPath } from '@shp/shared/domain/assessment/form';
import { clockText } from '@shp/shared/sheets/days';
import { formLabel } from '@shp/shared/text/problems';
import { displayWidth } from '../../../lib/width.ts';
import type { Texts } from '../../texts.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { wrap } from '../../widgets/keyValueLines.ts';
import { Pending } from '../../widgets/Pending.tsx';
import { LinesPart, type PartProps } from './LinesPart.tsx';
import { hintLines } from './steps.ts';

/** The history, newest first. */
export function EventsPart({ assessment, height }: PartProps) {
  const { texts, columns } = useUi();
  const { common, tui } = texts;
  const { data, failure } = useCall('GET assessment/events', { id: assessment.id });
  const lines = (data ?? []).toReversed().flatMap(({ at, by, from, status, description, remarks, hints }) => {
    const step = `${clockText(at)}  ${from === null ? '' : `${common.statuses[from]} -> `}${common.statuses[status]}`;
    const who = by === null ? tui.assessment.system : `${by.name}${common.marks.brackets(common.roles[by.role])}`;
    const whole = `${step}  ${who}`;
    return [
      ...(displayWidth(whole) <= columns ? [whole] : [step, `    ${who}`]),
      ...(description === '' ? [] : wrap(description, columns - 6).map((line) => `    ${line}`)),
      ...hintLines(hints, texts, columns - 6).map((line) => `    ${line}`),
      ...remarks.flatMap((remark) =>
        wrap([placeOf(remark, texts), remark.text].filter(Boolean).join(common.marks.colon), columns - 8).map(
          (line, place) => `    ${place === 0 ? '-' : ' '} ${line}`,
        ),
      ),
    ];
  });
  return data === null ? <Pending failures={[failure]} /> : <LinesPart lines={lines} height={height} />;
}

/** The subject of a remark, named as in form and files. */
function placeOf({ serial, field }: Remark, { rules }: Texts): string {
  if (serial !== undefined) return serial;
  if (field === undefined) return '';
  const categories: Record<string, string> = rules.fileCategories;
  return categories[field] ?? formLabel(field as FormPath, rules);
}
