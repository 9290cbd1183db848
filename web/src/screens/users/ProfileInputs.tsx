import type { ProfileChange } from '@shp/shared/api/objects';
import { PROFILES } from '@shp/shared/domain/accounts/profiles';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import type { FieldDef } from '@shp/shared/domain/assessment/fields';
import { useText } from '../../core/i18n/texts.ts';
import { FieldInput } from '../../ui/fields/FieldInput.tsx';
import { fieldLabel } from '../../ui/fields/names.ts';
import { readInput, type Typed } from '../../ui/fields/readInput.ts';

/** The inputs of a role's profile, in the order of its definition. */
export function ProfileInputs({ role, within = 'profile.' }: { role: UserRole; within?: string }) {
  const { common } = useText();
  return Object.entries<FieldDef>(PROFILES[role]).map(([key, def]) => (
    <FieldInput key={key} source={`${within}${key}`} label={fieldLabel(key, common, def)} def={def} />
  ));
}

/** A profile as edited: text, or a list of keys. */
export type TypedProfile = Record<string, Typed>;

/** The values of an edited profile, null for empty fields; `filledOnly` omits those for a new profile. */
export function profileValues(role: UserRole, typed: TypedProfile = {}, filledOnly = false): ProfileChange {
  const values = Object.entries<FieldDef>(PROFILES[role]).map(
    ([key, def]) => [key, readInput(def, typed[key])] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => !filledOnly || value !== null)) as ProfileChange;
}
