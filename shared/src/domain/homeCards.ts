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

/** The list with the same total as a figure; null unless the caller sees the whole region and may open the list. */
export function listOfCard(
  card: HomeFigure,
  user: { id: string; role: UserRole; division: string | null },
): CardList | null {
  const scope = scopeOf(user);
  const seesRegion = scope.kind === 'all' || (scope.kind === 'division' && scope.division === PROVINCE);
  return seesRegion && guard(user.role, LISTS[card].path).go === 'stay' ? LISTS[card] : null;
}
