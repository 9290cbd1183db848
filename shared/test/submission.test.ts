import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import data from '../src/data/standard.json' with { type: 'json' };
import { FILE_CATEGORIES, type FileCategory } from '../src/domain/assessment/files.ts';
import { EMPTY_FORM, FORM_PATHS, type Form } from '../src/domain/assessment/form.ts';
import { mergeForm } from '../src/domain/assessment/formPatch.ts';
import { type Problem, problemKey } from '../src/domain/assessment/problems.ts';
import { formProblems, type Submission, submissionProblems } from '../src/domain/assessment/submission.ts';
import { DEFAULT_SETTINGS } from '../src/domain/settings.ts';
import type { ScoreItem } from '../src/domain/standard/scoreItems.ts';
import { allItems, type Standard } from '../src/domain/standard/standard.ts';
import { common as en } from '../src/text/en/common.ts';
import { rules as enRules } from '../src/text/en/rules.ts';
import { problemText, wireProblem } from '../src/text/problems.ts';
import { common as zh } from '../src/text/zh/common.ts';
import { rules as zhRules } from '../src/text/zh/rules.ts';
import { WHOLE_FORM } from './examples.ts';

const standard: Standard = data;
const full: ScoreItem[] = allItems(standard).map(({ serial, score }) => ({
  serial,
  score,
  missing: false,
  reason: '',
}));
const REQUIRED: FileCategory[] = [
  'applicationForm',
  'selfReport',
  'businessLicence',
  'waterPermit',
  'acceptance',
  'ecologicalFlow',
  'staffCertificates',
  'emergencyPlan',
  'damRegistration',
];

/** A submission without problems. */
function submission(change: Partial<Submission> = {}): Submission {
  const { thresholds } = DEFAULT_SETTINGS;
  const base = { level: 3, settings: DEFAULT_SETTINGS, thresholds, form: WHOLE_FORM, standard, scores: full } as const;
  return { ...base, selfScore: 'current', files: REQUIRED, uploads: [], ...change };
}
const english = { common: en, rules: enRules };
const fieldsOf = (change: Partial<Submission>) =>
  Object.fromEntries(
    submissionProblems(submission(change)).map((problem) => [problemKey(problem), problemText(problem, english)]),
  );
const withForm = (change: Parameters<typeof mergeForm>[1]) => ({ form: mergeForm(WHOLE_FORM, change) });

test('a complete application has no problem', () => {
  expect(submissionProblems(submission())).toEqual([]);
});

test('an empty one reports everything at once, one problem per field, item and category', () => {
  const problems = submissionProblems(
    submission({ form: EMPTY_FORM, scores: [], selfScore: 'absent', files: [], level: 1 }),
  );
  const keys = problems.map(problemKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => FORM_PATHS.some((path) => path === key))).toEqual([
    'unit.name',
    'unit.creditCode',
    'unit.address',
    'unit.legalPerson',
    'unit.contact',
    'unit.contactPhone',
    'plant.capacity',
    'plant.units',
    'plant.commissionedOn',
    'plant.development',
    'conditions.licences',
    'conditions.waterPermit',
    'conditions.acceptance',
    'conditions.ecologicalFlow',
    'conditions.tickets',
    'conditions.accidentFree',
    'record.deaths',
    'record.seriousInjuries',
    'record.directLoss',
    'record.majorAccident',
    'self.selfFrom',
    'self.selfTo',
    'self.leader',
    'self.summary',
    'pledge.agreed',
    'pledge.signer',
    'pledge.signedOn',
  ]);
  expect(keys.filter((key) => /^\d/.test(key))).toEqual(full.map(({ serial }) => serial));
  expect(keys.filter((key) => FILE_CATEGORIES.some((id) => id === key))).toEqual(
    REQUIRED.filter((id) => id !== 'damRegistration'),
  );
  expect(keys.filter((key) => /^[a-z]+$/i.test(key) && !FILE_CATEGORIES.some((id) => id === key))).toEqual([
    'levelClosed',
    'selfScoreAbsent',
  ]);
});

