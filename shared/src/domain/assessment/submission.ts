import { isDate } from '../lib/days.ts';
import type { Settings, Thresholds } from '../settings.ts';
import { itemState, type ScoreItem } from '../standard/scoreItems.ts';
import { scoreSum, shortfall } from '../standard/scoring.ts';
import { allItems, chapterOf, type Standard } from '../standard/standard.ts';
import { checkField, type FieldDef, type FieldDefs, isAbsent, type Reason } from './fields.ts';
import { FILE_RULES, type FileCategory, fileNeeded, hasReservoir } from './files.ts';
import {
  type Condition,
  FORM_PARTS,
  FORM_PATHS,
  type Form,
  type FormPath,
  MEMBER_FIELDS,
  MEMBER_KEYS,
  MEMBERS_MAX,
  NOTE,
  RECORD_LIMITS,
} from './form.ts';
import { openingProblems, type Problem } from './problems.ts';
import type { Level } from './statuses.ts';

/** The facts that decide whether a station may submit. */
export type Submission = {
  level: Level;
  settings: Pick<Settings, 'openLevels' | 'acceptApplications'>;
  /** Fixed at the first submission; before it, the current settings. */
  thresholds: Thresholds;
  form: Form;
  standard: Standard;
  /** The station's self scores. */
  scores: readonly ScoreItem[];
  /** Whether the self-assessment score was saved, and whether item scores have changed since (`stale`). */
  selfScore: 'absent' | 'stale' | 'current';
  /** The categories with at least one file. */
  files: Iterable<FileCategory>;
  /** Unfinished uploads of the assessment. */
  uploads: readonly ({ category: FileCategory } | { serial: string })[];
};

/** All problems of `validate_station_submit` (docs/spec/domain.md#application-form), in page order. */
export function submissionProblems(submission: Submission): Problem[] {
  return [
    ...openingProblems(submission.level, submission.settings),
    ...formProblems(submission.form),
    ...selfScoreProblems(submission),
    ...fileProblems(submission),
  ];
}

/** Form problems: missing or invalid fields, unmet conditions, a record that is refused. */
export function formProblems(form: Form): Problem[] {
  return FORM_PATHS.flatMap((field) => fieldProblem(form, field) ?? []);
}

/**
 * The items that do not count as scored, in order; `incomplete` lists them when a station submits or saves its self
 * score, and when an expert concludes.
 */
export function scoreProblems(standard: Standard, scores: readonly ScoreItem[]): Problem[] {
  const bySerial = new Map(scores.map((item) => [item.serial, item]));
  return allItems(standard).flatMap((item): Problem[] => {
    const { serial } = item;
    const state = itemState(bySerial.get(serial), item);
    return state === 'scored' ? [] : [{ part: 'score', code: state, section: chapterOf(serial), serial }];
  });
}

function selfScoreProblems({ standard, scores, selfScore, level, thresholds }: Submission): Problem[] {
  const problems = scoreProblems(standard, scores);
  if (problems.length === 0) {
    const lacking = shortfall(scoreSum(standard, scores, thresholds), level, thresholds);
    if (lacking) problems.push({ part: 'score', code: 'belowThreshold', shortfall: lacking });
  }
  if (selfScore === 'absent') problems.push({ part: 'score', code: 'selfScoreAbsent' });
  if (selfScore === 'stale') problems.push({ part: 'score', code: 'selfScoreStale' });
  return problems;
}

function fileProblems({ form, files, uploads }: Submission): Problem[] {
  const present = new Set(files);
  const categories = new Set(uploads.flatMap((upload) => ('category' in upload ? upload.category : [])));
  const serials = new Set(uploads.flatMap((upload) => ('serial' in upload ? upload.serial : [])));
  const problems = FILE_RULES.flatMap(({ id, required }): Problem[] => {
    if (categories.has(id)) return [{ part: 'file', code: 'uploadUnfinished', field: id }];
    const needed = fileNeeded(required, form.plant.reservoirCapacity);
    return needed && !present.has(id) ? [{ part: 'file', code: 'fileMissing', field: id }] : [];
  });
  for (const serial of serials) {
    problems.push({ part: 'file', code: 'evidenceUnfinished', section: chapterOf(serial), serial });
  }
  return problems;
}

function fieldProblem(form: Form, field: FormPath): Problem | null {
  const [part, key] = field.split('.') as [keyof Form, string];
  if (part === 'conditions') return conditionProblem(form, field, key as Condition);
  if (field === 'self.members') return wrong(field, membersReason(form.self.members));
  const def = (FORM_PARTS[part] as FieldDefs)[key] as FieldDef;
  const value = (form[part] as Record<string, unknown>)[key];
  if (field === 'pledge.agreed' && value !== true) return { part: 'form', code: 'notAgreed', field };
  if (isAbsent(value)) return def.required ? { part: 'form', code: 'required', field } : null;
  const problem = wrong(field, checkField(def, value));
  if (problem) return problem;
  if (field === 'self.selfTo' && isReversed(form)) return { part: 'form', code: 'datesReversed', field };
  return isRefused(form.record, field) ? { part: 'form', code: 'recordRefused', field } : null;
}

function wrong(field: FormPath, reason: Reason | null): Problem | null {
  return reason && { part: 'form', code: 'wrong', field, reason };
}

function isReversed({ self: { selfFrom, selfTo } }: Form): boolean {
  return selfFrom !== undefined && selfTo !== undefined && isDate(selfFrom) && selfFrom > selfTo;
}

/** Whether the record of the last 12 months prevents the application (docs/spec/domain.md#application-form). */
function isRefused(record: Form['record'], field: FormPath): boolean {
  switch (field) {
    case 'record.deaths':
      return (record.deaths ?? 0) > 0;
    case 'record.seriousInjuries':
      return (record.seriousInjuries ?? 0) >= RECORD_LIMITS.seriousInjuries;
    case 'record.directLoss':
      return (record.directLoss ?? 0) > RECORD_LIMITS.directLoss;
    case 'record.majorAccident':
      return record.majorAccident === true;
    default:
      return false;
  }
}

function conditionProblem(form: Form, field: FormPath, condition: Condition): Problem | null {
  const { holds = null, note = '' } = form.conditions[condition] ?? {};
  const noteReason = checkField(NOTE, note);
  if (noteReason) return wrong(field, noteReason);
  if (holds === true || (condition === 'damRegistered' && !hasReservoir(form.plant.reservoirCapacity))) return null;
  return { part: 'form', code: holds === null ? 'required' : 'notHeld', field };
}

function membersReason(members: Form['self']['members'] = []): Reason | null {
  if (members.length > MEMBERS_MAX) return { code: 'tooMany', max: MEMBERS_MAX };
  const cells = members.flatMap((member) => MEMBER_KEYS.map((key) => checkField(MEMBER_FIELDS[key], member[key])));
  return cells.find((reason) => reason !== null) ?? null;
}
