import { PROFILES } from '@shp/shared/domain/accounts/profiles';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import type { FieldDef } from '@shp/shared/domain/assessment/fields';
import { useText } from '../../core/i18n/texts.ts';
import { FieldInput } from '../../ui/fields/FieldInput.tsx';
import { fieldLabel } from '../../ui/fields/names.ts';

/** The inputs of a role's profile, in the order of its definition. */
export function ProfileInputs({ role, within = 'profile.' }: { role: UserRole; within?: string }) {
  const { common } = useText();
  return Object.entries<FieldDef>(PROFILES[role]).map(([key, def]) => (
    <FieldInput key={key} source={`${within}${key}`} label={fieldLabel(key, common, def)} def={def} />
  ));
}
