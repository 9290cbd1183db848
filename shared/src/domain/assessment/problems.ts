import type { Shortfall } from '../standard/scoring.ts';
import type { Reason } from './fields.ts';
import type { FileCategory } from './files.ts';
import type { FormPath } from './form.ts';
import type { ContributionKind, GuardedStep, NamedAccount, Relation } from './fourEyes.ts';
import type { Level } from './statuses.ts';

/**
 * What keeps a step from being made, as a value; `text/problems.ts` renders it in the reader's language, late.
 * `part` is the part of the page where it is put right; `section` a chapter's serial; `field` is `part.field` of the
 * form or a category's id. There is one an item, a field, a category (docs/spec/wire.md#details).
 */
export type Problem =
  | {
      part: 'form';
      code: 'required' | 'notHeld' | 'recordRefused' | 'datesReversed' | 'notAgreed';
      field: FormPath;
    }
  | { part: 'form'; code: 'wrong'; field: FormPath; reason: Reason }
  | { part: 'form'; code: 'applicationsClosed' | 'levelClosed' | 'descriptionMissing' | 'conclusionMissing' }
  | {
      part: 'form';
      code: 'fourEyes';
      step: GuardedStep;
      kind: ContributionKind;
      relation: Relation;
      /** The account in the way, and those that may take the step instead. */
      account: NamedAccount;
      instead: readonly NamedAccount[];
    }
  | { part: 'form'; code: 'commonMaker'; kind: ContributionKind; account: NamedAccount; maker: NamedAccount }
  | { part: 'score'; code: 'unscored' | 'reasonMissing'; section: string; serial: string }
  | { part: 'score'; code: 'selfScoreAbsent' | 'selfScoreStale' }
  | { part: 'score'; code: 'minAssigned' | 'minConcluded' | 'minIndependent'; needed: number; present: number }
  | { part: 'score'; code: 'belowThreshold' | 'notQualified'; shortfall: Shortfall }
  | { part: 'file'; code: 'fileMissing' | 'uploadUnfinished'; field: FileCategory }
  | { part: 'file'; code: 'evidenceUnfinished'; section: string; serial: string };

/** The key of a problem in an error's `fields`: its item, field or category, else what it is. */
export function problemKey(problem: Problem): string {
  if ('serial' in problem) return problem.part === 'file' ? `evidence.${problem.serial}` : problem.serial;
  return 'field' in problem ? problem.field : problem.code;
}

/** So many are read one by one; more are looked through by chapter. */
const READ_ONE_BY_ONE = 10;

/** Problems as a person looks through them: where they are many, those of items stand under their chapters. */
export function problemsByChapter<P extends { section?: string | undefined }>(
  problems: readonly P[],
): { apart: readonly P[]; chapters: ReadonlyMap<string, readonly P[]> } {
  const chapters = new Map<string, P[]>();
  if (problems.length <= READ_ONE_BY_ONE) return { apart: problems, chapters };
  for (const problem of problems) {
    if (problem.section === undefined) continue;
    chapters.set(problem.section, [...(chapters.get(problem.section) ?? []), problem]);
  }
  return { apart: problems.filter(({ section }) => section === undefined), chapters };
}

/** Why an application cannot be begun or sent now, whatever it holds (docs/spec/domain.md#lifecycle). */
export function openingProblems(
  level: Level,
  settings: { openLevels: readonly Level[]; acceptApplications: boolean },
): Problem[] {
  const problems: Problem[] = [];
  if (!settings.acceptApplications) problems.push({ part: 'form', code: 'applicationsClosed' });
  if (!settings.openLevels.includes(level)) problems.push({ part: 'form', code: 'levelClosed' });
  return problems;
}
