import { reasonsOf } from '@shp/shared/api/parse';
import { UPLOAD_METADATA, type UploadTarget, uploadKind } from '@shp/shared/api/upload';
import { UPLOADERS, type UploadKind } from '@shp/shared/domain/accounts/uploaders';
import { MEGABYTE } from '@shp/shared/domain/assessment/files';
import { findingSteps, mayAddEvidence } from '@shp/shared/domain/findings/steps';
import { findItem } from '@shp/shared/domain/standard/standard';
import { inScope } from '../../assessments/inScope.ts';
import { isEditable } from '../../assessments/load.ts';
import { refuseByStatus } from '../../assessments/steps.ts';
import { notAllowed } from '../../findings/step.ts';
import { findingInScope, placeOf } from '../../findings/view.ts';
import { HttpError, invalid } from '../../httpError.ts';
import { unstorableInput } from '../../inputLimits.ts';
import type { FindingRecord } from '../../store/findings/findings.ts';
import type { AssessmentRecord } from '../../store/repositories/assessments.ts';
import { bytesOf, findingBytes } from '../../store/repositories/files.ts';
import { readSettings } from '../../store/repositories/settings.ts';
import { standardOf } from '../../store/repositories/standards.ts';
import { bytesReserved, findingBytesReserved, type UploadRow } from '../../store/repositories/uploads.ts';
import type { Caller, Write } from '../../types.ts';

/**
 * Limit for all files of an assessment, including those kept only for earlier submissions, as a multiple of the quota.
 * Stops a station from filling the disk by submitting, taking back, deleting and uploading again.
 */
const WITH_COPIES = 3;

/**
 * The target of an upload, from its metadata. @throws HttpError if they are invalid or the caller's role may not upload
 * this kind.
 */
export function readTarget(metadata: Record<string, string>, caller: Caller): UploadTarget {
  const kind = uploadKind.safeParse(metadata.target, { reportInput: true });
  if (!kind.success) throw invalid({ target: reasonsOf(kind.error).body ?? { code: 'invalid' } });
  checkRole(kind.data, caller);
  const target = UPLOAD_METADATA[kind.data].safeParse(metadata, { reportInput: true });
  const reasons = target.success ? unstorableInput(metadata) : reasonsOf(target.error);
  if (!target.success || Object.keys(reasons).length > 0) throw invalid(reasons);
  return target.data;
}

function checkRole(kind: UploadKind, caller: Caller): void {
  if (!(UPLOADERS[kind] as readonly string[]).includes(caller.role)) throw new HttpError('forbidden');
}

/**
 * @throws HttpError if the target cannot take the upload now. Runs at creation and again at completion, inside each
 * transaction.
 */
export async function checkTarget(write: Write, caller: Caller, upload: UploadRow): Promise<void> {
  checkRole(upload.kind, caller);
  const { maxFileMB, maxAssessmentMB } = await readSettings(write.db);
  if (upload.assessment_id !== null) {
    const assessment = await openForFiles(write, caller, upload.assessment_id);
    if (upload.serial !== null && !findItem(await standardOf(write.db, assessment.standard_version), upload.serial))
      throw invalid({ serial: { code: 'unknownSerial' } });
    const { present, all } = await bytesOf(write.db, assessment.id);
    const reserved = await bytesReserved(write.db, assessment.id, write.now, upload.id);
    const most = maxAssessmentMB * MEGABYTE;
    if (present + reserved + upload.size > most)
      throw new HttpError('too_large', { message: (text) => text.refused.assessmentFull(maxAssessmentMB) });
    if (all + reserved + upload.size > WITH_COPIES * most)
      throw new HttpError('too_large', { message: (text) => text.refused.copiesFull(WITH_COPIES * maxAssessmentMB) });
  }
  if (upload.finding_id !== null) {
    const finding = await openForEvidence(write, caller, upload.finding_id);
    const stored = await findingBytes(write.db, finding.station_id);
    const reserved = await findingBytesReserved(write.db, finding.station_id, write.now, upload.id);
    if (stored + reserved + upload.size > maxAssessmentMB * MEGABYTE)
      throw new HttpError('too_large', { message: (text) => text.refused.findingsFull(maxAssessmentMB) });
  }
  if (upload.size > maxFileMB * MEGABYTE)
    throw new HttpError('too_large', { message: (text) => text.conflicts.fileTooLarge(maxFileMB) });
}

/**
 * An assessment with files that the caller may change now. @throws HttpError if it is out of scope or its files are
 * frozen.
 */
export async function openForFiles(write: Write, caller: Caller, id: string): Promise<AssessmentRecord> {
  const assessment = await inScope(write.db, caller, id);
  if (!isEditable(assessment.status)) await refuseByStatus(write, caller, assessment);
  return assessment;
}

/** A finding that takes evidence from the caller now. @throws HttpError if it is out of scope or closed. */
export async function openForEvidence(write: Write, caller: Caller, id: string): Promise<FindingRecord> {
  const finding = await findingInScope(write.db, caller, id);
  const place = placeOf(finding);
  if (!mayAddEvidence(finding.state, place, caller))
    throw notAllowed(
      finding.state,
      findingSteps(finding.state, place, caller).map(({ to }) => to),
    );
  return finding;
}
