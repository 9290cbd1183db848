import { type Settings, settingChanges } from '@shp/shared/domain/settings';

/** The keys with an edited value that differs from the saved one; typed digits become numbers. */
export function changesOf(stored: Settings, typed: Record<string, unknown>): Partial<Settings> {
  const keys = Object.keys(stored) as (keyof Settings)[];
  const changed = keys.flatMap((key) => {
    const value = like(stored[key], typed[key]);
    return JSON.stringify(value) === JSON.stringify(stored[key]) ? [] : [[key, value] as const];
  });
  return Object.fromEntries(changed) as Partial<Settings>;
}

/** Converts an input's value to the type of the saved value, with keys in the same order. */
function like(stored: unknown, typed: unknown): unknown {
  if (typeof stored === 'number') return Number(typed);
  if (typeof stored === 'string') return String(typed ?? '').trim();
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return typed;
  const given = typed as Record<string, unknown>;
  return Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, like(value, given[key])]));
}

/** What differs between two settings, as the audit shows changes. */
export function shownChanges(before: Settings, after: Partial<Settings>): Record<string, [unknown, unknown]> {
  return Object.fromEntries(settingChanges(before, after).map((one) => [one.path, [one.before, one.after]]));
}
