import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { MANAGERS, type Role } from '@shp/shared/domain/accounts/roles';
import type { Form } from '@shp/shared/domain/assessment/form';
import { type AccountLink, conflictOf, type GuardedStep } from '@shp/shared/domain/assessment/fourEyes';
import {
  type Actor,
  EDITABLE,
  type LifecycleRow,
  type Publication,
  rowsFrom,
  statusAfter,
} from '@shp/shared/domain/assessment/lifecycle';
import { checkRemark, type Remark } from '@shp/shared/domain/assessment/remarks';
import type { Level, Status } from '@shp/shared/domain/assessment/statuses';
import { guardedStepFrom } from '@shp/shared/domain/assessment/stepUnits';
import { formProblems } from '@shp/shared/domain/assessment/submission';
import { dayOf, revokedUntil, validUntil } from '@shp/shared/domain/lib/days';
import { toTenths } from '@shp/shared/domain/lib/rational';
import { DEFAULT_SETTINGS, type Thresholds } from '@shp/shared/domain/settings';
import { reviewResult, scoreSum } from '@shp/shared/domain/standard/scoring';
import { itemsBySerial } from '@shp/shared/domain/standard/standard';
import { type ReviewFigures, reviewFigures, withSum } from '@shp/shared/domain/statistics/review';
import { resultColumns, stageOf } from '../repositories/assessments.ts';
import { escalationOf } from '../repositories/escalations.ts';
import { recordOf } from '../repositories/fourEyes.ts';
import type { AssessmentsTable, EventsTable } from '../schema/schema.ts';
import { figuresOf } from '../statistics/reviewSums.ts';
import type { Recorded } from './dossier.ts';

