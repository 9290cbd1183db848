type Area = 'localStorage' | 'sessionStorage';

/** Values that the browser refused to store; they last until the page reloads. */
const unstored = { localStorage: new Map<string, string>(), sessionStorage: new Map<string, string>() };

/** The text stored under a name, or null. A browser that blocks storage throws on any access to it. */
export function readStored(name: string, area: Area = 'localStorage'): string | null {
  const own = unstored[area].get(name);
  if (own !== undefined) return own;
  try {
    return window[area].getItem(name);
  } catch {
    return null;
  }
}

/** The names with this beginning. */
export function storedNames(beginning: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(beginning));
  } catch {
    return [];
  }
}

/** Stores a text; null removes it. */
export function writeStored(name: string, value: string | null, area: Area = 'localStorage'): void {
  unstored[area].delete(name);
  try {
    if (value === null) window[area].removeItem(name);
    else window[area].setItem(name, value);
  } catch {
    if (value !== null) unstored[area].set(name, value);
  }
}

/** The JSON stored under a name, or null if it is absent or has an unexpected shape. */
export function readStoredJson<T>(name: string, fits: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(readStored(name) ?? 'null');
    return fits(value) ? value : null;
  } catch {
    return null;
  }
}

/** Empties an area. */
export function clearStored(area: Area): void {
  unstored[area].clear();
  try {
    window[area].clear();
  } catch {
    // Storage is blocked, so it is empty.
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/** The filters and the tab of the list of assessments as it was left last; kept until the page is loaded again. */
export const lastList = { search: '' };
