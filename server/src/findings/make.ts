import type { Print } from '@shp/shared/api/objects';
import { type GivenFinding, mergedReasons } from '@shp/shared/domain/findings/finding';
import { toTenths } from '@shp/shared/domain/lib/rational';
import { invalid } from '../httpError.ts';
import { insertFindings, type NewFinding } from '../store/findings/findings.ts';
import type { AssessmentRecord } from '../store/repositories/assessments.ts';
import type { Caller, Write } from '../types.ts';

type Problems = Print['problems'];

/**
 * The problems of a concluded review with what the final manager wrote about them. @throws HttpError if it wrote about
 * an item without lost points, or set a day before `earliest`.
 */
export function withManagerTexts(
  problems: Problems,
  given: readonly GivenFinding[],
  earliest: string | null,
): Problems {
  const bySerial = new Map<string, GivenFinding>();
  const lost = new Set(problems.map(({ serial }) => serial));
  for (const [index, one] of given.entries()) {
    const at = `findings.${index}`;
    if (!lost.has(one.serial)) throw invalid({ [`${at}.serial`]: { code: 'nothingLost' } });
    if (bySerial.has(one.serial)) throw invalid({ [`${at}.serial`]: { code: 'serialTwice' } });
    if (one.due !== undefined && earliest !== null && one.due < earliest)
      throw invalid({ [`${at}.due`]: { code: 'pastDay' } });
    bySerial.set(one.serial, one);
  }
  return problems.map((problem) => {
    const one = bySerial.get(problem.serial);
    if (!one) return problem;
    const { text, advice, due } = one;
    return {
      ...problem,
      text,
      ...(advice.trim() !== '' && { advice: advice.trim() }),
      ...(due !== undefined && { due }),
    };
  });
}

/** Makes a finding of every problem of a review that was just concluded; `by` null is the system. */
export async function makeFindings(
  { db, now }: Pick<Write, 'db' | 'now'>,
  row: AssessmentRecord,
  problems: Problems,
  by: Pick<Caller, 'id' | 'name' | 'role'> | null,
): Promise<void> {
  if (problems.length > 0) await insertFindings(db, findingsOf(row, problems), by, now);
}

/** The findings that follow from the problems of a review. */
export function findingsOf(row: AssessmentRecord, problems: Problems): NewFinding[] {
  return problems.map(({ serial, content, lost, reasons, text, advice, due }) => ({
    station_id: row.station_id,
    division: row.division,
    assessment_id: row.id,
    source: 'review',
    standard_version: row.standard_version,
    serial,
    lost: toTenths(lost),
    text: text ?? (mergedReasons(reasons) || content),
    advice: advice ?? '',
    due: due ?? null,
  }));
}
