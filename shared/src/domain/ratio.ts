/** Exact fractions: means of scores are rounded once, at the end (DOMAIN.md section 2). The denominator is positive. */
export type Ratio = { readonly n: bigint; readonly d: bigint };

/** The fraction of two whole numbers. */
export function ratio(n: number, d: number): Ratio {
  return { n: BigInt(n), d: BigInt(d) };
}

/** The mean of some fractions, null of none. */
export function mean(values: readonly Ratio[]): Ratio | null {
  if (values.length === 0) return null;
  const sum = values.reduce((a, b) => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d }));
  return { n: sum.n, d: sum.d * BigInt(values.length) };
}

/** A fraction that is not negative, times `scale`, rounded half up to a whole number. */
export function roundHalfUp({ n, d }: Ratio, scale: number): number {
  return Number((2n * n * BigInt(scale) + d) / (2n * d));
}
