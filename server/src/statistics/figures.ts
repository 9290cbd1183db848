import type { Input, Output } from '@shp/shared/api/index';
import { cityOf, findDivision, PROVINCE } from '@shp/shared/domain/accounts/divisions';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import { dayOf } from '@shp/shared/domain/lib/days';
import type { Lang } from '@shp/shared/domain/lib/lang';
import { allItems, compareSerials, findItem, wordingIn } from '@shp/shared/domain/standard/standard';
import { expertFigures, noReviews } from '@shp/shared/domain/statistics/experts';
import type { Statistic } from '@shp/shared/domain/statistics/exports';
import { type ClosedAfter, findingFigures } from '@shp/shared/domain/statistics/findings';
import { monthsOf } from '@shp/shared/domain/statistics/period';
import { monthFigures, stageFigures } from '@shp/shared/domain/statistics/progress';
import { areaOf, ratingFigures } from '@shp/shared/domain/statistics/ratings';
import { noScores, scoreFigures } from '@shp/shared/domain/statistics/scores';
import { invalid } from '../httpError.ts';
import { readSettings } from '../store/repositories/settings.ts';
import { currentStandard, findStandard, standardOf } from '../store/repositories/standards.ts';
import type { Db } from '../store/schema/schema.ts';
import { countFindings, daysToClose } from '../store/statistics/findings.ts';
import { lossesByStation } from '../store/statistics/lostItems.ts';
import { byMonth, inStages } from '../store/statistics/progress.ts';
import { ratedStations } from '../store/statistics/ratings.ts';
import { activeExperts, scoresByVersion, sumsByExpert } from '../store/statistics/reviews.ts';
import type { Caller } from '../types.ts';

/** Who asks, when, and in which language. */
export type Asking = { readonly read: Db; readonly caller: Caller; readonly now: string; readonly lang: Lang };
/** Computes the figures of a statistics call. */
type FiguresOf<S extends Statistic> = (
  filter: Input<`GET statistics/${S}`>,
  asking: Asking,
) => Promise<Output<`GET statistics/${S}`>>;

/** The ministry reads the statistics of the whole region, and nothing else in it. */
function scopeFor({ role, scope }: Caller): Scope {
  return role === 'ministry_manager' ? { kind: 'all' } : scope;
}

/** 400 if the version of the standard does not exist. */
async function checkVersion(db: Db, version: string | undefined): Promise<void> {
  if (version !== undefined && !(await findStandard(db, version)))
    throw invalid({ version: { code: 'unknownVersion' } });
}

export const progress: FiguresOf<'progress'> = async ({ division, level, ...period }, { read, caller, now }) => {
  const selection = { scope: scopeFor(caller), division, level };
  const { stageDays } = await readSettings(read);
  const months = monthsOf(period, dayOf(now));
  return {
    stages: stageFigures(await inStages(read, selection), stageDays, now),
    months: monthFigures(months, await byMonth(read, selection, months)),
  };
};

export const ratings: FiguresOf<'ratings'> = async ({ division }, { read, caller, now }) => {
  const scope = scopeFor(caller);
  const area = areaOf(scope, division);
  return area === null ? [] : ratingFigures(area, await ratedStations(read, scope, area, dayOf(now)));
};

export const scores: FiguresOf<'scores'> = async ({ from, to, ...filter }, { read, caller, lang }) => {
  await checkVersion(read, filter.version);
  const selection = { ...filter, scope: scopeFor(caller), period: { from, to } };
  const found = await scoresByVersion(read, selection);
  const parts = [];
  for (const version of filter.version === undefined && found.size > 0
    ? found.keys()
    : [filter.version ?? (await currentStandard(read))]) {
    const standard = await standardOf(read, version);
    const none = noScores(standard.sections.length, allItems(standard).length);
    parts.push({ standard, sums: found.get(version) ?? none });
  }
  return scoreFigures(parts, await lossesByStation(read, selection), lang);
};

export const experts: FiguresOf<'experts'> = async (period, { read, caller }) => {
  const sums = await sumsByExpert(read, { scope: scopeFor(caller), period });
  const active = await activeExperts(read);
  return active.map((expert) => ({ ...expert, ...expertFigures(sums.get(expert.id) ?? noReviews()) }));
};

/** The figures of findings: of all, by item, and by the divisions below the area. */
export const findings: FiguresOf<'findings'> = async ({ division, from, to }, { read, caller, now, lang }) => {
  const selection = { scope: scopeFor(caller), division, from, to };
  const counts = await countFindings(read, selection, dayOf(now));
  const bySerial = await daysToClose(read, selection, 'serial');
  const byDivision = await daysToClose(read, selection, 'division');
  const area = areaOf(selection.scope, division) ?? PROVINCE;
  // A region is split by city, a city by county.
  const part = (code: string) => (area === PROVINCE ? (cityOf(code) ?? code) : code);
  const whole = (rows: readonly ClosedAfter[]) => rows.map((row) => ({ ...row, key: '' }));
  const none = { open: 0, overdue: 0, closed: 0, medianDays: null };
  const all = findingFigures(
    counts.map((row) => ({ ...row, key: '' })),
    whole(bySerial),
  );
  const ofItems = findingFigures(
    counts.map((row) => ({ ...row, key: row.serial ?? '' })),
    bySerial,
  );
  const ofParts = findingFigures(
    counts.map((row) => ({ ...row, key: part(row.division) })),
    byDivision.map((row) => ({ ...row, key: part(row.key) })),
  );
  const standard = await standardOf(read, await currentStandard(read));
  const wording = (serial: string) => {
    const item = findItem(standard, serial);
    return item ? wordingIn(lang, item.content, item.contentEn) : '';
  };
  return {
    ...(all.get('') ?? none),
    items: [...ofItems]
      .toSorted(([a], [b]) => compareSerials(a, b))
      .map(([serial, figures]) => ({ serial, content: wording(serial), ...figures })),
    divisions: [...ofParts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([code, figures]) => ({ division: code, name: findDivision(code)?.name ?? code, ...figures })),
  };
};
