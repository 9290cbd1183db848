import type { Assessment } from '@shp/shared/api/objects';
import type { Form } from '@shp/shared/domain/form';
import type { Caller } from '../context.ts';
import { type AssessmentRecord, expertsOf, rowOf } from '../store/assessments.ts';
import type { Db } from '../store/schema.ts';
import { readSettings } from '../store/settings.ts';
import { seenBy } from './assessments.ts';

/** One assessment as the caller sees it, with what the caller may do. */
export async function wholeAssessment(db: Db, caller: Caller, row: AssessmentRecord): Promise<Assessment> {
  const experts = (await expertsOf(db, [row.id])).get(row.id) ?? [];
  const { thresholds, minExperts, validYears } =
    row.rules === null ? await readSettings(db) : (JSON.parse(row.rules) as Assessment['rules']);
  return seenBy(caller, {
    ...rowOf(row, experts),
    form: JSON.parse(row.form) as Form,
    actions: [],
    permissions: {
      editForm: false,
      scoreStation: false,
      scoreExpert: false,
      assign: false,
      conclude: false,
      uploadEvidence: false,
    },
    standardVersion: row.standard_version,
    rules: { thresholds, minExperts, validYears },
  });
}
