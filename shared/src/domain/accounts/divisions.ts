import data from '../../data/divisions.json' with { type: 'json' };

export type DivisionLevel = 'province' | 'city' | 'county';
/** A division. `code` is its GB/T 2260 code, `parent` the code of the division above. */
export type Division = {
  code: string;
  name: string;
  level: DivisionLevel;
  parent: string | null;
  children?: Division[] | undefined;
};

export const PROVINCE = '450000';
export const DIVISIONS = data as readonly Omit<Division, 'children'>[];

const byCode = new Map(DIVISIONS.map((division) => [division.code, division]));

/** The division with this code; undefined if the region has none. */
export function findDivision(code: string): Omit<Division, 'children'> | undefined {
  return byCode.get(code);
}

/** The city part of a division code; null for the province. */
export function cityOf(code: string): string | null {
  return code === PROVINCE ? null : `${code.slice(0, 4)}00`;
}

/** The county part of a division code; null for a city or the province. */
export function countyOf(code: string): string | null {
  return code.endsWith('00') ? null : code;
}

/** Whether `inner` equals `outer` or is below it. */
export function contains(outer: string, inner: string): boolean {
  return inner.startsWith(divisionPrefix(outer));
}

/** The digits with which the codes of a division and all divisions below it begin: `45`, `4503`, `450302`. */
export function divisionPrefix(code: string): string {
  return code.replace(/(00){1,2}$/, '');
}

/** The path of names from the city down, for sheets and screens: `桂林市/秀峰区`; for the province, its own name. */
export function divisionPath(code: string): string {
  return paths.get(code) ?? code;
}

const paths = new Map(DIVISIONS.map((division) => [division.code, pathOf(division)]));

function pathOf({ name, parent }: Omit<Division, 'children'>): string {
  const above = parent === null || parent === PROVINCE ? undefined : byCode.get(parent);
  return above ? `${pathOf(above)}/${name}` : name;
}

/** Parses a code or a path of names (`南宁市/兴宁区`, optionally with the province first); undefined if unknown. */
export function parseDivision(text: string): string | undefined {
  const trimmed = text.trim();
  if (byCode.has(trimmed)) return trimmed;
  return byPath.get(trimmed.replace(/\s*\/\s*/g, '/'));
}

const byPath = new Map(
  DIVISIONS.flatMap(({ code }) => [
    [divisionPath(code), code],
    [`${byCode.get(PROVINCE)?.name}/${divisionPath(code)}`, code],
  ]),
);

/** All name paths that {@link parseDivision} accepts, without the province's name in front. */
export const divisionPaths = (): string[] => DIVISIONS.map(({ code }) => divisionPath(code));

/** The divisions below `parent`, nested `deep` levels; `deep` 0 gives an empty list (docs/spec/wire.md#details). */
export function divisionTree(parent: string, deep: number): Division[] {
  if (deep <= 0) return [];
  return DIVISIONS.filter((division) => division.parent === parent).map((division) => {
    const children = divisionTree(division.code, deep - 1);
    return children.length > 0 ? { ...division, children } : { ...division };
  });
}
