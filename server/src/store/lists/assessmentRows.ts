import type { AssessmentRow } from '@shp/shared/api/objects';
import { cityOf, countyOf, divisionPath, PROVINCE } from '@shp/shared/domain/accounts/divisions';
import { fromTenths } from '@shp/shared/domain/lib/rational';
import type { AssessmentExportRow } from '@shp/shared/sheets/assessments';
import { expertIds } from '../counters/experts.ts';
import type { Named } from '../repositories/users.ts';
import type { AssessmentsTable } from '../schema/schema.ts';

/** Columns that lists and exports show. */
const SHOWN_COLUMNS = [
  'number',
  'station_id',
  'station_name',
  'division',
  'level',
  'status',
  'station_score',
  'expert_score',
  'created_at',
  'submitted_at',
  'concluded_at',
  'valid_until',
] as const;

/** Columns that lists need. */
export type AssessmentListRow = Pick<AssessmentsTable, (typeof LIST_COLUMNS)[number]>;

export const LIST_COLUMNS = [
  ...SHOWN_COLUMNS,
  'experts',
  'id',
  'updated_at',
  'version',
  'shared_updated_at',
  'shared_version',
  'status_since',
  'proposed_until',
] as const;

/** Only columns that exports show: each one takes a twentieth of the reading time. */
export const EXPORT_COLUMNS = [
  ...SHOWN_COLUMNS,
  'standard_version',
  'chapter_rates',
  'manager_conclusion',
  'experts',
] as const;
export type AssessmentExportRecord = Pick<AssessmentsTable, (typeof EXPORT_COLUMNS)[number]>;

/** The wire row before hiding: `assessments/blindness.ts` decides what a caller sees. */
export function rowOf(row: AssessmentListRow, experts: readonly { id: string; name: string }[]): AssessmentRow {
  return {
    id: row.id,
    number: row.number,
    station: {
      id: row.station_id,
      name: row.station_name,
      division: row.division,
      divisionName: divisionPath(row.division),
    },
    level: row.level,
    status: row.status,
    province: PROVINCE,
    city: cityOf(row.division) ?? PROVINCE,
    county: countyOf(row.division),
    stationScore: row.station_score === null ? null : fromTenths(row.station_score),
    expertScore: row.expert_score === null ? null : fromTenths(row.expert_score),
    experts: experts.map(({ id, name }) => ({ id, name })),
    createdAt: row.created_at,
    submittedAt: row.submitted_at,
    concludedAt: row.concluded_at,
    validUntil: row.valid_until,
    statusSince: row.status_since,
    ...(row.proposed_until !== null && { proposedUntil: row.proposed_until }),
    updatedAt: row.updated_at,
    version: row.version,
  };
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
