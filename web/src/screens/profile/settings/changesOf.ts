import type { Settings } from '@shp/shared/domain/settings';

/** The keys whose typed value differs from the kept one, with numbers in place of typed digits. */
export function changesOf(kept: Settings, typed: Record<string, unknown>): Partial<Settings> {
  const keys = Object.keys(kept) as (keyof Settings)[];
  const changed = keys.flatMap((key) => {
    const value = like(kept[key], typed[key]);
    return JSON.stringify(value) === JSON.stringify(kept[key]) ? [] : [[key, value] as const];
  });
  return Object.fromEntries(changed) as Partial<Settings>;
}

/** What an input holds, in the shape that its kept value has; the keys in the kept order. */
function like(kept: unknown, typed: unknown): unknown {
  if (typeof kept === 'number') return Number(typed);
  if (typeof kept === 'string') return String(typed ?? '').trim();
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return typed;
  const given = typed as Record<string, unknown>;
  return Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, like(value, given[key])]));
}
