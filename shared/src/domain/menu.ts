import type { Role } from './accounts/roles.ts';
import { guard, ROUTES, type RoutePath, routeOf } from './routes.ts';

type MenuRoute = Extract<(typeof ROUTES)[number], { menu: string }>;
/** A key of the texts `common.menu`. */
export type MenuKey = MenuRoute['menu'];
export type MenuEntry = { readonly key: MenuKey; readonly path: RoutePath; readonly hidden?: true };

/** The menu of a role: the routes with a menu entry that the role may open. Hidden entries are not drawn as tabs. */
export function menuOf(role: Role): readonly MenuEntry[] {
  return ROUTES.filter((route): route is MenuRoute => 'menu' in route && guard(role, route.path).go === 'stay').map(
    ({ menu, path, ...rest }) => ({ key: menu, path, ...('hidden' in rest ? { hidden: rest.hidden } : {}) }),
  );
}

/** The menu entry for a path: `exact` on the entry's own page, false on a page below it, such as one assessment. */
export function activeMenuPath(pathname: string): { path: RoutePath; exact: boolean } | null {
  const route = routeOf(pathname);
  if (route === null) return null;
  return route.startsWith('/assessments/') ? { path: '/assessments', exact: false } : { path: route, exact: true };
}
