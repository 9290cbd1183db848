import type { ProfileChange } from '@shp/shared/api/objects';
import { PROFILES } from '@shp/shared/domain/accounts/profiles';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import type { FieldDef } from '@shp/shared/domain/assessment/fields';
import { readInput, type Typed } from '../../ui/fields/readInput.ts';

/** A profile as typed: text, or a list of keys. */
export type TypedProfile = Record<string, Typed>;

/** The values of a typed profile, null where a field is empty; a new profile leaves those out (`filledOnly`). */
export function profileValues(role: UserRole, typed: TypedProfile = {}, filledOnly = false): ProfileChange {
  const values = Object.entries<FieldDef>(PROFILES[role]).map(
    ([key, def]) => [key, readInput(def, typed[key])] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => !filledOnly || value !== null)) as ProfileChange;
}
