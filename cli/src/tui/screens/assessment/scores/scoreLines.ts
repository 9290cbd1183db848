import { displayWidth, pad } from '../../../../lib/width.ts';
import { wrap } from '../../../../lib/wrap.ts';

/** The score of an item, by whom, and why. */
export type GivenScore = { readonly name: string; readonly points: string; readonly reason: string };

const GAP = '  ';
/** Columns that a reason keeps beside the names and points. */
const REASON_LEAST = 10;

/** Scores one below the other: names, points by their decimal point, and reasons, which wrap in their column. */
export function scoreLines(given: readonly GivenScore[], columns: number): string[] {
  const most = (widths: readonly number[]) => Math.max(0, ...widths);
  const decimals = most(given.map(({ points }) => decimalsOf(points)));
  const aligned = given.map(({ points }) =>
    /\d/.test(points) ? points + ' '.repeat(decimals - decimalsOf(points)) : points,
  );
  const ofPoints = most(aligned.map(displayWidth));
  const longest = most(given.map(({ name }) => displayWidth(name)));
  const ofName = Math.max(0, Math.min(longest, columns - ofPoints - 2 * GAP.length - REASON_LEAST));
  const before = ofName + ofPoints + 2 * GAP.length;
  return given.flatMap(({ name, reason }, at) =>
    wrap(reason, Math.max(REASON_LEAST, columns - before)).map((line, row) =>
      row === 0
        ? [pad(name, ofName, false), pad(aligned[at] ?? '', ofPoints, true), line].join(GAP).trimEnd()
        : `${' '.repeat(before)}${line}`,
    ),
  );
}

/** The width of a figure's decimals with their point. */
const decimalsOf = (points: string) => /\.\d+$/.exec(points)?.[0].length ?? 0;
