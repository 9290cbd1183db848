import type { Shortfall } from '../standard/scoring.ts';
import type { Reason } from './fields.ts';
import type { FileCategory } from './files.ts';
import type { FormPath } from './form.ts';
import type { ContributionKind, GuardedStep, NamedAccount, Relation } from './fourEyes.ts';
import type { Level } from './statuses.ts';

/**
 * A reason that prevents a step; `text/problems.ts` renders it when the reader's language is known. `part` is the page
 * part where the user fixes it, `section` a chapter's serial, `field` a form path `part.field` or a category id. At
 * most one problem per item, field or category (docs/spec/wire.md#details).
 */
export type Problem =
  | {
      part: 'form';
      code: 'required' | 'notHeld' | 'recordRefused' | 'datesReversed' | 'notAgreed';
      field: FormPath;
    }
  | { part: 'form'; code: 'wrong'; field: FormPath; reason: Reason }
  | {
      part: 'form';
      code: 'applicationsClosed' | 'levelClosed' | 'descriptionMissing' | 'conclusionMissing' | 'publicDaysLeft';
    }
  | {
      part: 'form';
      code: 'fourEyes';
      step: GuardedStep;
      kind: ContributionKind;
      relation: Relation;
      /** The account that prevents the step, and the accounts that may take it instead. */
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

/** The key of a problem in an error's `fields`: its item, field or category, otherwise its code. */
export function problemKey(problem: Problem): string {
  if ('serial' in problem) return problem.part === 'file' ? `evidence.${problem.serial}` : problem.serial;
  return 'field' in problem ? problem.field : problem.code;
}

/** Up to this many problems are shown one by one; more are grouped by chapter. */
const READ_ONE_BY_ONE = 10;

/** Groups problems for display: above {@link READ_ONE_BY_ONE}, item problems are listed under their chapters. */
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

/** Why the settings do not allow an application to start or be submitted now (docs/spec/domain.md#lifecycle). */
export function openingProblems(
  level: Level,
  settings: { openLevels: readonly Level[]; acceptApplications: boolean },
): (Problem & { code: 'applicationsClosed' | 'levelClosed' })[] {
  const problems: ReturnType<typeof openingProblems> = [];
  if (!settings.acceptApplications) problems.push({ part: 'form', code: 'applicationsClosed' });
  if (!settings.openLevels.includes(level)) problems.push({ part: 'form', code: 'levelClosed' });
  return problems;
}
