import { canonicalJson } from '@shp/shared/domain/lib/canonicalJson';
import { allItems, type Standard, type StandardItem } from '@shp/shared/domain/standard/standard';

export type Difference = { kind: 'added' | 'changed' | 'removed'; before?: StandardItem };

/** The items that differ between two versions, by serial. */
export function differences(before: Standard, after: Standard): ReadonlyMap<string, Difference> {
  const old = new Map(allItems(before).map((item) => [item.serial, item]));
  const found = new Map<string, Difference>();
  for (const item of allItems(after)) {
    const was = old.get(item.serial);
    if (!was) found.set(item.serial, { kind: 'added' });
    else if (canonicalJson(was) !== canonicalJson(item)) found.set(item.serial, { kind: 'changed', before: was });
    old.delete(item.serial);
  }
  for (const [serial, item] of old) found.set(serial, { kind: 'removed', before: item });
  return found;
}
