import type { RoutePath } from '@shp/shared/domain/routes';

/** The file of a route's screen below web/src: `/assessments/:id/final_manager` is `screens/final-manager/Screen.tsx`. */
export function screenFile(path: RoutePath): string {
  const folder = path.replace('/assessments/:id', '').slice(1).replace(/[/_]/g, '-');
  return `screens/${folder || 'home'}/Screen.tsx`;
}
