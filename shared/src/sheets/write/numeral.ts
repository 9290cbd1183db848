const MOST = 10_000;
const known: string[] = [];

/**
 * A number as JavaScript and JSON write it. Scores and rates have one decimal at most and come back again and again:
 * making their digits each time was a twentieth of a large export's time.
 */
export function numeral(value: number): string {
  const tenths = Math.round(value * 10);
  if (!(tenths > 0 && tenths <= MOST && tenths / 10 === value)) return String(value);
  known[tenths] ??= String(value);
  return known[tenths];
}
