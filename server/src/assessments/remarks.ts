import type { Reasons } from '@shp/shared/api/errors';
import { checkRemark, type Remark } from '@shp/shared/domain/assessment/remarks';
import { itemsBySerial } from '@shp/shared/domain/standard/standard';
import { invalid } from '../httpError.ts';
import type { AssessmentRecord } from '../store/repositories/assessments.ts';
import { filesForSubmission } from '../store/repositories/files.ts';
import { standardOf } from '../store/repositories/standards.ts';
import type { Db } from '../store/schema/schema.ts';

/** @throws HttpError if a remark refers to a field, item or file that this assessment lacks. */
export async function checkRemarks(db: Db, row: AssessmentRecord, remarks: readonly Remark[]): Promise<void> {
  if (remarks.length === 0) return;
  const serials = itemsBySerial(await standardOf(db, row.standard_version));
  const files = new Set((await filesForSubmission(db, row.id)).map((file) => file.id));
  const reasons: Reasons = {};
  for (const [index, remark] of remarks.entries()) {
    const fault = checkRemark(remark, { serials, files });
    if (fault) reasons[`remarks.${index}.${fault.key}`] = fault.reason;
  }
  if (Object.keys(reasons).length > 0) throw invalid(reasons);
}
