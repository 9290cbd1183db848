import { z } from 'zod';
import { MANAGERS } from '../domain/accounts/roles.ts';
import { EXPORT, LIST, READ, WRITE } from '../domain/accounts/tokens.ts';
import { checkFormChange, type FormChange } from '../domain/assessment/formPatch.ts';
import { STEP_ROLES } from '../domain/assessment/lifecycle.ts';
import { ANSWER_MAX } from '../domain/assessment/remarks.ts';
import { DESCRIPTION_MAX } from '../domain/assessment/textLimits.ts';
import {
  ASSESSMENT_SORTS,
  CHAPTER_FILTER,
  EXPERT_WORK,
  EXPIRING_MAX,
  ITEM_FILTER,
  SCORE_EDGES,
} from '../domain/lib/lists.ts';
import { BINARY, call, done } from './call.ts';
import { givenFinding } from './findings/objects.ts';
import { formJson } from './formJson.ts';
import {
  assessment,
  assessmentRow,
  event,
  fileItem,
  form as formObject,
  level,
  problem,
  scoreItem,
  status,
} from './objects.ts';
import { remark, remarkAnswer } from './remarkObjects.ts';
import { date, division, format, headings, id, keyword, paged, paging, textOf, time } from './schemas.ts';

/** The roles with assessments in their data scope; "as query" in docs/spec/wire.md#assessments. */
export const AS_QUERY = ['admin', ...MANAGERS, 'expert', 'station', 'supervisor'] as const;

/** The roles that see experts' names. */
export const NOT_STATION = ['admin', ...MANAGERS, 'expert', 'supervisor'] as const;

/** A partial update of the form; `domain/assessment/formPatch.ts` validates it. */
const formChange = z
  .custom<FormChange>((value) => typeof value === 'object' && value !== null)
  .superRefine((value, context) => {
    for (const { path, reason } of checkFormChange(value)) {
      context.addIssue({ code: 'custom', path, params: { reason } });
    }
  })
  .meta({ id: 'FormChange', ...formJson(true) });

const scoreStep = z.literal([...SCORE_EDGES]);

/**
 * Filter of the assessment list, without paging (docs/spec/wire.md#assessments). `search`: a text in the station's
 * name or account, or in the number, or the station's id. `submitted`: true selects assessments submitted at least once, false the others.
 * `overdue`: longer in the stage than the setting `stageDays` allows. `rated`: passed, and valid today; `expiring`: also
 * ending within that number of days. `from` and `to` are submission days, inclusive, as those of the first submission and
 * of the conclusion are. `stationScore`, `expertScore`: the lower edge of a step of five (75: from 75 to below 80; 95
 * includes 100). `expertWork`: what `expert` still has to conclude, or what the expert's conclusion counts in. `chapter`:
 * concluded reviews with an experts' rate for it; `lost`: those that lost points at the item.
 */
export const assessmentFilter = {
  search: keyword.optional(),
  station: keyword.optional(),
  expert: id.optional(),
  waiting: z.boolean().optional(),
  submitted: z.boolean().optional(),
  overdue: z.boolean().optional(),
  rated: z.boolean().optional(),
  expiring: z.int().min(0).max(EXPIRING_MAX).optional(),
  updatedSince: time.optional(),
  status: z.array(status).max(10).optional(),
  level: z.array(level).max(3).optional(),
  province: division.optional(),
  city: division.optional(),
  county: division.optional(),
  from: date.optional(),
  to: date.optional(),
  firstFrom: date.optional(),
  firstTo: date.optional(),
  concludedFrom: date.optional(),
  concludedTo: date.optional(),
  stationScore: scoreStep.optional(),
  expertScore: scoreStep.optional(),
  expertWork: z.enum(EXPERT_WORK).optional(),
  chapter: z.string().regex(CHAPTER_FILTER).optional(),
  lost: z.string().regex(ITEM_FILTER).optional(),
  sortby: z.enum(ASSESSMENT_SORTS).optional(),
  desc: z.boolean().optional(),
};

