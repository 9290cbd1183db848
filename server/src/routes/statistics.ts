import type { statistics } from '@shp/shared/api/statistics';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { dayOf } from '@shp/shared/domain/lib/days';
import { monthsOf } from '@shp/shared/domain/statistics/period';
import { monthFigures, stageFigures } from '@shp/shared/domain/statistics/progress';
import { areaOf, ratingFigures } from '@shp/shared/domain/statistics/ratings';
import type { Handlers } from '../http/router.ts';
import { readSettings } from '../store/repositories/settings.ts';
import { byMonth, inStages } from '../store/statistics/progress.ts';
import { ratedStations } from '../store/statistics/ratings.ts';
import type { Caller } from '../types.ts';

/** The ministry reads the statistics of the whole region, and nothing else in it. */
function scopeFor({ role, scope }: Caller): Scope {
  return role === 'ministry_manager' ? { kind: 'all' } : scope;
}

export const statisticsRoutes: Handlers<keyof typeof statistics> = {
  async 'GET statistics/progress'({ division, level, ...period }, { read, caller, now }) {
    const selection = { scope: scopeFor(caller), division, level };
    const { stageDays } = await readSettings(read);
    const months = monthsOf(period, dayOf(now));
    return {
      stages: stageFigures(await inStages(read, selection), stageDays, now),
      months: monthFigures(months, await byMonth(read, selection, months)),
    };
  },

  async 'GET statistics/ratings'({ division }, { read, caller, now }) {
    const scope = scopeFor(caller);
    const area = areaOf(scope, division);
    return area === null ? [] : ratingFigures(area, await ratedStations(read, { scope, division }, dayOf(now)));
  },
};
