const TRIES = new WeakMap<object, number>();

/** Notes on an error how often its request was tried, so that no outer loop starts over. */
export function giveUp(error: unknown, tries: number): unknown {
  if (typeof error === 'object' && error !== null) TRIES.set(error, tries);
  return error;
}

/** How often the request behind an error was tried. */
export function triesOf(error: object): number {
  return TRIES.get(error) ?? 1;
}

export function wasGivenUp(error: unknown): boolean {
  return typeof error === 'object' && error !== null && TRIES.has(error);
}
