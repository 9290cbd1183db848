import type { FieldDef, FieldDefs } from '@shp/shared/domain/assessment/fields';
import { FORM_PARTS, type Member } from '@shp/shared/domain/assessment/form';
import { numberText } from '@shp/shared/sheets/column';
import type { Common } from '@shp/shared/text/en/common';
import type { ScoreState } from '../outbox/senders.ts';
import { nameOfKey } from '../ui/fields/names.ts';

/** The definition of a plain form field; undefined for conditions and members, which have several parts. */
function fieldDefOf(path: string): Exclude<FieldDef, { kind: 'enums' }> | undefined {
  const [part = '', key = ''] = path.split('.');
  const fields: FieldDefs | undefined = (FORM_PARTS as Record<string, FieldDefs>)[part];
  const def = fields?.[key];
  return def?.kind === 'enums' ? undefined : def;
}

/** A form value as text; '' if there is none. */
export function formValueText(path: string, value: unknown, common: Common): string {
  if (value === null || value === undefined || value === '') return '';
  if (Array.isArray(value)) {
    return (value as Member[])
      .map(({ name, duty, title }) => [name, duty, title].filter(Boolean).join(common.marks.comma))
      .join('\n');
  }
  if (typeof value === 'object') {
    const { holds, note } = value as { holds: boolean | null; note: string };
    return [holds === null ? '' : holds ? common.yes : common.no, note].filter(Boolean).join(common.marks.semicolon);
  }
  if (typeof value === 'boolean') return value ? common.yes : common.no;
  const def = fieldDefOf(path);
  if (typeof value === 'number') {
    const figure = numberText(value);
    return def?.kind === 'number' && def.unit ? common.marks.quantity(figure, common.units[def.unit]) : figure;
  }
  return def?.kind === 'enum' ? nameOfKey(String(value), common) : String(value);
}

/** An item's score as text. */
export function scoreText({ score, missing, reason }: ScoreState, missingName: string, { marks }: Common): string {
  const given = missing ? missingName : score === null ? '' : String(score);
  return [given, reason].filter(Boolean).join(marks.semicolon);
}