/** The rules for every assessment (docs/spec/domain.md#lifecycle), by name. */
export const HISTORY_RULES = {
  eventsUnbroken({ row, events }) {
    const [first] = events;
    if (first?.from_status !== null || first.status !== 'draft' || first.at !== row.created_at) return false;
    const unbroken = events.every((event, index) => {
      const before = events[index - 1];
      return event.seq === index + 1 && (!before || (event.from_status === before.status && event.at >= before.at));
    });
    return unbroken && events.at(-1)?.status === row.status && row.stage === stageOf(row.status);
  },

  stepsAllowed(recorded) {
    const known = { serials: itemsBySerial(recorded.standard), files: recorded.files };
    return stepsOf(recorded).every(({ step, event }) => {
      if (!step || (step.needs.includes('description') && event.description.trim() === '')) return false;
      return (JSON.parse(event.remarks) as Remark[]).every((remark) => checkRemark(remark, known) === null);
    });
  },

  /** Every answer belongs to a remark of a return, and is the station's. */
  answersToRemarks({ row, events, answers }) {
    return answers.every(({ event_id, remark, at, by_id, text }) => {
      const event = events.find(({ id, status }) => id === event_id && status === 'returned');
      if (!event || at < event.at || by_id !== row.station_id || text.trim() === '') return false;
      return remark < (JSON.parse(event.remarks) as Remark[]).length;
    });
  },

  datesOfSteps(recorded) {
    const { row } = recorded;
    const did = (effect: LifecycleRow['effects'][number]) =>
      stepsOf(recorded).flatMap(({ step, event }) => (step?.effects.includes(effect) ? event.at : []));
    const submissions = did('submission');
    return (
      row.first_submitted_at === (submissions[0] ?? null) &&
      row.submitted_at === (submissions.at(-1) ?? null) &&
      row.concluded_at === (did('conclude')[0] ?? null) &&
      (row.ever_returned === 1) === stepsOf(recorded).some(({ step }) => step?.name === 'return') &&
      row.status_since === recorded.events.at(-1)?.at &&
      row.shared_updated_at >= row.status_since &&
      row.updated_at >= row.shared_updated_at &&
      row.version >= row.shared_version
    );
  },

  rulesPinned: ({ row }) => (row.rules === null) === (row.first_submitted_at === null),

  validity({ row, events }) {
    const revoked = events.find(({ status }) => status === 'revoked');
    if ((row.status !== 'passed' && !revoked) || row.concluded_at === null) return row.valid_until === null;
    const full = validUntil(row.concluded_at, rulesOf(row).validYears);
    return row.valid_until === (revoked ? revokedUntil(full, revoked.at) : full);
  },

  /** A review ends as soon as every expert has concluded, and never before enough of them have. */
  expertsConcluded({ row, experts }) {
    const counting = experts.filter(({ dropped }) => dropped === 0);
    const concluded = counting.filter(({ concluded_at }) => concluded_at !== null).length;
    if (row.status === 'reviewing') return concluded < Math.max(counting.length, rulesOf(row).minExperts);
    const over = stageOf(row.status) >= stageOf('reviewed') && row.status !== 'withdrawn';
    return over ? concluded >= rulesOf(row).minExperts && concluded === counting.length : concluded === 0;
  },

  /** A proposal runs in `reviewed`, with the day of the event that began it. */
  proposalOfEvent({ row, events }) {
    const last = events.at(-1)?.proposed_until ?? null;
    return row.proposed_until === last && (last === null || row.status === 'reviewed');
  },

  concludedWithText: ({ row }) => row.concluded_at === null || row.manager_conclusion !== null,

  firstReviewByOther: (recorded) => takenByOthers(recorded, 'firstReview'),
  concludedByOther: (recorded) => takenByOthers(recorded, 'conclusion'),

  /** The stored escalation equals what the four-eyes rule gives now. */
  escalated({ row, contributions, escalation, unitAccounts, handsOn }) {
    const involved = [...contributions.map(({ account }) => account), ...unitAccounts.map(({ id }) => id)];
    const links = guardedStepFrom(row.status) === null ? [] : linksUpwards(involved, handsOn);
    const found = escalationOf(row, contributions, links, unitAccounts);
    return JSON.stringify(found) === JSON.stringify(escalation ?? null);
  },

  /**
   * A submitted form is complete. A form that is editable, or was when its application was withdrawn, may be
   * incomplete.
   */
  formComplete({ row, form, events }) {
    if (form === undefined) return false;
    const since = row.status === 'withdrawn' ? events.at(-1)?.from_status : row.status;
    const open = EDITABLE.some((status) => status === since);
    return open || formProblems(JSON.parse(form) as Form).length === 0;
  },

  /** One copy per submission. Older assessments of a large demo have none. */
  submissionsKept(recorded) {
    const { submissions } = recorded;
    if (submissions.length === 0) return true;
    const sent = stepsOf(recorded).filter(({ step }) => step?.effects.includes('submission'));
    return sent.length === submissions.length && submissions.every(({ at }, index) => at === sent[index]?.event.at);
  },

  /**
   * The self score is the sum of the items, unless they changed since. Older assessments of a large demo have no items.
   */
  selfScore({ row, standard, stationScores }) {
    if (row.self_saved_at === null) return row.station_score === null;
    if (stationScores.length === 0 || (row.scores_at ?? '') > row.self_saved_at) return row.station_score !== null;
    return row.station_score === toTenths(scoreSum(standard, stationScores, rulesOf(row).thresholds).score100);
  },

  /** The result is the mean over the experts who concluded. Older assessments of a large demo have no items. */
  expertScore({ row, standard, experts, expertScores }) {
    const { thresholds } = rulesOf(row);
    const concluded = experts.filter(({ dropped, concluded_at }) => dropped === 0 && concluded_at !== null);
    const sheets = concluded.map(({ expert_id }) => expertScores(expert_id));
    if (sheets.length > 0 && sheets.every((items) => items.length === 0)) return row.expert_score !== null;
    const sums = sheets.map((items) => scoreSum(standard, items, thresholds));
    const { expert_score, chapter_rates } = resultColumns(reviewResult(sums, thresholds));
    return row.expert_score === expert_score && row.chapter_rates === chapter_rates;
  },

  /** The stored figures agree with the scores. Older assessments of a large demo have no items. */
  figuresKept({ row, standard, experts, stationScores, expertScores, figures }) {
    if (row.concluded_at === null || row.is_deleted === 1) return !figures;
    const panel = experts
      .filter(({ dropped, concluded_at }) => dropped === 0 && concluded_at !== null)
      .map(({ expert_id, assigned_at, concluded_at }) => {
        const scored = withSum(standard, expertScores(expert_id));
        return { expert: expert_id, assignedAt: assigned_at, concludedAt: concluded_at ?? '', ...scored };
      });
    if (panel.every(({ items }) => items.length === 0)) return true;
    const found = reviewFigures(standard, withSum(standard, stationScores), panel);
    const byExpert = ({ scores, experts: list }: ReviewFigures) => ({
      scores,
      experts: list.toSorted((a, b) => (a.expert < b.expert ? -1 : 1)),
    });
    return figures !== undefined && isDeepStrictEqual(byExpert(figuresOf(figures)), byExpert(found));
  },

  printUntouched: ({ print }) => !print || createHash('sm3').update(print.json).digest('hex') === print.digest,

  numberOfItsYear: ({ row }) => new RegExp(`^GXXSD-${dayOf(row.created_at).slice(0, 4)}-\\d{6,}$`).test(row.number),
} satisfies Record<string, (recorded: Recorded) => boolean>;

