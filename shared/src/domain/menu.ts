import type { Role } from './accounts/roles.ts';
import { type RoutePath, routeOf } from './routes.ts';

/** A key of the texts `common.menu`. */
export type MenuKey =
  | 'home'
  | 'profile'
  | 'managers'
  | 'experts'
  | 'stations'
  | 'supervisors'
  | 'supervisorStations'
  | 'assessments'
  | 'documents';
export type MenuEntry = { readonly key: MenuKey; readonly path: string; readonly hidden?: true };

const HOME: MenuEntry = { key: 'home', path: '/' };
const PROFILE: MenuEntry = { key: 'profile', path: '/profile', hidden: true };
const DOCUMENTS: MenuEntry = { key: 'documents', path: '/documents' };
const MANAGERS: MenuEntry = { key: 'managers', path: '/managers' };
const EXPERTS: MenuEntry = { key: 'experts', path: '/experts' };
const STATIONS: MenuEntry = { key: 'stations', path: '/stations' };
const SUPERVISORS: MenuEntry = { key: 'supervisors', path: '/supervisors' };
const ASSESSMENTS: MenuEntry = { key: 'assessments', path: '/assessments' };
const SUPERVISOR_STATIONS: MenuEntry = { key: 'supervisorStations', path: '/supervisor/stations' };

const MIDDLE: Record<Role, readonly MenuEntry[]> = {
  admin: [MANAGERS, EXPERTS, STATIONS, SUPERVISORS, ASSESSMENTS],
  province_manager: [MANAGERS, EXPERTS, STATIONS, SUPERVISORS, ASSESSMENTS],
  city_manager: [EXPERTS, STATIONS, ASSESSMENTS],
  county_manager: [EXPERTS, STATIONS, ASSESSMENTS],
  expert: [ASSESSMENTS],
  station: [ASSESSMENTS],
  supervisor: [ASSESSMENTS, SUPERVISOR_STATIONS],
  ministry_manager: [],
  guest: [],
};

/** The menu of a role; hidden entries are not drawn as tabs. */
export function menuOf(role: Role): readonly MenuEntry[] {
  return [HOME, PROFILE, ...MIDDLE[role], DOCUMENTS];
}

/** The menu entry that a path belongs to: `exact` on its own page, otherwise a page below it, such as one assessment's. */
export function markedPath(pathname: string): { path: RoutePath; exact: boolean } | null {
  const route = routeOf(pathname);
  if (route === null) return null;
  return route.startsWith('/assessments/') ? { path: '/assessments', exact: false } : { path: route, exact: true };
}
