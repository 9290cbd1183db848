import { PROVINCE } from './accounts/divisions.ts';
import type { UserRole } from './accounts/roles.ts';
import { scopeOf } from './accounts/scope.ts';
import { ON_PROGRESS } from './assessment/statuses.ts';
import { guard } from './routes.ts';

/** The figures of the home page, for the caller's region. */
export const HOME_FIGURES = ['station', 'report', 'onProgress', 'level2', 'level3'] as const;
export type HomeFigure = (typeof HOME_FIGURES)[number];

export type CardList = { readonly path: string; readonly filter: Readonly<Record<string, unknown>> };

/** The list behind each figure of the home page. */
const LISTS: Readonly<Record<HomeFigure, CardList>> = {
  station: { path: '/stations', filter: {} },
  report: { path: '/assessments', filter: { submitted: true } },
  onProgress: { path: '/assessments', filter: { status: ON_PROGRESS } },
  level2: { path: '/stations', filter: { rated: '2' } },
  level3: { path: '/stations', filter: { rated: '3' } },
};

type Viewer = { id: string; role: UserRole; division: string | null };

function seesRegion(user: Viewer): boolean {
  const scope = scopeOf(user);
  return scope.kind === 'all' || (scope.kind === 'division' && scope.division === PROVINCE);
}

/** The list with the same total as a figure; null unless the caller sees the whole region and may open the list. */
export function listOfCard(card: HomeFigure, user: Viewer): CardList | null {
  return seesRegion(user) && guard(user.role, LISTS[card].path).go === 'stay' ? LISTS[card] : null;
}

/** The list of the user's own part of a figure; null for those with the whole region or without such lists. */
export function ownListOfCard(card: HomeFigure, user: Viewer): CardList | null {
  const list = LISTS[card];
  const path = user.role === 'supervisor' && list.path === '/stations' ? '/supervisor/stations' : list.path;
  const hasPart = user.role === 'city_manager' || user.role === 'county_manager' || user.role === 'supervisor';
  return hasPart && !seesRegion(user) && guard(user.role, path).go === 'stay' ? { ...list, path } : null;
}
