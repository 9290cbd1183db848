import type { AssessmentRecord } from '../store/assessments.ts';
import type { Db } from '../store/schema.ts';

/** All that the printed conclusion shows, as canonical JSON (RFC 8785), and its SM3 digest. */
export async function wholePrint(_db: Db, _row: AssessmentRecord): Promise<{ json: string; digest: string }> {
  throw new Error('print');
}
