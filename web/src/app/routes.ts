import type { Role } from '@shp/shared/domain/accounts/roles';
import { guard, LOGIN, type RoutePath, routeOf } from '@shp/shared/domain/routes';
import { callEarly } from '../core/client.ts';
import { preloadReviewTexts } from '../core/i18n/reviewTexts.ts';
import { lazyWithPreload } from '../core/lazyWithPreload.tsx';

type Screen = ReturnType<typeof lazyWithPreload<object>>;

/** The screen of each route; a route without one does not compile. */
export const SCREENS: Record<RoutePath, Screen> = {
  '/': lazyWithPreload(() => import('../screens/home/Screen.tsx')),
  '/profile': lazyWithPreload(() => import('../screens/profile/Screen.tsx')),
  '/managers': lazyWithPreload(() => import('../screens/managers/Screen.tsx')),
  '/experts': lazyWithPreload(() => import('../screens/experts/Screen.tsx')),
  '/stations': lazyWithPreload(() => import('../screens/stations/Screen.tsx')),
  '/supervisors': lazyWithPreload(() => import('../screens/supervisors/Screen.tsx')),
  '/supervisor/stations': lazyWithPreload(() => import('../screens/supervisor-stations/Screen.tsx')),
  '/assessments': lazyWithPreload(() => import('../screens/assessments/Screen.tsx')),
  '/assessments/:id/station': lazyWithPreload(() => import('../screens/station/Screen.tsx')),
  '/assessments/:id/first_manager': lazyWithPreload(() => import('../screens/first-manager/Screen.tsx')),
  '/assessments/:id/final_manager': lazyWithPreload(() => import('../screens/final-manager/Screen.tsx')),
  '/assessments/:id/expert': lazyWithPreload(() => import('../screens/expert/Screen.tsx')),
  '/assessments/:id/admin': lazyWithPreload(() => import('../screens/admin/Screen.tsx')),
  '/assessments/:id/supervise': lazyWithPreload(() => import('../screens/supervise/Screen.tsx')),
  '/assessments/:id/print-conclusion': lazyWithPreload(() => import('../screens/print-conclusion/Screen.tsx')),
  '/documents': lazyWithPreload(() => import('../screens/documents/Screen.tsx')),
};

/** Sends what was typed; on every page, as it goes on wherever the person goes. */
export const OutboxRunner = lazyWithPreload(() => import('./outbox/OutboxRunner.tsx'));

/** The one route of a logged-in user that stands outside the layout. */
export const PRINT: RoutePath = '/assessments/:id/print-conclusion';

/** What every page of one assessment reads first. */
const OF_ASSESSMENT = [
  'GET assessment',
  'GET assessment/events',
  'GET file/list',
  'GET assessment/standard/serial1/titles',
] as const;

const isAssessmentPage = (route: RoutePath) => route.startsWith('/assessments/:id') && route !== PRINT;

/** Loads the code and texts of an address's screen before it is drawn. Any other address ends at the home page. */
export async function preloadScreen(path: string): Promise<void> {
  const route = routeOf(path) ?? '/';
  const ofAssessment = isAssessmentPage(route);
  if (ofAssessment) preloadReviewTexts();
  await Promise.all([SCREENS[route].preload(), ofAssessment && OutboxRunner.preload()]);
}

/** Prefetches the data of an address's screen while its code is still loading, if the role may open it. */
export function prefetchData(path: string, role: Role): void {
  const verdict = guard(role, path);
  if (verdict.go !== 'stay' || verdict.route === LOGIN || !isAssessmentPage(verdict.route)) return;
  const [, , id = ''] = path.split('/');
  for (const call of OF_ASSESSMENT) callEarly(call, { id });
}
