import { percentile, rounded } from './measure.ts';
import { type Filled, get, login, withFloor } from './servers.ts';

/** Each call at region, city and county: for the administrator, and for the units of the demo accounts. */
const CASES: readonly (readonly [who: string, what: string, path: string])[] = [
  ...(['progress', 'ratings', 'scores'] as const).flatMap((what) =>
    (['region', 'city', 'county'] as const).map((place) => [place, what, `statistics/${what}`] as const),
  ),
  ['region', 'experts', 'statistics/experts'],
  ['city', 'experts', 'statistics/experts'],
  // Days that are no whole month: read review by review.
  ['region', 'scores, from a day', 'statistics/scores?from=2026-01-15'],
  ['region', 'experts, from a day', 'statistics/experts?from=2026-01-15'],
];
const CALLERS: Record<string, string> = { region: 'admin', city: 'city450300', county: 'county450325' };
const ROUNDS = 60;
const WARM_UP = 10;

/** Times of each statistics call, in turn with the floor's newest 20 assessments, which tell what the machine does. */
export function statistics(filled: Filled) {
  return withFloor(filled, { writes: false }, async (ours, floor) => {
    const figures: Record<string, object> = {};
    for (const [place, what, path] of CASES) {
      const headers = await login(ours.url, CALLERS[place] ?? '');
      const times: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
      for (let round = 0; round < WARM_UP + ROUNDS; round++) {
        for (const [side, url] of [
          ['ours', `${ours.url}/api/${path}`],
          ['floor', `${floor.url}/list`],
        ] as const) {
          const began = performance.now();
          await get(url, headers);
          if (round >= WARM_UP) times[side].push(performance.now() - began);
        }
      }
      const of = (side: 'ours' | 'floor') => ({
        p50: rounded(percentile(times[side], 0.5)),
        p95: rounded(percentile(times[side], 0.95)),
      });
      figures[`${what}, ${place}`] = { ...of('ours'), floor: of('floor') };
    }
    return figures;
  });
}
