import type { FieldDef, FieldDefs } from '@shp/shared/domain/assessment/fields';
import { FORM_PARTS } from '@shp/shared/domain/assessment/form';
import { conclusion as words } from '@shp/shared/text/conclusion';
import { common } from '@shp/shared/text/zh/common';
import { rules } from '@shp/shared/text/zh/rules';
import { nameOfKey } from '../../ui/fields/names.ts';

type Values = Readonly<Record<string, unknown>>;

/** The unit's and the plant's data from the application, in form order. */
export function unitFacts(unit: Values, plant: Values): [name: string, value: string][] {
  return [
    ...factsOf(FORM_PARTS.unit, rules.formFields.unit, unit),
    ...factsOf(FORM_PARTS.plant, rules.formFields.plant, plant),
  ];
}

function factsOf(defs: FieldDefs, names: Record<string, string>, values: Values): [string, string][] {
  // The document is public: telephone numbers of persons stay out of it.
  const shown = Object.entries(defs).filter(([, def]) => !(def.kind === 'text' && def.format === 'phone'));
  return shown.map(([key, def]) => [names[key] ?? key, valueText(def, values[key])]);
}

function valueText(def: FieldDef, value: unknown): string {
  if (value === null || value === undefined || value === '') return words.blank;
  if (def.kind === 'flag') return value === true ? common.yes : common.no;
  if (def.kind === 'enum') return nameOfKey(String(value), common);
  return def.kind === 'number' && def.unit ? `${value} ${common.units[def.unit]}` : String(value);
}
