/** All roles, in the order of docs/spec/screens.md#purpose. `guest`: not logged in. */
export const ROLES = [
  'guest',
  'admin',
  'ministry_manager',
  'province_manager',
  'city_manager',
  'county_manager',
  'expert',
  'station',
  'supervisor',
] as const;
export type Role = (typeof ROLES)[number];

/** Roles that an account can have. */
export const USER_ROLES = ROLES.filter((role) => role !== 'guest') as Exclude<Role, 'guest'>[];
export type UserRole = Exclude<Role, 'guest'>;

/** The roles that manage a division ("managers" in docs/spec/wire.md#calls). */
export const MANAGERS = ['province_manager', 'city_manager', 'county_manager'] as const satisfies readonly Role[];

/** The roles that can be a final manager, and the administrator, who may act in place of any role. */
export const FINAL_MANAGERS = ['admin', 'province_manager', 'city_manager'] as const satisfies readonly Role[];

/** The roles of a review unit's account: those that `add_manager` creates and `user/managers` lists. */
export const UNIT_ROLES = ['admin', 'ministry_manager', ...MANAGERS] as const satisfies readonly Role[];
export type UnitRole = (typeof UNIT_ROLES)[number];

/** Whether accounts of this role manage others or the system; access tokens cannot change such accounts. */
export function isManaging(role: Role): role is UnitRole {
  return (UNIT_ROLES as readonly Role[]).includes(role);
}

/** The four kinds of user; each has its own list. */
export const USER_KINDS = ['managers', 'experts', 'stations', 'supervisors'] as const;
export type UserKind = (typeof USER_KINDS)[number];

/** The roles in each user list. */
export const KIND_ROLES: Record<UserKind, readonly UserRole[]> = {
  managers: UNIT_ROLES,
  experts: ['expert'],
  stations: ['station'],
  supervisors: ['supervisor'],
};

/** The list that holds accounts of this role. */
export function kindOf(role: UserRole): UserKind {
  for (const kind of USER_KINDS) if (KIND_ROLES[kind].includes(role)) return kind;
  throw new RangeError('invalid role');
}

/** Whether a text is a role. */
export function isRole(value: string): value is Role {
  return (ROLES as readonly string[]).includes(value);
}

/**
 * A role's display name (docs/spec/screens.md#purpose).
 * @throws RangeError `invalid role` for anything that is not a role.
 */
export function roleName(role: string, text: { roles: Readonly<Record<Role, string>> }): string {
  if (!isRole(role)) throw new RangeError('invalid role');
  return text.roles[role];
}
