import type { Role } from './accounts/roles.ts';

/**
 * All routes, in menu order (docs/spec/screens.md#routes-and-guard). `roles` null admits every logged-in role; `menu`
 * is a key of `common.menu`; a `hidden` entry is not drawn as a tab. The console finds a route's screen, chunk and size
 * budget in the folder that web/src/app/screenFile.ts derives from the path.
 */
export const ROUTES = [
  { path: '/', roles: null, menu: 'home' },
  { path: '/profile', roles: null, menu: 'profile', hidden: true },
  { path: '/managers', roles: ['admin', 'province_manager'], menu: 'managers' },
  { path: '/experts', roles: ['admin', 'province_manager', 'city_manager', 'county_manager'], menu: 'experts' },
  { path: '/stations', roles: ['admin', 'province_manager', 'city_manager', 'county_manager'], menu: 'stations' },
  { path: '/supervisors', roles: ['admin', 'province_manager'], menu: 'supervisors' },
  {
    path: '/assessments',
    roles: ['admin', 'province_manager', 'city_manager', 'county_manager', 'expert', 'station', 'supervisor'],
    menu: 'assessments',
  },
  { path: '/supervisor/stations', roles: ['supervisor'], menu: 'supervisorStations' },
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
  { path: '/documents', roles: null, menu: 'documents' },
] as const satisfies readonly {
  path: string;
  roles: readonly Role[] | null;
  menu?: string;
  hidden?: true;
}[];

export type RoutePath = (typeof ROUTES)[number]['path'];
export const LOGIN = '/login';

export type Verdict =
  | { readonly go: 'stay'; readonly route: RoutePath | typeof LOGIN }
  | { readonly go: 'redirect'; readonly to: '/' | typeof LOGIN };

const patterns = ROUTES.map((route) => ({
  ...route,
  pattern: new RegExp(`^${route.path.replace(/:id/g, '[^/]+')}$`),
}));

/** The route of a path, with or without a trailing slash; null if there is none. */
export function routeOf(path: string): RoutePath | null {
  return patternOf(path)?.path ?? null;
}

const patternOf = (path: string) => patterns.find(({ pattern }) => pattern.test(plainOf(path)));

const plainOf = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') || '/' : path);

/**
 * Whether a role may open a path, or the redirect target (docs/spec/screens.md#routes-and-guard). `role` null: not
 * logged in.
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
