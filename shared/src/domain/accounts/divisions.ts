import data from '../../data/divisions.json' with { type: 'json' };

export type DivisionLevel = 'province' | 'city' | 'county';
/** One division; `code` is its GB/T 2260 code, `parent` the code of the one above. */
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

/** A division by its code; undefined outside the region. */
export function findDivision(code: string): Omit<Division, 'children'> | undefined {
  return byCode.get(code);
}

/** The city part of a division's code, null for the province itself. */
export function cityOf(code: string): string | null {
  return code === PROVINCE ? null : `${code.slice(0, 4)}00`;
}

/** The county part of a division's code, null for a city or the province. */
export function countyOf(code: string): string | null {
  return code.endsWith('00') ? null : code;
}

/** Whether `inner` is `outer` or lies below it. */
export function contains(outer: string, inner: string): boolean {
  return inner.startsWith(stem(outer));
}

/** The leading digits that every division below this one shares: `45`, `4503`, `450302`. */
export function stem(code: string): string {
  return code.replace(/(00){1,2}$/, '');
}

/** Names from the city down, as sheets and screens show them: `桂林市/秀峰区`; the province's own name for itself. */
export function divisionPath(code: string): string {
  return paths.get(code) ?? code;
}

const paths = new Map(DIVISIONS.map((division) => [division.code, pathOf(division)]));

function pathOf({ name, parent }: Omit<Division, 'children'>): string {
  const above = parent === null || parent === PROVINCE ? undefined : byCode.get(parent);
  return above ? `${pathOf(above)}/${name}` : name;
}

/** Reads a code or a path of names (`南宁市/兴宁区`, the province's name may lead); undefined where there is none. */
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

/** Every path of names that {@link parseDivision} reads, the province's own name not leading. */
export const divisionPaths = (): string[] => DIVISIONS.map(({ code }) => divisionPath(code));

/** The divisions below `parent`, nested `deep` levels; `deep` 0 gives none (docs/spec/wire.md#details). */
export function divisionTree(parent: string, deep: number): Division[] {
  if (deep <= 0) return [];
  return DIVISIONS.filter((division) => division.parent === parent).map((division) => {
    const children = divisionTree(division.code, deep - 1);
    return children.length > 0 ? { ...division, children } : { ...division };
  });
}
