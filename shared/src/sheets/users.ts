import type { LatestAssessment, User } from '../api/objects.ts';
import { divisionPath } from '../domain/accounts/divisions.ts';
import { PROFILES } from '../domain/accounts/profiles.ts';
import { KIND_ROLES, type UserKind } from '../domain/accounts/roles.ts';
import { hasDivision } from '../domain/accounts/userAdministration.ts';
import type { FieldDef } from '../domain/assessment/fields.ts';
import type { Lang } from '../domain/lib/lang.ts';
import { USER_LIST_SORTS } from '../domain/lib/lists.ts';
import { names } from '../text/names.ts';
import { type Column, type ColumnType, column, LIST_SEPARATOR, type Value } from './column.ts';
import { fieldHeading, hasNames, namesText, yesNo } from './sheetTexts.ts';

/**
 * The profile fields of a list's roles, in sheet order: those of the largest profile first, then the others' additional
 * fields.
 */
export function profileFields(kind: UserKind): [string, FieldDef][] {
  const profiles = KIND_ROLES[kind].map((role) => Object.entries<FieldDef>(PROFILES[role]));
  return [...new Map(profiles.toSorted((a, b) => b.length - a.length).flat())];
}

/** Whether the list has more than one role. */
export function hasRoles(kind: UserKind): boolean {
  return KIND_ROLES[kind].length > 1;
}

/** Whether accounts of the list have divisions. */
export function hasDivisions(kind: UserKind): boolean {
  return KIND_ROLES[kind].some(hasDivision);
}

/** The workbook cell type of a field. */
export function fieldType(def: FieldDef): ColumnType {
  if (def.kind === 'number' || def.kind === 'date') return def.kind;
  return def.kind === 'text' && (def.format === 'phone' || def.format === 'creditCode') ? 'code' : 'text';
}

const WIDTHS: Partial<Record<string, number>> = {
  account: 18,
  division: 24,
  password: 18,
  name: 30,
  address: 40,
  email: 28,
  unit: 30,
  owner: 30,
  creditCode: 24,
  specialties: 30,
  createdAt: 20,
  lastLoginAt: 20,
};

/** The column width of a field in a user sheet. */
export function fieldWidth(key: string): number {
  return WIDTHS[key] ?? 16;
}

type Words = (user: User, lang: Lang) => string;

function userColumns(kind: UserKind): Column<User>[] {
  const sorts: readonly string[] = USER_LIST_SORTS[kind];
  const one = (
    key: string,
    type: ColumnType,
    value: (user: User) => Value | undefined,
    words?: Words,
    def?: FieldDef,
  ) =>
    column<User>({
      key,
      heading: fieldHeading(key, def),
      type,
      width: fieldWidth(key),
      sortBy: sorts.includes(key) ? key : undefined,
      value,
      ...(words ? { words } : {}),
    });
  const field = ([key, def]: [string, FieldDef]) => {
    const value = ({ profile }: User) => profile[key];
    const words: Words | undefined = hasNames(key)
      ? (user, lang) => namesText(key, value(user) ?? null, lang)
      : undefined;
    return one(key, fieldType(def), value, words, def);
  };
  const path: Words = ({ division }) => (division === null ? '' : divisionPath(division));
  return [
    one('account', 'code', ({ account }) => account),
    ...(hasRoles(kind)
      ? [
          one(
            'role',
            'text',
            ({ role }) => role,
            ({ role }, lang) => namesText('role', role, lang),
          ),
        ]
      : []),
    ...(hasDivisions(kind) ? [one('division', 'text', ({ division }) => division, path)] : []),
    ...profileFields(kind).map(field),
    one('createdAt', 'time', ({ createdAt }) => createdAt),
    one('lastLoginAt', 'time', ({ lastLoginAt }) => lastLoginAt),
  ];
}

/** The columns of the user lists and their exports. */
export const USER_COLUMNS: Readonly<Record<UserKind, readonly Column<User>[]>> = {
  managers: userColumns('managers'),
  experts: userColumns('experts'),
  stations: userColumns('stations'),
  supervisors: userColumns('supervisors'),
};

/** An expert's open reviews; only for lists, because their rows include it. */
export const LOAD_COLUMN = column<User & { load: number }>({
  key: 'load',
  heading: fieldHeading('load'),
  type: 'number',
  width: 14,
  sortBy: 'load',
  value: ({ load }) => load,
});

/** How many stations an aggregate account is linked to; only for its list, whose rows include it. */
export const LINKS_COLUMN = column<User & { links: number }>({
  key: 'links',
  heading: fieldHeading('links'),
  type: 'number',
  width: 14,
  value: ({ links }) => links,
});

/** The duties of an administrator; not in exports, since an import cannot give them. */
export const DUTIES_COLUMN = column<User>({
  key: 'duties',
  heading: fieldHeading('duties'),
  type: 'text',
  width: 24,
  value: ({ duties }) => duties ?? null,
  words: ({ duties = [] }, lang) => duties.map((duty) => names[lang].dutyNames[duty]).join(LIST_SEPARATOR),
});

/** A station's best rating valid today and its last day; only for lists, because both change without the account. */
export const RATING_COLUMNS: readonly Column<User>[] = [
  column<User>({
    key: 'rating',
    heading: fieldHeading('rating'),
    type: 'text',
    width: 10,
    value: ({ rating }) => rating?.level ?? null,
    words: ({ rating }, lang) => namesText('level', rating?.level ?? null, lang),
  }),
  column<User>({
    key: 'ratedUntil',
    heading: fieldHeading('ratedUntil'),
    type: 'date',
    width: 14,
    sortBy: 'ratedUntil',
    value: ({ rating }) => rating?.validUntil ?? null,
  }),
];

/** Whether a station is linked to the supervisor of the current list. */
export const LINKED_COLUMN = column<User & { linked: boolean }>({
  key: 'linked',
  heading: fieldHeading('linked'),
  type: 'text',
  width: 10,
  value: ({ linked }) => linked,
  words: ({ linked }, lang) => yesNo(linked, lang),
});

/** The status of a station's newest assessment; only for the lists of an aggregate account, whose rows include it. */
export const STATUS_COLUMN = column<User & { latest: LatestAssessment | null }>({
  key: 'status',
  heading: { zh: names.zh.assessment.status, en: names.en.assessment.status },
  type: 'text',
  width: 14,
  value: ({ latest }) => latest?.status ?? null,
  words: ({ latest }, lang) => namesText('status', latest?.status ?? null, lang),
});
