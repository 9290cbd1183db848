import type { Reason } from './fields.ts';
import type { FileCategory } from './files.ts';
import type { FormPath } from './form.ts';
import type { FourEyes } from './fourEyes.ts';
import type { Shortfall } from './scoring.ts';
import type { Level } from './statuses.ts';

/**
 * What keeps a step from being made, as a value; `text/problems.ts` renders it in the reader's language, late.
 * `part` is the part of the page where it is put right; `section` a chapter's serial; `field` is `part.field` of the
 * form or a category's id. There is one an item, a field, a category (CONTRACT.md section 6).
 */
export type Problem =
  | {
      part: 'form';
      code: 'required' | 'notHeld' | 'recordRefused' | 'datesReversed' | 'notAgreed';
      field: FormPath;
    }
  | { part: 'form'; code: 'wrong'; field: FormPath; reason: Reason }
  | { part: 'form'; code: 'applicationsClosed' | 'levelClosed' | 'descriptionMissing' | 'conclusionMissing' }
  | { part: 'form'; code: 'fourEyes'; did: FourEyes['did']; through: boolean }
  | { part: 'score'; code: 'unscored' | 'reasonMissing'; section: string; serial: string }
  | { part: 'score'; code: 'selfScoreAbsent' | 'selfScoreStale' }
  | { part: 'score'; code: 'minAssigned' | 'minConcluded'; needed: number; present: number }
  | { part: 'score'; code: 'belowThreshold' | 'notQualified'; shortfall: Shortfall }
  | { part: 'file'; code: 'fileMissing' | 'uploadUnfinished'; field: FileCategory }
  | { part: 'file'; code: 'evidenceUnfinished'; section: string; serial: string };

/** The key of a problem in an error's `fields`: its item, field or category, else what it is. */
export function problemKey(problem: Problem): string {
  if ('serial' in problem) return problem.part === 'file' ? `evidence.${problem.serial}` : problem.serial;
  return 'field' in problem ? problem.field : problem.code;
}

/** Why an application cannot be begun or sent now, whatever it holds (DOMAIN.md section 1; CONTRACT.md section 6). */
export function openingProblems(
  level: Level,
  settings: { openLevels: readonly Level[]; acceptApplications: boolean },
): Problem[] {
  const problems: Problem[] = [];
  if (!settings.acceptApplications) problems.push({ part: 'form', code: 'applicationsClosed' });
  if (!settings.openLevels.includes(level)) problems.push({ part: 'form', code: 'levelClosed' });
  return problems;
}
