import { RULES, violations } from '@shp/server/store/checks/rules';
import type { Db } from '@shp/server/store/schema/schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDemo, type TestDatabase } from './demoDatabase.ts';

test.for([
  { size: 'small', seed: 1 },
  { size: { stations: 40, assessments: 70 }, seed: 2 },
  { size: { stations: 3, assessments: 60 }, seed: 4 },
] as const)('every rule holds of a demo: $size, seed $seed', { timeout: 120_000 }, async (options) => {
  const demo = await openDemo(options);
  expect(await violations(demo.read)).toEqual([]);
  await demo.close();
});

test('all integrity rules pass for a large demo in which only the newest assessments have scores by item', async () => {
  const demo = await openDemo({ size: { stations: 600, assessments: 1500 }, seed: 3 });
  const { bare } = await demo.read
    .selectFrom('assessments')
    .select((eb) => eb.fn.countAll<number>().as('bare'))
    .where('id', 'not in', (eb) => eb.selectFrom('station_scores').select('assessment_id'))
    .where('first_submitted_at', 'is not', null)
    .executeTakeFirstOrThrow();
  expect(bare).toBeGreaterThan(300);
  expect(await violations(demo.read)).toEqual([]);
  await demo.close();
}, 240_000);

const of = (status: string) => `assessment_id IN (SELECT id FROM assessments WHERE status = '${status}')`;