type Rules = { thresholds: Thresholds; minExperts: number; validYears: number };

/** The pinned rules. Before the first submission no check depends on them. */
function rulesOf({ rules }: AssessmentsTable): Rules {
  return rules === null ? DEFAULT_SETTINGS : (JSON.parse(rules) as Rules);
}

/** Each event after the first with its lifecycle row; null if the lifecycle has no such step. */
function stepsOf({ row, events }: Recorded): { step: LifecycleRow | null; event: EventsTable }[] {
  let everReturned = false;
  let running = false;
  return events.slice(1).map((event) => {
    const { from_status: status } = event;
    const ways: Publication[] = running ? ['running'] : ['atOnce', 'proposed'];
    const rows = status === null ? [] : ways.flatMap((publication) => rowsFrom({ status, everReturned, publication }));
    const leads = (step: LifecycleRow) => statusAfter(step, status ?? event.status) === event.status;
    const step = rows.find((one) => leads(one) && wasMadeBy(one.by, event, row)) ?? null;
    everReturned ||= step?.name === 'return';
    running = step?.name === 'propose';
    return { step, event };
  });
}

/** Uses the role stored with the event: the account may have moved to another division since. */
function wasMadeBy(actor: Actor, event: EventsTable, row: { station_id: string; level: Level }): boolean {
  if (actor === 'system' || event.by_role === null) return actor === 'system' && event.by_role === null;
  if (event.by_role === 'admin') return true;
  if (actor === 'station') return event.by_id === row.station_id;
  if (actor === 'firstManager') return (MANAGERS as readonly Role[]).includes(event.by_role);
  return event.by_role === 'province_manager' || (event.by_role === 'city_manager' && row.level === 3);
}

const GUARDED_STEPS: Record<GuardedStep, readonly Status[]> = {
  firstReview: ['first_passed'],
  conclusion: ['passed', 'failed'],
};

/**
 * Whether the four-eyes rule allowed every such step to its account, by the facts of that time. Skips steps of older
 * versions, which have no hints: the rule of their time applied.
 */
function takenByOthers({ row, events, contributions, handsOn }: Recorded, step: GuardedStep): boolean {
  return events.every(({ status, by_id, at, hints, proposed_until }) => {
    const decides = GUARDED_STEPS[step].includes(status) || (step === 'conclusion' && proposed_until !== null);
    if (!decides || by_id === null || hints === null) return true;
    const before = contributions.filter((one) => one.at <= at);
    const links = linksUpwards([by_id, ...before.map(({ account }) => account)], handsOn);
    // A password reset in the same millisecond may have come after the step.
    const known = recordOf(
      row,
      before,
      links.filter((link) => link.at < at),
    );
    return conflictOf(known, step, by_id) === null;
  });
}

function linksUpwards(accounts: readonly string[], handsOn: Recorded['handsOn']): AccountLink[] {
  const reached = new Set(accounts);
  const links: AccountLink[] = [];
  for (const account of reached) {
    for (const { user_id, by_id, at } of handsOn(account)) {
      links.push({ account: user_id, by: by_id, at });
      reached.add(by_id);
    }
  }
  return links;
}
