import type { User } from '@shp/shared/api/objects';
import { cityOf, DIVISIONS, divisionPath, PROVINCE } from '@shp/shared/domain/accounts/divisions';
import type { UserRole } from '@shp/shared/domain/accounts/roles';
import { divisionFits, mayManage, needsDivision } from '@shp/shared/domain/accounts/userAdministration';
import { useText } from '../../core/i18n/texts.ts';
import { useUser } from '../../core/session.ts';
import { SelectInput } from '../../ui/fields/FieldInput.tsx';

/** Divisions that fit the role and are in the caller's scope. */
function divisionsFor(caller: User, role: UserRole) {
  return DIVISIONS.filter(({ code }) => divisionFits(role, code) && mayManage(caller, { role, division: code }));
}

/** Division of an account with this role; counties are grouped by city, and named with it, as the closed choice shows no group. */
export function DivisionInput({ role }: { role: UserRole }) {
  const { common, web } = useText();
  const caller = useUser();
  const allowed = divisionsFor(caller, role);
  const option = ({ code }: { code: string }) => [code, divisionPath(code)] as const;
  const mayBeNone = !needsDivision(role) && mayManage(caller, { role, division: null });
  const cities = DIVISIONS.filter(({ parent }) => parent === PROVINCE);
  const inCities = allowed.some(({ level }) => level === 'county');
  return (
    <SelectInput
      source="division"
      label={common.fields.division}
      required={!mayBeNone}
      none={mayBeNone ? web.users.noDivision : undefined}
      judge={(typed) => (typed && !divisionFits(role, String(typed)) ? { code: 'divisionFit' } : null)}
      options={allowed.filter(({ level }) => level === 'province' || !inCities).map(option)}
      groups={
        inCities
          ? cities.map(({ code, name }) => ({
              name,
              options: allowed.filter((one) => cityOf(one.code) === code).map(option),
            }))
          : []
      }
    />
  );
}
