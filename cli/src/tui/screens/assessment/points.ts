/** Points with at most one decimal. */
export function formatPoints(value: number | null): string {
  return value === null ? '' : String(Math.round(value * 10) / 10);
}
