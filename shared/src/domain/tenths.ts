/**
 * Points and amounts with at most one decimal, counted in whole tenths so that sums are exact (DOMAIN.md section 2).
 * The store keeps tenths; the wire and people have points.
 */

/** Points as whole tenths: 3.5 is 35. The value must have at most one decimal, see {@link isTenths}. */
export function toTenths(points: number): number {
  return Math.round(points * 10);
}

/** Whole tenths as points: 35 is 3.5. */
export function fromTenths(tenths: number): number {
  return tenths / 10;
}

/** Whether a number has at most one decimal. */
export function isTenths(points: number): boolean {
  return Number.isFinite(points) && fromTenths(toTenths(points)) === points;
}
