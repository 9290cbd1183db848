import type { Scope } from '@shp/shared/domain/accounts/scope';
import { fromTenths } from '@shp/shared/domain/lib/rational';
import type { AssessmentExportRow } from '@shp/shared/sheets/assessments';
import { expertIds } from '../counters/experts.ts';
import { walk } from '../db/streamRows.ts';
import type { Named } from '../repositories/users.ts';
import type { AssessmentsTable, Db } from '../schema/schema.ts';
import { type AssessmentFilter, filtered, ordered } from './assessmentFilters.ts';
import { SHOWN_COLUMNS } from './assessments.ts';

/** Only columns that exports show: each one takes a twentieth of the reading time. */
const EXPORT_COLUMNS = [
  ...SHOWN_COLUMNS,
  'standard_version',
  'chapter_rates',
  'manager_conclusion',
  'experts',
] as const;
export type AssessmentExportRecord = Pick<AssessmentsTable, (typeof EXPORT_COLUMNS)[number]>;

/** Every assessment of a filter in order, in batches of `batch`, for exports. */
export function walkAssessments(
  db: Db,
  scope: Scope,
  filter: AssessmentFilter,
  batch: number,
): AsyncGenerator<AssessmentExportRecord[]> {
  return walk(db, ordered(filtered(db, scope, filter), filter).select([...EXPORT_COLUMNS]), batch);
}

/** An export row before hiding; `chapterRates` belong to its result. */
export function exportRowOf(
  row: AssessmentExportRecord,
  who: (id: string) => Named,
  chapterRates: readonly (number | null)[],
): AssessmentExportRow {
  return {
    number: row.number,
    station: { name: row.station_name, division: row.division },
    account: who(row.station_id).account,
    level: row.level,
    status: row.status,
    stationScore: row.station_score === null ? null : fromTenths(row.station_score),
    expertScore: row.expert_score === null ? null : fromTenths(row.expert_score),
    experts: expertIds(row.experts).map(who),
    createdAt: row.created_at,
    submittedAt: row.submitted_at,
    concludedAt: row.concluded_at,
    validUntil: row.valid_until,
    conclusion: row.manager_conclusion,
    chapterRates,
  };
}
