import Typography from '@mui/material/Typography';
import type { ProfileChange } from '@shp/shared/api/objects';
import { PROFILES } from '@shp/shared/domain/accounts/profiles';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import type { FieldDef } from '@shp/shared/domain/assessment/fields';
import { Fragment } from 'react';
import { useText } from '../../core/i18n/texts.ts';
import { FieldInput } from '../../ui/fields/FieldInput.tsx';
import { fieldLabel } from '../../ui/fields/names.ts';
import { readInput, type Typed } from '../../ui/fields/readInput.ts';
import { useDialogsText } from './dialogsText.ts';

/** The field of a station with which each section begins. */
const SECTIONS: Partial<Record<string, 'unit' | 'contact' | 'plant'>> = {
  name: 'unit',
  legalPerson: 'contact',
  capacity: 'plant',
};
const COORDINATES: Partial<Record<string, string>> = { longitude: '110.2886', latitude: '25.2743' };

/** The inputs of a role's profile, in the order of its definition; a station's many in three sections. */
export function ProfileInputs({ role, within = 'profile.' }: { role: UserRole; within?: string }) {
  const { common } = useText();
  const { sections, degrees } = useDialogsText();
  return Object.entries<FieldDef>(PROFILES[role]).map(([key, def]) => {
    const example = COORDINATES[key];
    const section = role === 'station' ? SECTIONS[key] : undefined;
    return (
      <Fragment key={key}>
        {section && (
          <Typography variant="h3" sx={{ gridColumn: '1 / -1', mt: 1 }}>
            {sections[section]}
          </Typography>
        )}
        <FieldInput
          source={`${within}${key}`}
          label={fieldLabel(key, common, def)}
          def={def}
          help={example === undefined ? undefined : degrees(example)}
        />
      </Fragment>
    );
  });
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
