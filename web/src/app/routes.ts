import { isManaging, type Role } from '@shp/shared/domain/accounts/roles';
import { partsOfHash } from '@shp/shared/domain/addresses/partsOfHash';
import { hasTodo } from '@shp/shared/domain/assessment/waiting';
import { guard, LOGIN, ROUTES, type RoutePath, routeOf } from '@shp/shared/domain/routes';
import type { ComponentType } from 'react';
import { callEarly } from '../core/client.ts';
import { WAITING_ON_HOME } from '../core/homeQueries.ts';
import { preloadReviewTexts } from '../core/i18n/reviewTexts.ts';
import { lazyWithPreload } from '../core/lazyWithPreload.tsx';
import { screenFile } from './screenFile.ts';

type Screen = ReturnType<typeof lazyWithPreload<object>>;

const files = import.meta.glob<{ default: ComponentType }>('../screens/*/Screen.tsx');

/** The screen of each route, from the folder named after its path. */
export const SCREENS = Object.fromEntries(ROUTES.map(({ path }) => [path, screenOf(path)])) as Record<
  RoutePath,
  Screen
>;

function screenOf(path: RoutePath): Screen {
  const load = files[`../${screenFile(path)}`];
  if (!load) throw new Error(`${path} has no web/src/${screenFile(path)}`);
  return lazyWithPreload(load);
}

/** Lets the next opening of a screen load its code again if that failed. */
export function forgetScreens(): void {
  for (const { forget } of Object.values(SCREENS)) forget();
}

/** Sends edits from every page, so that navigation does not stop sending. */
export const OutboxRunner = lazyWithPreload(() => import('./outbox/OutboxRunner.tsx'));

/** The only route for logged-in users outside the layout. */
export const PRINT: RoutePath = '/assessments/:id/print-conclusion';

/** The first queries of every assessment page. */
const OF_ASSESSMENT = [
  'GET assessment',
  'GET assessment/events',
  'GET file/list',
  'GET assessment/standard/serial1/titles',
] as const;

/** The queries of the overview without a filter. */
const OF_OVERVIEW = ['GET statistics/progress', 'GET statistics/ratings', 'GET statistics/scores'] as const;

/** The pages of one assessment; those that edit need the outbox. */
export const isAssessmentPage = (route: RoutePath) => route.startsWith('/assessments/:id') && route !== PRINT;

/** Loads code and texts of an address's screen before rendering. An unknown address loads the home page. */
export async function preloadScreen(path: string): Promise<void> {
  const route = routeOf(path) ?? '/';
  const ofAssessment = isAssessmentPage(route);
  if (ofAssessment) preloadReviewTexts();
  await Promise.all([SCREENS[route].preload(), ofAssessment && OutboxRunner.preload()]);
}

/** Prefetches the data of an address's screen while its code is still loading, if the role may open it. */
export function prefetchData(path: string, role: Role): void {
  const verdict = guard(role, path);
  if (verdict.go !== 'stay' || verdict.route === LOGIN) return;
  if (verdict.route === '/' && location.search === '') prefetchHome(role);
  if (!isAssessmentPage(verdict.route)) return;
  const [, , id = ''] = path.split('/');
  for (const call of OF_ASSESSMENT) callEarly(call, { id });
  const { chapter: s1 } = partsOfHash(location.hash);
  if (s1 === null) return;
  callEarly('GET assessment/standard/serial1', { id, s1 });
  callEarly('GET assessment/station_scores', { id, s1 });
  callEarly('GET file/evidence', { asmId: id, serial1: s1 });
}

/** The numbers of the home page, in the order in which they are read. */
function prefetchHome(role: Role): void {
  callEarly('GET basic/status', {});
  if (role !== 'station' && hasTodo(role)) callEarly('GET assessment/query', WAITING_ON_HOME);
  if (isManaging(role)) for (const call of OF_OVERVIEW) callEarly(call, {});
}
