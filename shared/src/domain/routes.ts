import type { Role } from './accounts/roles.ts';

/** Every route of SPEC.md section 2; `roles` null is open to any logged-in role. */
export const ROUTES = [
  { path: '/', roles: null },
  { path: '/profile', roles: null },
  { path: '/managers', roles: ['admin', 'province_manager'] },
  { path: '/experts', roles: ['admin', 'province_manager', 'city_manager', 'county_manager'] },
  { path: '/stations', roles: ['admin', 'province_manager', 'city_manager', 'county_manager'] },
  { path: '/supervisors', roles: ['admin', 'province_manager'] },
  { path: '/supervisor/stations', roles: ['supervisor'] },
  {
    path: '/assessments',
    roles: ['admin', 'province_manager', 'city_manager', 'county_manager', 'expert', 'station', 'supervisor'],
  },
  { path: '/assessments/:id/station', roles: ['station'] },
  {
    path: '/assessments/:id/first_manager',
    roles: ['admin', 'province_manager', 'city_manager', 'county_manager'],
  },
  { path: '/assessments/:id/final_manager', roles: ['admin', 'province_manager', 'city_manager'] },
  { path: '/assessments/:id/expert', roles: ['admin', 'expert'] },
  { path: '/assessments/:id/admin', roles: ['admin'] },
  { path: '/assessments/:id/supervise', roles: ['admin', 'province_manager', 'supervisor'] },
  {
    path: '/assessments/:id/print-conclusion',
    roles: ['admin', 'province_manager', 'city_manager', 'county_manager', 'expert'],
  },
  { path: '/documents', roles: null },
] as const satisfies readonly { path: string; roles: readonly Role[] | null }[];

export type RoutePath = (typeof ROUTES)[number]['path'];
export const LOGIN = '/login';

export type Verdict =
  | { readonly go: 'stay'; readonly route: RoutePath | typeof LOGIN }
  | { readonly go: 'redirect'; readonly to: '/' | typeof LOGIN };

const patterns = ROUTES.map((route) => ({
  ...route,
  pattern: new RegExp(`^${route.path.replace(/:id/g, '[^/]+')}$`),
}));

/** The route of a path; a trailing slash is not told apart. Null where none has it. */
export function routeOf(path: string): RoutePath | null {
  return patternOf(path)?.path ?? null;
}

const patternOf = (path: string) => patterns.find(({ pattern }) => pattern.test(plainOf(path)));

const plainOf = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path);

/**
 * What becomes of somebody who opens a path (SPEC.md section 2, "Guard"). `role` null is nobody logged in.
 * A trailing slash is not told apart.
 */
export function guard(role: Role | null, path: string): Verdict {
  const plain = plainOf(path);
  if (role === null) return plain === LOGIN ? { go: 'stay', route: LOGIN } : { go: 'redirect', to: LOGIN };
  if (plain === LOGIN) return { go: 'redirect', to: '/' };
  const route = patternOf(plain);
  if (!route) return { go: 'redirect', to: '/' };
  const roles: readonly Role[] | null = route.roles;
  if (roles !== null && !roles.includes(role)) return { go: 'redirect', to: '/' };
  return { go: 'stay', route: route.path };
}
