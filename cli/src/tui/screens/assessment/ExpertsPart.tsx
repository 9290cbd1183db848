import type { Column } from '@shp/shared/sheets/column';
import { namesText } from '@shp/shared/sheets/sheetTexts';
import { wrap } from '../../../lib/wrap.ts';
import { useUi } from '../../ui.ts';
import { useCall } from '../../useCall.ts';
import { LIVE_MS } from '../../useLive.ts';
import { Pending } from '../../widgets/Pending.tsx';
import { tableLines } from '../../widgets/tableLines.ts';
import { LinesPart, type PartProps } from './LinesPart.tsx';

/** The experts, their progress and conclusions. */
export function ExpertsPart({ assessment, height }: PartProps) {
  const { texts, columns } = useUi();
  const { common, tui, lang } = texts;
  const { id } = assessment;
  const experts = useCall('GET assessment/experts', { id }, LIVE_MS);
  const conclusions = useCall('GET assessment/experts_conclusion', { id }, LIVE_MS);
  if (experts.data === null) return <Pending failures={[experts.failure]} />;
  const score = new Map((conclusions.data ?? []).map(({ expertId, score100 }) => [expertId, score100]));
  const rows = experts.data.map(({ id: expert, name, profile, scored, items, concluded }) => [
    name,
    namesText(
      'specialties',
      (profile.specialties ?? null) as Parameters<Column<never>['value']>[0],
      lang,
      common.marks.list,
    ),
    `${scored}/${items}`,
    score.has(expert) ? (score.get(expert) ?? 0).toFixed(1) : '',
    concluded ? common.yes : common.no,
  ]);
  const heads = [
    common.fields.personName,
    common.fields.specialties,
    tui.assessment.scored,
    common.assessment.expertScore,
    tui.assessment.concluded,
  ];
  const texted = (conclusions.data ?? []).filter(({ conclusion }) => conclusion.trim() !== '');
  return (
    <LinesPart
      lines={[
        ...(rows.length > 0 ? tableLines(heads, rows, columns, [2, 3]) : [tui.assessment.noExperts]),
        ...texted.flatMap(({ name, conclusion }) => [
          '',
          `${name}${common.marks.colon}`,
          ...wrap(conclusion, columns - 4).map((line) => `  ${line}`),
        ]),
      ]}
      height={height}
    />
  );
}