export const assessments = {
  'GET assessment/query': call({
    summary: 'Assessments',
    who: AS_QUERY,
    duty: 'any',
    reach: { kind: 'list', of: 'assessment' },
    token: LIST,
    audited: false,
    cacheable: 'weak',
    input: z.strictObject({ ...paging, ...assessmentFilter }),
    output: paged(assessmentRow),
  }),
  'GET assessment/export': call({
    summary: 'Assessments as a file',
    who: ['admin', ...MANAGERS],
    duty: 'any',
    reach: { kind: 'list', of: 'assessment' },
    token: EXPORT,
    audited: true,
    refuses: ['too_many_requests'],
    input: z.strictObject({ ...assessmentFilter, format, headings }),
    output: BINARY,
  }),
  'POST assessment/add_assessment': call({
    summary: 'Apply for an assessment at a level',
    who: ['station'],
    reach: { kind: 'own' },
    token: WRITE,
    audited: true,
    idempotent: true,
    refuses: ['incomplete'],
    input: z.strictObject({ level }),
    output: z.strictObject({ id }),
  }),
  'POST assessment/delete': call({
    summary: 'Delete a draft or a withdrawn assessment',
    who: ['station', 'admin'],
    duty: 'system',
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: WRITE,
    audited: true,
    refuses: ['transition_not_allowed'],
    input: z.strictObject({ id }),
    output: done,
  }),
  'GET assessment': call({
    summary: 'One assessment with its form',
    who: AS_QUERY,
    duty: 'any',
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: assessment,
  }),
  'POST assessment/update_form': call({
    summary: 'Change the application form',
    who: ['station', 'admin'],
    duty: 'system',
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: WRITE,
    audited: true,
    refuses: ['conflict', 'transition_not_allowed'],
    input: z.strictObject({ id, form: formChange, version: z.int().optional() }),
    output: assessment,
  }),
  'POST assessment/add_event': call({
    summary: 'Make a step of the lifecycle',
    who: STEP_ROLES,
    duty: 'system',
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: WRITE,
    audited: true,
    refuses: ['conflict', 'transition_not_allowed', 'incomplete'],
    input: z.strictObject({
      id,
      status,
      description: textOf(DESCRIPTION_MAX),
      remarks: z.array(remark).max(500).default([]),
      version: z.int().optional(),
      findings: z.array(givenFinding).max(500).optional(),
    }),
    output: assessment,
  }),
  'POST assessment/answer_remark': call({
    summary: 'Answer a remark of the last return; an empty text removes the answer',
    who: ['station'],
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: WRITE,
    audited: true,
    refuses: ['conflict', 'transition_not_allowed'],
    input: z.strictObject({
      id,
      eventId: id,
      remark: z.int().min(0).max(499),
      text: textOf(ANSWER_MAX),
      was: textOf(ANSWER_MAX).optional(),
    }),
    output: z.strictObject({ answers: z.array(remarkAnswer) }),
  }),
  'GET assessment/events': call({
    summary: 'What happened, oldest first',
    who: AS_QUERY,
    duty: 'any',
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: z.array(event),
  }),
  'GET assessment/next_steps': call({
    summary: "The caller's steps from here, and what stands in their way",
    who: AS_QUERY,
    duty: 'any',
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: z.array(
      z.strictObject({ to: status, allowed: z.boolean(), problems: z.array(problem), hints: z.array(problem) }),
    ),
  }),
  'GET assessment/submissions': call({
    summary: 'The submissions, and what each changed',
    who: AS_QUERY,
    duty: 'any',
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: READ,
    audited: false,
    input: z.strictObject({ id }),
    output: z.array(
      z.strictObject({
        no: z.int(),
        at: time,
        changed: z.strictObject({ form: z.array(z.string()), serials: z.array(z.string()), files: z.array(id) }),
      }),
    ),
  }),
  'GET assessment/submission': call({
    summary: 'The read-only copy that a submission kept',
    who: AS_QUERY,
    duty: 'any',
    reach: { kind: 'object', of: 'assessment', at: 'id' },
    token: READ,
    audited: false,
    input: z.strictObject({ id, no: z.int().min(1).max(1_000_000) }),
    output: z.strictObject({
      no: z.int(),
      at: time,
      form: formObject,
      scores: z.array(scoreItem),
      files: z.array(fileItem),
    }),
  }),
};
