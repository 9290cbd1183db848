import { cityOf, contains, countyOf, findDivision, PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { LEVELS, type Level } from '@shp/shared/domain/assessment/statuses';
import { useLocation, useSearchParams } from 'react-router';
import { useUser } from '../../../core/session.ts';

/** What the tiles of the map are coloured by. */
export const METRICS = ['rate', 'capacity', 'overdue'] as const;
export type Metric = (typeof METRICS)[number];

export type OverviewFilter = {
  /** The user's own division; the overview never leaves it. */
  readonly own: string;
  /** The division that is shown; the own one unless the address names one below it. */
  readonly division: string;
  readonly level: Level | null;
  readonly year: string | null;
  /** The month of the report, in place of the year. */
  readonly month?: string;
  readonly metric: Metric;
};

type Change = Partial<Record<'division' | 'level' | 'year' | 'map' | 'view' | 'month', string | null>>;

/** The filter in the address; values that do not fit the user are ignored. */
export function useOverviewFilter() {
  const { division } = useUser();
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const own = division ?? PROVINCE;
  const asked = params.get('division') ?? own;
  const year = params.get('year') ?? '';
  const filter: OverviewFilter = {
    own,
    division: findDivision(asked) && contains(own, asked) ? asked : own,
    level: LEVELS.find((level) => String(level) === params.get('level')) ?? null,
    year: /^20\d{2}$/.test(year) ? year : null,
    metric: METRICS.find((metric) => metric === params.get('map')) ?? 'rate',
  };
  const changed = (change: Change, before: URLSearchParams) => {
    const next = new URLSearchParams(before);
    for (const [name, value] of Object.entries(change)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    return next;
  };
  return {
    filter,
    view: params.get('view'),
    month: params.get('month'),
    /** Changes the address; "back" undoes it. */
    set(change: Change) {
      // From the address, as a choice made just before may not be rendered yet.
      setParams(changed(change, new URLSearchParams(location.search)), { preventScrollReset: true });
    },
    /** The address of the same page with another filter. */
    to: (change: Change) => ({ pathname, search: `?${changed(change, params)}` }),
  };
}

/** A division as a filter of the lists, without what the user's own division implies. */
export function placeFilter(division: string, own: string): { city?: string; county?: string } {
  const [city, county] = [cityOf(division), countyOf(division)];
  return {
    ...(city !== null && city !== cityOf(own) ? { city } : {}),
    ...(county !== null && county !== own ? { county } : {}),
  };
}
