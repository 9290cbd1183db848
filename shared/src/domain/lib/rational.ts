/**
 * Exact arithmetic for scores (docs/spec/domain.md#standard-and-scores). Points have at most one decimal; sums and the
 * database use whole tenths, the API and screens use points. Means are fractions, rounded once at the end.
 */

/** Points to whole tenths: 3.5 becomes 35. The value must have at most one decimal, see {@link isTenths}. */
export function toTenths(points: number): number {
  return Math.round(points * 10);
}

/** Whole tenths to points: 35 becomes 3.5. */
export function fromTenths(tenths: number): number {
  return tenths / 10;
}

/** Whether a number has at most one decimal. */
export function isTenths(points: number): boolean {
  return Number.isFinite(points) && fromTenths(toTenths(points)) === points;
}

/** An exact fraction with a positive denominator. */
export type Ratio = { readonly n: bigint; readonly d: bigint };

/** The fraction of two integers. */
export function ratio(n: number, d: number): Ratio {
  return { n: BigInt(n), d: BigInt(d) };
}

/** The mean of fractions; null for an empty list. */
export function mean(values: readonly Ratio[]): Ratio | null {
  if (values.length === 0) return null;
  const sum = values.reduce((a, b) => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d }));
  return { n: sum.n, d: sum.d * BigInt(values.length) };
}

/** A non-negative fraction times `scale`, rounded half up to an integer. */
export function roundHalfUp({ n, d }: Ratio, scale: number): number {
  return Number((2n * n * BigInt(scale) + d) / (2n * d));
}
