const MAX_CACHED = 10_000;
const known: string[] = [];

/**
 * A number as in JavaScript and JSON, cached: scores and rates have at most one decimal and repeat often, and
 * formatting each one took a twentieth of a large export's time.
 */
export function numeral(value: number): string {
  const tenths = Math.round(value * 10);
  if (!(tenths > 0 && tenths <= MAX_CACHED && tenths / 10 === value)) return String(value);
  known[tenths] ??= String(value);
  return known[tenths];
}
