import { guard } from '@shp/shared/domain/guard';
import { type MenuEntry, menuOf } from '@shp/shared/domain/menu';
import type { Role } from '@shp/shared/domain/roles';

/** The tabs of a role: the entries of its menu that are drawn, as far as the guard lets it there. */
export function tabsOf(role: Role): readonly MenuEntry[] {
  return menuOf(role).filter(({ path, hidden }) => hidden !== true && guard(role, path).go === 'stay');
}
