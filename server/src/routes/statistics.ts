import type { statistics } from '@shp/shared/api/statistics';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { dayOf } from '@shp/shared/domain/lib/days';
import { allItems } from '@shp/shared/domain/standard/standard';
import { expertFigures, noReviews } from '@shp/shared/domain/statistics/experts';
import { monthsOf } from '@shp/shared/domain/statistics/period';
import { monthFigures, stageFigures } from '@shp/shared/domain/statistics/progress';
import { areaOf, ratingFigures } from '@shp/shared/domain/statistics/ratings';
import { noScores, scoreFigures } from '@shp/shared/domain/statistics/scores';
import type { Handlers } from '../http/router.ts';
import { invalid } from '../httpError.ts';
import { readSettings } from '../store/repositories/settings.ts';
import { currentStandard, findStandard, standardOf } from '../store/repositories/standards.ts';
import type { Db } from '../store/schema/schema.ts';
import { byMonth, inStages } from '../store/statistics/progress.ts';
import { ratedStations } from '../store/statistics/ratings.ts';
import { activeExperts, scoresByVersion, sumsByExpert } from '../store/statistics/reviews.ts';
import type { Caller } from '../types.ts';

/** The ministry reads the statistics of the whole region, and nothing else in it. */
function scopeFor({ role, scope }: Caller): Scope {
  return role === 'ministry_manager' ? { kind: 'all' } : scope;
}

/** 400 if the version of the standard does not exist. */
async function checkVersion(db: Db, version: string | undefined): Promise<void> {
  if (version !== undefined && !(await findStandard(db, version)))
    throw invalid({ version: { code: 'unknownVersion' } });
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

  async 'GET statistics/scores'({ from, to, ...filter }, { read, caller, lang }) {
    await checkVersion(read, filter.version);
    const found = await scoresByVersion(read, { ...filter, scope: scopeFor(caller), period: { from, to } });
    const parts = [];
    for (const version of filter.version === undefined && found.size > 0
      ? found.keys()
      : [filter.version ?? (await currentStandard(read))]) {
      const standard = await standardOf(read, version);
      const none = noScores(standard.sections.length, allItems(standard).length);
      parts.push({ standard, sums: found.get(version) ?? none });
    }
    return scoreFigures(parts, lang);
  },

  async 'GET statistics/experts'(period, { read, caller }) {
    const sums = await sumsByExpert(read, { scope: scopeFor(caller), period });
    const experts = await activeExperts(read);
    return experts.map((expert) => ({ ...expert, ...expertFigures(sums.get(expert.id) ?? noReviews()) }));
  },
};