/** Statements that damage the database, each with the rule that must detect it. */
const HARMS: readonly [rule: string, ...statements: string[]][] = [
  ['accountValid', `UPDATE users SET account_key = 'other' WHERE account = 'province'`],
  ['accountValid', `UPDATE users SET account = 'a b', account_key = 'a b' WHERE account = 'province'`],
  ['profileValid', `UPDATE users SET profile = json_set(profile, '$.phone', '1') WHERE account = 'expert01'`],
  ['dutiesValid', `UPDATE users SET duties = 'other' WHERE account = 'admin'`],
  ['dutiesHeld', `UPDATE users SET duties = 'accounts' WHERE role = 'admin'`],
  [
    'dutiesSeparate',
    `INSERT INTO settings (id, value) VALUES (1, '{"separateDuties":true}')
      ON CONFLICT (id) DO UPDATE SET value = json_set(value, '$.separateDuties', json('true'))`,
  ],
  ['divisionFits', `UPDATE users SET division = '450302' WHERE account = 'city450300'`],
  ['columnsOfProfile', `UPDATE users SET capacity = 1 WHERE account = 'station0001'`],
  ['columnsOfProfile', `UPDATE users SET name_key = 'a' WHERE account = 'province'`],
  [
    'oneOpenAssessment',
    'DROP INDEX assessments_one_open',
    `UPDATE assessments SET station_id = 'demo-station' WHERE status = 'reviewed'`,
  ],
  ['numbersCounted', `UPDATE counters SET value = value - 1 WHERE name = 'assessment-2026'`],
  ['numbersCounted', `DELETE FROM counters WHERE name = 'assessment-2024'`],
  ['stationColumns', `UPDATE assessments SET station_name = '改名' WHERE station_id = 'demo-station'`],
  ['stationColumns', `UPDATE assessments SET division = '450302' WHERE station_id = 'demo-station'`],
  ['expertsAreExperts', `UPDATE assessment_experts SET expert_id = 'demo-admin' WHERE expert_id = 'demo-expert'`],
  ['totalsCounted', `UPDATE assessment_totals SET count = count + 1 WHERE division = '450325'`],
  ['totalsCounted', `DELETE FROM assessment_totals WHERE division = '450325'`],
  ['totalsCounted', 'DROP TRIGGER assessments_changed', `UPDATE assessments SET level = 3 WHERE level = 2`],
  ['daysCounted', `UPDATE assessment_days SET count = count + 1 WHERE division = '4503'`],
  ['daysCounted', `DELETE FROM assessment_days WHERE division = ''`],
  [
    'daysCounted',
    'DROP TRIGGER days_changed',
    `UPDATE assessments SET submitted_at = '2026-01-01T00:00:00.000Z' WHERE status = 'submitted'`,
  ],
  ['monthsCounted', `UPDATE assessment_months SET count = count + 1 WHERE ending = 'failed'`],
  ['monthsCounted', 'DROP TRIGGER months_changed', `UPDATE assessments SET level = 3 WHERE level = 2`],
  ['findingsCounted', `UPDATE finding_totals SET count = count + 1 WHERE day = ''`],
  ['findingsCounted', `DELETE FROM finding_totals WHERE division = '4503'`],
  ['findingsCounted', 'DROP TRIGGER findings_changed', `UPDATE findings SET state = 'planned' WHERE state = 'open'`],
  ['figuresKept', `DELETE FROM review_figures`],
  ['figuresKept', `UPDATE expert_scores SET score = score - 1 WHERE score > 0 AND serial = '1.1.1'`],
  ['figuresKept', `UPDATE assessment_experts SET assigned_at = '2021-01-01T00:00:00.000Z'`],
  ['lostItemsKept', `UPDATE lost_items SET items = '000' WHERE version = (SELECT max(version) FROM lost_items)`],
  ['lostItemsKept', `DELETE FROM lost_items`],
  ['lostItemsKept', `UPDATE lost_items SET station_id = 'demo-station'`],
  ['lostItemsKept', `UPDATE lost_items SET level = 4`],
  ['scoresSummed', `DELETE FROM score_sums WHERE place = ''`],
  ['scoresSummed', `UPDATE assessments SET concluded_at = '2024-03-01T00:00:00.000Z' WHERE concluded_at IS NOT NULL`],
  ['expertsSummed', `UPDATE expert_sums SET squares = squares + 1`],
  ['expertsSummed', `DELETE FROM expert_sums`],
  ['loadsCounted', `UPDATE users SET load = load + 1 WHERE id = 'demo-expert'`],
  ['loadsCounted', 'DROP TRIGGER loads_changed', 'UPDATE assessment_experts SET concluded_at = NULL'],
  [
    'loadsCounted',
    'DROP TRIGGER loads_of_assessments_changed',
    `UPDATE assessments SET status = 'reviewed' WHERE status = 'reviewing'`,
  ],
  ['expertsKept', `UPDATE assessments SET experts = ''`],
  ['expertsKept', 'DROP TRIGGER experts_lost', 'DELETE FROM assessment_experts'],
  ['ratingsKept', `DELETE FROM ratings WHERE level = 2`],
  ['ratingsKept', 'DROP TRIGGER rated_changed', `UPDATE assessments SET valid_until = '2029-01-01' WHERE level = 2`],
  ['ratingsCounted', `UPDATE rating_ends SET count = count + 1`],
  ['linksJoinTheirKinds', `UPDATE links SET supervisor_id = 'demo-admin' WHERE supervisor_id = 'demo-supervisor'`],
  ['eventsUnbroken', 'DROP TRIGGER events_no_delete', `DELETE FROM events WHERE seq = 2`],
  ['eventsUnbroken', `UPDATE assessments SET status = 'withdrawn' WHERE status = 'failed'`],
  ['eventsUnbroken', `UPDATE assessments SET stage = 0 WHERE status = 'failed'`],
  ['eventsUnbroken', 'DROP TRIGGER events_no_update', `UPDATE events SET at = '2020-01-01' WHERE seq = 2`],
  ['stepsAllowed', 'DROP TRIGGER events_no_update', `UPDATE events SET description = ' ' WHERE status = 'revoked'`],
  [
    'stepsAllowed',
    'DROP TRIGGER events_no_update',
    `UPDATE events SET by_role = 'expert' WHERE status = 'first_passed'`,
  ],
  [
    'stepsAllowed',
    'DROP TRIGGER events_no_update',
    `UPDATE events SET by_id = 'demo-expert' WHERE status = 'withdrawn'`,
  ],
  [
    'stepsAllowed',
    'DROP TRIGGER events_no_update',
    `UPDATE events SET by_role = 'city_manager' WHERE status = 'passed'`,
  ],
  [
    'stepsAllowed',
    'DROP TRIGGER events_no_update',
    `UPDATE events SET remarks = '[{"part":"score","serial":"9.9.9","text":"?"}]' WHERE status = 'returned'`,
  ],
  [
    'answersToRemarks',
    `INSERT INTO remark_answers SELECT assessments.id, events.id, 99, 1, '已改', events.at, station_id, ''
      FROM events JOIN assessments ON assessment_id = assessments.id WHERE events.status = 'returned'`,
  ],
  [
    'answersToRemarks',
    `INSERT INTO remark_answers SELECT assessments.id, events.id, 0, 1, '已改', events.at, 'demo-expert', ''
      FROM events JOIN assessments ON assessment_id = assessments.id WHERE events.status = 'returned'`,
  ],
  ['datesOfSteps', `UPDATE assessments SET submitted_at = created_at WHERE status = 'passed'`],
  ['datesOfSteps', `UPDATE assessments SET ever_returned = 0 WHERE status = 'returned'`],
  ['datesOfSteps', `UPDATE assessments SET concluded_at = NULL, valid_until = NULL WHERE status = 'passed'`],
  ['rulesPinned', `UPDATE assessments SET rules = NULL WHERE status = 'submitted'`],
  ['validity', `UPDATE assessments SET valid_until = '2099-01-01' WHERE status = 'passed'`],
  ['validity', `UPDATE assessments SET valid_until = '2099-01-01' WHERE status = 'revoked'`],
  ['validity', `UPDATE assessments SET valid_until = '2099-01-01' WHERE status = 'failed'`],
  ['expertsConcluded', `UPDATE assessment_experts SET concluded_at = assigned_at`],
  ['expertsConcluded', `UPDATE assessment_experts SET concluded_at = NULL`],
  ['proposalOfEvent', `UPDATE assessments SET proposed_until = '2026-12-01' WHERE status = 'reviewed'`],
  ['concludedWithText', `UPDATE assessments SET manager_conclusion = NULL WHERE status = 'failed'`],
  [
    'concludedByOther',
    'DROP TRIGGER events_no_update',
    `UPDATE events SET by_id = 'demo-city_manager' WHERE status IN ('first_passed', 'passed')`,
  ],
  [
    'concludedByOther',
    `INSERT INTO contributions SELECT id, 'expertScores', manager_conclusion_by, created_at FROM assessments
      WHERE status = 'passed'`,
  ],
  [
    'concludedByOther',
    `INSERT INTO account_hands SELECT events.by_id, 'demo-city_manager', submitted_at FROM assessments JOIN events
      ON assessment_id = assessments.id WHERE events.status = 'first_passed'`,
  ],
  [
    'concludedByOther',
    `INSERT INTO account_hands SELECT 'demo-city_manager', events.by_id, submitted_at FROM assessments JOIN events
      ON assessment_id = assessments.id WHERE events.status = 'first_passed'`,
  ],
  [
    'firstReviewByOther',
    `INSERT INTO account_hands SELECT station_id, 'demo-county_manager', created_at FROM assessments`,
  ],
  [
    'firstReviewByOther',
    `INSERT INTO contributions SELECT assessment_id, 'form', by_id, min(at) FROM events WHERE status = 'first_passed'
      GROUP BY assessment_id, by_id`,
  ],
  ['escalated', 'DELETE FROM escalations'],
  ['escalated', `UPDATE users SET is_deleted = 1 WHERE account = 'province'`],
  ['formComplete', `UPDATE forms SET form = json_remove(form, '$.unit.name') WHERE ${of('submitted')}`],
  ['formComplete', `DELETE FROM forms WHERE ${of('draft')}`],
  ['submissionsKept', `DELETE FROM submissions WHERE no = 2`],
  ['selfScore', `UPDATE assessments SET station_score = station_score - 1 WHERE status = 'submitted'`],
  ['selfScore', `UPDATE station_scores SET score = 0 WHERE serial LIKE '1.%'`],
  ['expertScore', `UPDATE expert_scores SET score = 0 WHERE serial LIKE '1.%'`],
  ['expertScore', `UPDATE assessments SET chapter_rates = NULL WHERE status = 'reviewed'`],
  ['printUntouched', `UPDATE prints SET json = replace(json, '示例', '')`],
  ['findingSteps', `UPDATE findings SET state = 'closed' WHERE state = 'open'`],
  ['findingSteps', `UPDATE findings SET due = '2099-01-01' WHERE state = 'planned'`],
  ['findingSteps', 'DROP TRIGGER finding_events_no_delete', `DELETE FROM finding_events WHERE state = 'done'`],
  [
    'findingEvidence',
    'DROP TRIGGER finding_events_no_update',
    `UPDATE finding_events SET files = '["gone"]' WHERE state = 'done'`,
  ],
  ['findingPlace', `UPDATE findings SET division = '450102'`],
  ['findingOfItsKind', `UPDATE findings SET lost = NULL WHERE source = 'review'`],
  ['findingsOfReviews', `UPDATE findings SET source = 'inspection', lost = NULL WHERE state = 'open'`],
  ['findingNumbers', `UPDATE findings SET no = 'WT-2026-AAAAA-BBBBB' WHERE id = (SELECT min(id) FROM findings)`],
  ['noticeReceivers', 'PRAGMA defer_foreign_keys = ON', `UPDATE notices SET user_id = 'nobody' WHERE seq = 1`],
  ['noticeKinds', `UPDATE notices SET kind = 'other' WHERE seq = 1`],
  [
    'noticesOnce',
    `INSERT INTO notices SELECT 'again', 99999, user_id, at, kind, assessment_id, params, NULL FROM notices
      WHERE seq = 1`,
  ],
  ['noticesReadLater', `UPDATE notices SET read_at = '2020-01-01T00:00:00.000Z' WHERE seq = 1`],
  [
    'deliveriesOfNotices',
    'PRAGMA defer_foreign_keys = ON',
    `INSERT INTO deliveries VALUES ('gone', 'mail', 'demo-expert', 1, '2026-11-01', NULL)`,
  ],
  [
    'deliveriesOfNotices',
    `INSERT INTO deliveries SELECT id, 'mail', 'demo-admin', seq, at, NULL FROM notices WHERE seq = 1`,
  ],
  ['deliveriesWaited', `INSERT INTO deliveries SELECT id, 'mail', user_id, seq, at, 'm' FROM notices WHERE seq = 1`],
  [
    'deliveriesWaited',
    `INSERT INTO deliveries SELECT id, 'mail', user_id, seq, at, 'm' FROM notices WHERE seq = 1`,
    `INSERT INTO delivery_lanes SELECT user_id, 'mail', NULL, 0, NULL, NULL, NULL FROM notices WHERE seq = 1`,
  ],
  [
    'webhookSecretsSealed',
    `INSERT INTO notice_preferences VALUES ('demo-expert', 'zh', NULL, 'https://shp.example', 'whsec_x', '{}')`,
  ],
  [
    'numberOfItsYear',
    `UPDATE assessments SET number = 'GXXSD-2021-999999' WHERE station_id = 'demo-station' AND level = 3
    AND status = 'returned'`,
  ],
];

describe('violations are found', () => {
  let demo: TestDatabase;
  beforeAll(async () => {
    demo = await openDemo();
  });
  afterAll(() => demo.close());

  test.for(HARMS)('%s: %s', async ([rule, ...statements]) => {
    const found = await undone(async (db) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
      return violations(db);
    });
    expect(found.map((violation) => violation.rule)).toContain(rule);
  });

  test('for every rule', () => {
    expect(new Set(HARMS.map(([rule]) => rule))).toEqual(new Set(RULES));
  });

  /** Runs `work` in a transaction that is rolled back. */
  async function undone<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const transaction = await demo.write.startTransaction().execute();
    try {
      return await work(transaction);
    } finally {
      await transaction.rollback().execute();
    }
  }
});