describe('the form', () => {
  test.each([
    [{ unit: { creditCode: '91450100MA5EXAMP2D' } }, 'unit.creditCode', en.reasons.creditCode],
    [{ unit: { contactPhone: '12345' } }, 'unit.contactPhone', en.reasons.phone],
    [{ unit: { legalPhone: '12345' } }, 'unit.legalPhone', en.reasons.phone],
    [{ unit: { name: ' ' } }, 'unit.name', 'Name of the unit: required'],
    [{ plant: { units: 0 } }, 'plant.units', 'Generating units: At least 1'],
    [{ plant: { commissionedOn: '1998-02-30' } }, 'plant.commissionedOn', en.reasons.date],
    [{ conditions: { licences: { holds: false } } }, 'conditions.licences', 'Condition not met: Licences'],
    [{ conditions: { licences: { holds: null } } }, 'conditions.licences', 'Licences and permits complete: required'],
    [{ conditions: { tickets: { note: 'x'.repeat(501) } } }, 'conditions.tickets', en.reasons.tooLong(500)],
    [{ conditions: { damRegistered: { holds: false } } }, 'conditions.damRegistered', 'Condition not met'],
    [{ record: { deaths: 1 } }, 'record.deaths', enRules.problems.refused.deaths],
    [{ record: { seriousInjuries: 3 } }, 'record.seriousInjuries', 'Refused: 3 or more serious injuries'],
    [{ record: { directLoss: 100.01 } }, 'record.directLoss', 'Refused: a direct loss above 100'],
    [{ record: { majorAccident: true } }, 'record.majorAccident', enRules.problems.refused.majorAccident],
    [{ record: { deaths: 0.5 } }, 'record.deaths', en.reasons.type.integer],
    [{ self: { selfFrom: '2026-01-21' } }, 'self.selfTo', enRules.problems.datesReversed],
    [{ self: { summary: 'x'.repeat(5001) } }, 'self.summary', en.reasons.tooLong(5000)],
    [{ self: { members: [{ name: 'x'.repeat(101) }] } }, 'self.members', en.reasons.tooLong(100)],
    [{ pledge: { agreed: false } }, 'pledge.agreed', enRules.problems.notAgreed],
    [{ pledge: { agreed: null } }, 'pledge.agreed', enRules.problems.notAgreed],
  ])('%j: %s', (change, key, text) => {
    const fields = fieldsOf(withForm(change as Parameters<typeof mergeForm>[1]));
    expect(fields).toEqual({ [key]: expect.stringContaining(text) });
  });

  test.each([
    { record: { seriousInjuries: 2, directLoss: 100 } },
    { self: { selfFrom: '2026-01-20' } },
    { self: { members: [{ name: '示例丁', duty: '', title: '' }] } },
    { unit: { owner: null, legalPhone: '' } },
    { plant: { damType: '重力坝', safetyStaff: 0, gridConnected: false } },
  ])('%j is accepted', (change) => {
    expect(fieldsOf(withForm(change))).toEqual({});
  });

  test.each([null, 0])("without a reservoir (%j) the dam's registration and file are not required", (capacity) => {
    const form = mergeForm(WHOLE_FORM, {
      plant: { reservoirCapacity: capacity },
      conditions: { damRegistered: { holds: false } },
    });
    const files = REQUIRED.filter((id) => id !== 'damRegistration');
    expect(fieldsOf({ form, files })).toEqual({});
    expect(fieldsOf({ files })).toEqual({
      damRegistration: expect.stringContaining('File missing: Dam registration'),
    });
  });

  test('any form values give a result, and each problem names a field of the form', () => {
    const value = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(undefined));
    const wild = fc.record({
      unit: fc.dictionary(fc.constantFrom('name', 'creditCode', 'contactPhone'), value),
      plant: fc.dictionary(fc.constantFrom('capacity', 'reservoirCapacity', 'commissionedOn', 'development'), value),
      conditions: fc.constant({}),
      record: fc.dictionary(fc.constantFrom('deaths', 'majorAccident'), value),
      self: fc.dictionary(fc.constantFrom('selfFrom', 'selfTo', 'summary'), value),
      pledge: fc.dictionary(fc.constantFrom('agreed', 'signedOn'), value),
    });
    fc.assert(
      fc.property(wild, (form) => {
        const keys = formProblems(form as unknown as Form).map(problemKey);
        expect(keys.filter((key) => !FORM_PATHS.some((path) => path === key))).toEqual([]);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});

describe('scores', () => {
  const first = full[0] as ScoreItem;
  const scores = (change: Partial<ScoreItem>) => ({ scores: [{ ...first, ...change }, ...full.slice(1)] });

  test('an item without a score, or without its reason', () => {
    expect(fieldsOf(scores({ score: null }))).toEqual({ '1.1.1': enRules.problems.unscored('1.1.1') });
    expect(fieldsOf(scores({ score: 3 }))).toEqual({ '1.1.1': enRules.problems.reasonMissing('1.1.1') });
    expect(fieldsOf(scores({ score: 3, reason: 'because' }))).toEqual({});
  });

  test('the self score: not saved, or older than the scores', () => {
    expect(fieldsOf({ selfScore: 'absent' })).toEqual({ selfScoreAbsent: enRules.problems.selfScoreAbsent });
    expect(fieldsOf({ selfScore: 'stale' })).toEqual({ selfScoreStale: enRules.problems.selfScoreStale });
  });

  test('below the level: the score and chapters below the threshold are named', () => {
    const half = full.map((item) => (/^[12]\./.test(item.serial) ? { ...item, score: 0, reason: 'because' } : item));
    expect(fieldsOf({ scores: half, level: 2 })).toEqual({
      belowThreshold:
        'The self-assessed score does not reach Level 2: score 79.0, needed 80; chapter 1 0.0%, needed 70%; chapter 2 0.0%, needed 70%',
    });
  });

  test('of many chapters below the threshold the two lowest are named, with their number', () => {
    const low = full.map((item) =>
      /^[1-4]\./.test(item.serial)
        ? { ...item, score: item.serial.startsWith('3.') ? (item.score ?? 0) / 2 : 0, reason: 'because' }
        : item,
    );
    const { belowThreshold } = fieldsOf({ scores: low, level: 2 });
    expect(belowThreshold).toMatch(
      /^The self-assessed score does not reach Level 2: score [\d.]+, needed 80; 4 chapters below 70%, the lowest 1 \(0\.0%\) and 2 \(0\.0%\)$/,
    );
  });
});

describe('files', () => {
  test.each(REQUIRED)('%s is required', (id) => {
    expect(Object.keys(fieldsOf({ files: REQUIRED.filter((one) => one !== id) }))).toEqual([id]);
  });

  test('unfinished uploads, one problem per category and item', () => {
    const uploads = [
      { category: 'other' },
      { category: 'selfReport' },
      { category: 'other' },
      { serial: '1.1.1' },
      { serial: '1.1.1' },
    ] as const;
    expect(fieldsOf({ uploads, files: REQUIRED.filter((id) => id !== 'selfReport') })).toEqual({
      selfReport: 'An upload is not finished: Self-assessment report',
      other: 'An upload is not finished: Other',
      'evidence.1.1.1': enRules.problems.evidenceUnfinished('1.1.1'),
    });
  });
});

test('applications or level closed', () => {
  expect(fieldsOf({ level: 1 })).toEqual({ levelClosed: en.conflicts.levelClosed });
  const settings = { ...DEFAULT_SETTINGS, acceptApplications: false };
  expect(fieldsOf({ settings })).toEqual({ applicationsClosed: en.conflicts.applicationsClosed });
});

test('in the API: code, part, place and message in either language', () => {
  const problems = submissionProblems(submission({ scores: full.slice(1), files: REQUIRED.slice(1) }));
  expect(problems.map((problem) => wireProblem(problem, { common: zh, rules: zhRules }))).toEqual([
    { code: 'unscored', part: 'score', section: '1', serial: '1.1.1', message: '1.1.1 未评分' },
    { code: 'fileMissing', part: 'file', field: 'applicationForm', message: '缺少文件：申报表（签章）' },
  ]);
});

test('every kind of problem is a sentence in both languages', () => {
  const shortfall = {
    level: 2,
    score100: 79.5,
    threshold: { score: 80, chapter: 70 },
    scoreLow: true,
    chapters: [],
  } as const;
  const all: Problem[] = [
    { part: 'form', code: 'descriptionMissing' },
    { part: 'form', code: 'conclusionMissing' },
    {
      part: 'form',
      code: 'fourEyes',
      step: 'conclusion',
      kind: 'expertScores',
      relation: 'same',
      account: { name: 'P', account: 'p' },
      instead: [{ name: 'Q', account: 'q' }],
    },
    {
      part: 'form',
      code: 'fourEyes',
      step: 'conclusion',
      kind: 'firstReview',
      relation: 'below',
      account: { name: 'C', account: 'c' },
      instead: [],
    },
    {
      part: 'form',
      code: 'fourEyes',
      step: 'firstReview',
      kind: 'submission',
      relation: 'above',
      account: { name: 'S', account: 's' },
      instead: ['A', 'B', 'C', 'D', 'E'].map((name) => ({ name, account: '' })),
    },
    {
      part: 'form',
      code: 'commonMaker',
      kind: 'firstReview',
      account: { name: 'C', account: 'c' },
      maker: { name: 'M', account: 'm' },
    },
    { part: 'score', code: 'minIndependent', needed: 1, present: 0 },
    { part: 'score', code: 'minAssigned', needed: 2, present: 1 },
    { part: 'score', code: 'minConcluded', needed: 2, present: 1 },
    { part: 'score', code: 'notQualified', shortfall: { ...shortfall, chapters: [] } },
  ];
  expect(all.map((problem) => problemText(problem, english))).toEqual([
    'Please enter a description',
    "The manager's conclusion has not been written",
    "Four-eyes rule: you wrote an expert's scores; you may not conclude; may be done instead by Q (q)",
    'Four-eyes rule: C (c) passed the first review, and you created that account or reset its password, directly or through another account; you may not conclude; at present no account may do it',
    'Four-eyes rule: S (s) submitted the application, and that account created yours or reset your password, directly or through another account; you may not pass the first review; may be done instead by A, B, C and 2 more',
    'M (m) created or reset the password of both the account that takes this step and C (c) (first review)',
    'At least 1 expert must have concluded whose accounts your unit neither created nor last reset; now 0',
    'At least 2 experts must be assigned; now 1',
    'At least 2 experts must have concluded; now 1',
    'The result does not reach Level 2: score 79.5, needed 80',
  ]);
  expect(all.map((problem) => problemText(problem, { common: zh, rules: zhRules }))).toEqual([
    '请填写说明',
    '尚未填写评审单位结论',
    '回避规则：您填写过专家评分，您不能作出结论；可改由Q（q）办理',
    '回避规则：C（c）办理了初审，而该账号由您直接或间接创建，或由您重置过密码，您不能作出结论；目前没有可以办理的账号',
    '回避规则：S（s）提交过申报，而您的账号由该账号直接或间接创建，或由其重置过密码，您不能办理初审；可改由A、B、C等 5 个账号办理',
    '办理本步骤的账号与C（c）（初审）均由M（m）直接或间接创建，或由其重置过密码',
    '至少须有 1 名已提交结论的专家，其账号不是由贵单位创建或最后一次重置密码，现有 0 名',
    '至少须分配 2 名专家，现有 1 名',
    '至少须有 2 名专家提交结论，现有 1 名',
    '评审结果未达到二级要求：总得分 79.5，要求 80',
  ]);
});
