import { PROFILES } from '../domain/accounts/profiles.ts';
import { KIND_ROLES, type UserKind } from '../domain/accounts/roles.ts';
import { needsDivision } from '../domain/accounts/userAdministration.ts';
import { type FieldDef, labelKey } from '../domain/assessment/fields.ts';
import type { ColumnType, Heading } from './column.ts';
import { fieldHeading } from './sheetTexts.ts';
import { fieldType, fieldWidth, hasDivisions, hasRoles, profileFields } from './users.ts';

/** A column of an import file. */
export type ImportColumn = {
  readonly key: string;
  readonly heading: Heading;
  /** An alternative heading: the label of the same field in other lists. */
  readonly also?: Heading;
  readonly type: ColumnType;
  readonly width: number;
  /** Whether every account of this kind needs a value here. */
  readonly required: boolean;
};

function importColumns(kind: UserKind): ImportColumn[] {
  const roles = KIND_ROLES[kind];
  const one = (key: string, type: ColumnType, required: boolean, def?: FieldDef): ImportColumn => ({
    key,
    heading: fieldHeading(key, def),
    ...(labelKey(key, def) === key ? {} : { also: fieldHeading(key) }),
    type,
    width: fieldWidth(key),
    required,
  });
  const required = (key: string) =>
    roles.every((role) => (PROFILES[role] as Record<string, FieldDef>)[key]?.required === true);
  return [
    one('account', 'code', true),
    ...(hasRoles(kind) ? [one('role', 'text', true)] : []),
    ...(hasDivisions(kind) ? [one('division', 'text', roles.every(needsDivision))] : []),
    one('password', 'code', false),
    ...profileFields(kind).map(([key, def]) => one(key, fieldType(def), required(key), def)),
  ];
}

/** The columns that imports of user lists read and their templates contain (docs/spec/domain.md#sheets). */
export const IMPORT_COLUMNS: Readonly<Record<UserKind, readonly ImportColumn[]>> = {
  managers: importColumns('managers'),
  experts: importColumns('experts'),
  stations: importColumns('stations'),
  supervisors: importColumns('supervisors'),
};
