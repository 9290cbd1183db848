import { type FieldDef, labelKey } from '@shp/shared/domain/assessment/fields';
import type { Common } from '@shp/shared/text/en/common';

/** The label of a value with a fixed set of values. */
export function nameOfKey(key: string, common: Common): string {
  const names: Record<string, string> = { ...common.specialties, ...common.developments };
  return names[key] ?? key;
}

/** A field's label, the same in all lists and sheets. */
export function fieldLabel(key: string, common: Common, def?: FieldDef): string {
  return common.fields[labelKey(key, def) as keyof Common['fields']] ?? key;
}
