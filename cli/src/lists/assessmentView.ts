import type { Assessment, AssessmentRow } from '@shp/shared/api/objects';
import { ASSESSMENT_COLUMNS } from '@shp/shared/sheets/assessments';
import type { View } from '../output/columns.ts';

/** The fields of a row in the API. */
export const ROW_PATHS = [
  'id',
  'number',
  'station',
  'level',
  'status',
  'province',
  'city',
  'county',
  'stationScore',
  'expertScore',
  'experts',
  'createdAt',
  'submittedAt',
  'concludedAt',
  'validUntil',
  'statusSince',
  'proposedUntil',
  'updatedAt',
  'version',
  'progress',
] as const;

/** The extra fields of a single assessment. */
export const DETAIL_PATHS = ['form', 'actions', 'permissions', 'proposable', 'standardVersion', 'rules'] as const;

/** The view of assessment rows. */
export const ASSESSMENT_VIEW: View<AssessmentRow> = {
  columns: ASSESSMENT_COLUMNS,
  brief: ['number', 'station', 'status', 'level', 'division', 'stationScore', 'expertScore', 'submittedAt'],
  spare: ['division', 'submittedAt', 'expertScore', 'stationScore'],
  whole: ['status'],
  paths: [...ROW_PATHS, 'station.*'],
};

/** The view of one assessment. */
export const ASSESSMENT_DETAIL_VIEW = {
  columns: ASSESSMENT_VIEW.columns,
  paths: [...ASSESSMENT_VIEW.paths, ...DETAIL_PATHS, 'form.*', 'permissions.*', 'proposable.*', 'rules.*'],
} as View<Assessment>;
