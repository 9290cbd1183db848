import type { Migration } from 'kysely';
import initial from './migrations/0001-initial.ts';
import assessmentTotals from './migrations/0002-assessment-totals.ts';
import userTotalsRatings from './migrations/0003-user-totals-ratings.ts';
import assessmentsCity from './migrations/0004-assessments-city.ts';
import expertLoads from './migrations/0005-expert-loads.ts';
import narrowAssessments from './migrations/0006-narrow-assessments.ts';
import daysSpecialties from './migrations/0007-days-specialties.ts';
import nameSuffixes from './migrations/0008-name-suffixes.ts';
import fourEyes from './migrations/0009-four-eyes.ts';
import confirmation from './migrations/0010-confirmation.ts';
import passwordsLogins from './migrations/0012-passwords-logins.ts';
import auditEnd from './migrations/0013-audit-end.ts';
import sharedChanges from './migrations/0014-shared-changes.ts';
import noNameSuffixes from './migrations/0015-no-name-suffixes.ts';
import assessmentMonths from './migrations/0016-assessment-months.ts';
import noUserTotals from './migrations/0017-no-user-totals.ts';
import reviewFigures from './migrations/0018-review-figures.ts';
import expertSumsByCity from './migrations/0019-expert-sums-by-city.ts';
import remarkAnswers from './migrations/0020-remark-answers.ts';
import listTabs from './migrations/0021-list-tabs.ts';
import signedHistory from './migrations/0022-signed-history.ts';
import factors from './migrations/0023-factors.ts';
import findings from './migrations/0024-findings.ts';
import notices from './migrations/0025-notices.ts';
import proposals from './migrations/2026-11/0026-proposals.ts';
import endedSessions from './migrations/2026-11/0027-ended-sessions.ts';
import lostItems from './migrations/2026-11/0028-lost-items.ts';
import findingTotals from './migrations/2026-11/0029-finding-totals.ts';
import figureLists from './migrations/2026-11/0030-figure-lists.ts';
import ratingOrder from './migrations/2026-11/0031-rating-order.ts';
import findingsChanged from './migrations/2026-11/0032-findings-changed.ts';

/** Each migration runs once, in order, in a transaction. Never change a released migration: add another. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001': initial,
  '0002': assessmentTotals,
  '0003': userTotalsRatings,
  '0004': assessmentsCity,
  '0005': expertLoads,
  '0006': narrowAssessments,
  '0007': daysSpecialties,
  '0008': nameSuffixes,
  '0009': fourEyes,
  '0010': confirmation,
  // No migration ever had the number 0011.
  '0012': passwordsLogins,
  '0013': auditEnd,
  '0014': sharedChanges,
  '0015': noNameSuffixes,
  '0016': assessmentMonths,
  '0017': noUserTotals,
  '0018': reviewFigures,
  '0019': expertSumsByCity,
  '0020': remarkAnswers,
  '0021': listTabs,
  '0022': signedHistory,
  '0023': factors,
  '0024': findings,
  '0025': notices,
  '0026': proposals,
  '0027': endedSessions,
  '0028': lostItems,
  '0029': findingTotals,
  '0030': figureLists,
  '0031': ratingOrder,
  '0032': findingsChanged,
};
