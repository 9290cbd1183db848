import type { Role } from '@shp/shared/domain/accounts/roles';
import { type MenuEntry, menuOf } from '@shp/shared/domain/menu';
import { guard } from '@shp/shared/domain/routes';

/** The tabs of a role: the entries of its menu that are drawn, as far as the guard lets it there. */
export function tabsOf(role: Role): readonly MenuEntry[] {
  return menuOf(role).filter(({ path, hidden }) => hidden !== true && guard(role, path).go === 'stay');
}
