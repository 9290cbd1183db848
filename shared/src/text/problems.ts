import { type FormPart, type FormPath, RECORD_LIMITS } from '../domain/assessment/form.ts';
import type { NamedAccount } from '../domain/assessment/fourEyes.ts';
import type { Problem } from '../domain/assessment/problems.ts';
import type { Remark } from '../domain/assessment/remarks.ts';
import type { Shortfall } from '../domain/standard/scoring.ts';
import type { Common } from './en/common.ts';
import type { Rules } from './en/rules.ts';
import { reasonText } from './reasons.ts';

/** The texts of problems, in one language. */
export type ProblemTexts = { common: Common; rules: Rules };

/** A problem as a complete sentence. */
export function problemText(problem: Problem, text: ProblemTexts): string {
  const { common, rules } = text;
  const { problems } = rules;
  switch (problem.code) {
    case 'required':
    case 'notHeld':
      return problems[problem.code](formLabel(problem.field, rules));
    case 'wrong':
      return problems.wrong(formLabel(problem.field, rules), reasonText(problem.reason, common));
    case 'recordRefused':
      return refusedText(problem.field, problems.refused);
    case 'applicationsClosed':
    case 'levelClosed':
      return common.conflicts[problem.code];
    case 'fourEyes':
      return fourEyesText(problem, text);
    case 'commonMaker':
      return problems.commonMaker.whole(
        accountText(problem.maker, common),
        accountText(problem.account, common),
        problems.commonMaker.kinds[problem.kind],
      );
    case 'unscored':
    case 'reasonMissing':
    case 'evidenceUnfinished':
      return problems[problem.code](problem.serial);
    case 'minAssigned':
    case 'minConcluded':
    case 'minIndependent':
      return problems[problem.code](problem.needed, problem.present);
    case 'belowThreshold':
    case 'notQualified':
      return problems[problem.code](
        common.levels[problem.shortfall.level],
        shortfallTexts(problem.shortfall, problems),
      );
    case 'fileMissing':
    case 'uploadUnfinished':
      return problems[problem.code](rules.fileCategories[problem.field]);
    default:
      return problems[problem.code];
  }
}

/** The place of a remark, named as in form and files: an item's serial, a field or a category; '' for a lone file. */
export function remarkPlace({ serial, field }: Remark, rules: Rules): string {
  if (serial !== undefined) return serial;
  if (field === undefined) return '';
  const categories: Record<string, string> = rules.fileCategories;
  return categories[field] ?? formLabel(field as FormPath, rules);
}

/** The label of a form field, by its path. */
export function formLabel(path: FormPath, rules: Rules): string {
  const [part, key] = path.split('.') as [FormPart, string];
  return (rules.formFields[part] as Record<string, string>)[key] ?? path;
}

/** A problem in the API (docs/spec/wire.md#objects). */
export type WireProblem = {
  code: string;
  part: Problem['part'];
  section?: string;
  serial?: string;
  field?: string;
  message: string;
};

/** A problem as calls return it, in one language. */
export function wireProblem(problem: Problem, text: ProblemTexts): WireProblem {
  const { code, part } = problem;
  return {
    code,
    part,
    ...('section' in problem ? { section: problem.section, serial: problem.serial } : {}),
    ...('field' in problem ? { field: problem.field } : {}),
    message: problemText(problem, text),
  };
}

/** Up to this many accounts are named; the others are only counted. */
const NAMED_ACCOUNTS = 3;

function fourEyesText(problem: Extract<Problem, { code: 'fourEyes' }>, { common, rules }: ProblemTexts): string {
  const { fourEyes, moreAccounts } = rules.problems;
  const { step, kind, relation, account, instead } = problem;
  const did =
    relation === 'same' ? fourEyes.own[kind] : fourEyes[relation](fourEyes.other[kind](accountText(account, common)));
  const names = instead
    .slice(0, NAMED_ACCOUNTS)
    .map((one) => accountText(one, common))
    .join(common.marks.list);
  const more = instead.length - NAMED_ACCOUNTS;
  const others = more > 0 ? moreAccounts(names, more) : names;
  return fourEyes.whole(did, fourEyes.refused[step], names === '' ? fourEyes.nobody : fourEyes.instead(others));
}

function accountText({ name, account }: NamedAccount, { marks }: Common): string {
  return account === '' ? name : name + marks.brackets(account);
}

function refusedText(field: FormPath, refused: Rules['problems']['refused']): string {
  switch (field) {
    case 'record.deaths':
      return refused.deaths;
    case 'record.seriousInjuries':
      return refused.seriousInjuries(RECORD_LIMITS.seriousInjuries);
    case 'record.directLoss':
      return refused.directLoss(RECORD_LIMITS.directLoss);
    default:
      return refused.majorAccident;
  }
}

/** Up to this many chapters are named; of more, the lowest ones and their number. */
const NAMED_CHAPTERS = 2;

/** What a score lacks for a level: one phrase for the total, and one per chapter or for all of them. */
export function shortfallTexts(shortfall: Shortfall, text: Rules['problems']): string[] {
  const { score100, scoreLow, threshold, chapters } = shortfall;
  const needed = String(threshold.chapter);
  const score = scoreLow ? [text.scoreLow(score100.toFixed(1), String(threshold.score))] : [];
  if (chapters.length <= NAMED_CHAPTERS)
    return [...score, ...chapters.map(({ serial, rate }) => text.chapterLow(serial, rate.toFixed(1), needed))];
  const lowest = chapters
    .toSorted((a, b) => a.rate - b.rate)
    .slice(0, NAMED_CHAPTERS)
    .map(({ serial, rate }) => text.chapterRate(serial, rate.toFixed(1)));
  return [...score, text.chaptersLow(chapters.length, needed, lowest)];
}
