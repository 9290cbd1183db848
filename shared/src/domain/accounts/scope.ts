import type { Role } from './roles.ts';

/**
 * The data scope: the objects that a caller may see (docs/spec/wire.md#data-scope).
 * Every function of the store takes one; only `server/src/store/lists/scope.ts` turns it into SQL.
 */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'division'; readonly division: string }
  | { readonly kind: 'linked'; readonly supervisor: string }
  | { readonly kind: 'assigned'; readonly expert: string }
  | { readonly kind: 'self'; readonly user: string }
  | { readonly kind: 'none' };

/** The data scope of a user. */
export function scopeOf(user: { id: string; role: Role; division: string | null }): Scope {
  switch (user.role) {
    case 'admin':
      return { kind: 'all' };
    case 'province_manager':
    case 'city_manager':
    case 'county_manager':
      return user.division === null ? { kind: 'none' } : { kind: 'division', division: user.division };
    case 'supervisor':
      return { kind: 'linked', supervisor: user.id };
    case 'expert':
      return { kind: 'assigned', expert: user.id };
    case 'station':
      return { kind: 'self', user: user.id };
    case 'ministry_manager':
    case 'guest':
      return { kind: 'none' };
  }
}
