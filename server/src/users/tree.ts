import type { ManagerNode } from '@shp/shared/api/objects';
import { contains, findDivision } from '@shp/shared/domain/accounts/divisions';
import type { UserRole } from '@shp/shared/domain/accounts/roles';

type Unit = { id: string; name: string; role: UserRole; division: string | null };

/**
 * The units of `parent` and of the divisions below it, `deep` levels down. Units of one division are siblings; the
 * first of them has as children the units of the divisions below (docs/spec/wire.md#details).
 */
export function unitTree(units: readonly Unit[], parent: string, deep: number): ManagerNode[] {
  const byDivision = new Map<string, Unit[]>();
  for (const unit of units) {
    if (unit.division === null || !contains(parent, unit.division)) continue;
    byDivision.set(unit.division, [...(byDivision.get(unit.division) ?? []), unit]);
  }
  const nearest = (division: string): string | null => {
    for (let above = findDivision(division)?.parent; above; above = findDivision(above)?.parent)
      if (byDivision.has(above)) return above;
    return null;
  };
  const below = (above: string | null, parentId: string | null, levels: number): ManagerNode[] => {
    if (levels <= 0) return [];
    return [...byDivision]
      .filter(([division]) => nearest(division) === above)
      .flatMap(([division, list]) =>
        list.map((unit, index) => {
          const children = index === 0 ? below(division, unit.id, levels - 1) : [];
          const node = { id: unit.id, name: unit.name, role: unit.role, division, parent: parentId };
          return children.length > 0 ? { ...node, children } : node;
        }),
      );
  };
  return below(null, null, deep);
}
