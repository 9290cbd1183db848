/** The cities as tiles, by column and row: roughly their places on a map, without gaps. */
export const PLACES: Readonly<Record<string, readonly [column: number, row: number]>> = {
  '451200': [2, 1],
  '450200': [3, 1],
  '450300': [4, 1],
  '451100': [5, 1],
  '451000': [1, 2],
  '450100': [2, 2],
  '451300': [3, 2],
  '450800': [4, 2],
  '450400': [5, 2],
  '451400': [1, 3],
  '450600': [2, 3],
  '450700': [3, 3],
  '450900': [4, 3],
  '450500': [3, 4],
};

/** Steps of colour. */
const STEPS = 4;

/** The lower edges of equal steps between the least and the greatest value; one edge if all are equal. */
export function edgesOf(values: readonly number[]): readonly number[] {
  if (values.length === 0) return [];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (least === most) return [least];
  return Array.from({ length: STEPS }, (_, step) => least + ((most - least) * step) / STEPS);
}

/** The step of a value: the last whose edge it reaches. */
export const stepOf = (value: number, edges: readonly number[]): number =>
  Math.max(
    0,
    edges.findLastIndex((edge) => value >= edge),
  );
