/** Takes columns from the widest until the whole fits; no column becomes narrower than its least. */
export function shrink(widths: readonly number[], least: readonly number[], room: number): number[] {
  const fitted = [...widths];
  let over = fitted.reduce((sum, width) => sum + width, 0) - room;
  while (over > 0) {
    let widest = -1;
    for (const [place, width] of fitted.entries()) {
      if (width > (least[place] ?? 0) && (widest < 0 || width > (fitted[widest] ?? 0))) widest = place;
    }
    if (widest < 0) break;
    fitted[widest] = (fitted[widest] ?? 0) - 1;
    over -= 1;
  }
  return fitted;
}
