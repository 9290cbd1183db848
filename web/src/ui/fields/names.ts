import { type FieldDef, labelKey } from '@shp/shared/domain/assessment/fields';
import type { Common } from '@shp/shared/text/en/common';

/** The name of a value of the fields with fixed values. */
export function nameOfKey(key: string, common: Common): string {
  const names: Record<string, string> = { ...common.specialties, ...common.developments };
  return names[key] ?? key;
}

/** The label of a field, as every list and sheet has it. */
export function fieldLabel(key: string, common: Common, def?: FieldDef): string {
  return common.fields[labelKey(key, def) as keyof Common['fields']] ?? key;
}
