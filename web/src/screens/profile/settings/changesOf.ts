import type { Settings } from '@shp/shared/domain/settings';

/** The keys with an edited value that differs from the saved one; typed digits become numbers. */
export function changesOf(kept: Settings, typed: Record<string, unknown>): Partial<Settings> {
  const keys = Object.keys(kept) as (keyof Settings)[];
  const changed = keys.flatMap((key) => {
    const value = like(kept[key], typed[key]);
    return JSON.stringify(value) === JSON.stringify(kept[key]) ? [] : [[key, value] as const];
  });
  return Object.fromEntries(changed) as Partial<Settings>;
}

/** Converts an input's value to the type of the saved value, with keys in the same order. */
function like(kept: unknown, typed: unknown): unknown {
  if (typeof kept === 'number') return Number(typed);
  if (typeof kept === 'string') return String(typed ?? '').trim();
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return typed;
  const given = typed as Record<string, unknown>;
  return Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, like(value, given[key])]));
}
