import { cityOf } from '@shp/shared/domain/accounts/divisions';
import type { Form } from '@shp/shared/domain/assessment/form';
import { mergeForm } from '@shp/shared/domain/assessment/formPatch';
import type { Contribution, ContributionKind } from '@shp/shared/domain/assessment/fourEyes';
import { type Effect, type LifecycleRow, rowsFrom } from '@shp/shared/domain/assessment/lifecycle';
import { openingProblems } from '@shp/shared/domain/assessment/problems';
import { type AssessmentFacts, judgeStep, systemStep } from '@shp/shared/domain/assessment/steps';
import { formProblems } from '@shp/shared/domain/assessment/submission';
import { revokedUntil, validUntil } from '@shp/shared/domain/lib/days';
import { toTenths } from '@shp/shared/domain/lib/rational';
import { DEFAULT_SETTINGS } from '@shp/shared/domain/settings';
import { shortfall } from '@shp/shared/domain/standard/scoring';
import { type ReviewFigures, reviewFigures } from '@shp/shared/domain/statistics/review';
import { type AssessmentRecord, newAssessment, resultColumns, stageOf } from '../store/repositories/assessments.ts';
import type { EventsTable, UsersTable } from '../store/schema/schema.ts';
import { Panel } from './experts.ts';
import { begunForm, finishedForm } from './forms.ts';
import type { Expert, People } from './people.ts';
import { DEMO_COUNTY } from './places.ts';
import type { Random } from './random.ts';
import { DESCRIPTIONS, MANAGER_CONCLUSION, RETURN_REMARKS } from './sampleTexts.ts';
import type { Move } from './scenarios.ts';
import type { Episode } from './schedule.ts';
import { qualityFor, type Sheet, type Sheets, STANDARD, STANDARD_ITEMS } from './scores.ts';
import { iso } from './times.ts';

/** `today`: the time at which the demo ends. */
export type DemoSources = { random: Random; people: People; sheets: Sheets; today: number };

const { thresholds, minExperts, validYears } = DEFAULT_SETTINGS;
const RULES = { thresholds, minExperts, minIndependentExperts: 0, validYears };

/**
 * Plays one assessment move by move. The lifecycle judges each step as for a real caller, so the rules allow everything
 * written here.
 */
export class History {
  readonly row: AssessmentRecord;
  readonly events: EventsTable[] = [];
  readonly submissions: { at: string; form: string }[] = [];
  readonly panel: Panel;
  /** The steps that were taken, with the status after each. */
  readonly taken: { step: LifecycleRow; at: string; status: AssessmentRecord['status']; by: string | null }[] = [];
  /** The row when the review was concluded; this is printed. */
  concluded: AssessmentRecord | null = null;
  /** The station's own scores; the first `scored` items are done. */
  readonly own: { sheet: Sheet; scored: number };
  readonly station: UsersTable;
  readonly finalManager: UsersTable;
  readonly #world: DemoSources;
  readonly #episode: Episode;
  readonly #first: UsersTable;
  #form: Form;
  #now: number;

  constructor(world: DemoSources, episode: Episode, number: string) {
    const { random, people, sheets } = world;
    const { station, scenario, createdAt } = episode;
    this.#world = world;
    this.station = station.row;
    this.#episode = episode;
    this.#now = createdAt;
    this.panel = new Panel(random, thresholds);
    this.own = { sheet: sheets.draw(qualityFor(scenario.level)), scored: random.int(0, STANDARD_ITEMS / 2) };
    this.#first = people.unitFor(station.division);
    // Four eyes: if the city unit made the first review, the province unit concludes.
    const byCity = scenario.level === 3 && this.#first.role === 'county_manager';
    this.finalManager = people.unitFor(byCity ? (cityOf(station.division) ?? '') : '');
    this.row = newAssessment({
      id: random.id(createdAt),
      number,
      station: { ...station.row, division: station.division },
      level: scenario.level,
      standard: STANDARD.version,
      at: iso(createdAt),
    });
    this.#form = begunForm(random, JSON.parse(this.row.form) as Form);
    this.#record(null, station.row, '');
    for (const [index, move] of scenario.moves.entries()) this.#make(move, episode.times[index] ?? createdAt);
    this.#leaveHalfDone();
    this.row.form = JSON.stringify(this.#form);
    Object.assign(this.row, resultColumns(this.panel.result));
  }

  /** The users who acted here, with the time of their last act. */
  get lastActions(): [user: string, at: string][] {
    return [
      ...this.events.flatMap(({ by_id, at }): [string, string][] => (by_id === null ? [] : [[by_id, at]])),
      ...this.panel.given.map(({ seat, at }): [string, string] => [seat.expert.row.id, iso(at)]),
    ];
  }

  /** The review's figures for statistics; null before its conclusion. */
  get figures(): ReviewFigures | null {
    return this.row.concluded_at === null ? null : reviewFigures(STANDARD, this.own.sheet, this.panel.judges);
  }

  #make(move: Move, at: number): void {
    this.#prepare(move, at);
    const facts = this.#facts();
    const row = rowsFrom(facts).find(({ name, by }) =>
      move === 'endReviewEarly' ? name === 'endReview' && by === 'finalManager' : name === move,
    );
    if (!row) throw new Error(`no step ${move} from ${this.row.status}`);
    const by = this.#actor(row);
    const description = DESCRIPTIONS[move];
    if (by === null) {
      if (systemStep(facts) !== row) throw new Error(`${move} is not due`);
    } else {
      const verdict = judgeStep(facts, { id: by.id, role: by.role, division: by.division }, row.to, description);
      if (!verdict.ok) throw new Error(`${move} is refused: ${JSON.stringify(verdict)}`);
    }
    const from = this.row.status;
    this.#now = at;
    this.row.status = row.to;
    this.taken.push({ step: row, at: iso(at), status: row.to, by: by?.id ?? null });
    this.row.stage = stageOf(row.to);
    this.#bump();
    if (move === 'return') this.row.ever_returned = 1;
    for (const effect of row.effects) this.#effect(effect);
    if (row.effects.includes('conclude')) this.concluded = { ...this.row, form: JSON.stringify(this.#form) };
    this.#record(from, by, description, move === 'return' ? this.#world.random.pick(RETURN_REMARKS) : []);
  }

  /** What people do between the last step and this one. */
  #prepare(move: Move, at: number): void {
    const { random } = this.#world;
    if (move === 'submit') this.#fillIn(at);
    if (move === 'startReview' && this.panel.seats.length === 0) this.#assign(random.int(this.#now, at));
    if (move === 'endReview') this.panel.conclude(this.panel.seats.length, this.#now, at);
    if (move === 'endReviewEarly') {
      this.panel.conclude(this.panel.seats.length - 1, this.#now, random.int(this.#now, at));
    }
    if (move === 'pass' || move === 'fail') {
      this.row.manager_conclusion = MANAGER_CONCLUSION[move];
      this.row.manager_conclusion_by = this.finalManager.id;
      this.row.manager_conclusion_at = iso(random.int(this.#now, at));
    }
  }

  /**
   * Before the first submission the station fills in the form and scores itself; before later ones it corrects a field.
   */
  #fillIn(at: number): void {
    const { random } = this.#world;
    if (this.row.first_submitted_at === null) {
      this.#form = finishedForm(random, this.#form, { from: new Date(this.#now), to: new Date(at) });
      this.#scoreSelf(STANDARD_ITEMS, at);
      this.row.station_score = toTenths(this.own.sheet.sum.score100);
      this.row.self_saved_at = iso(at);
    } else {
      const { staff = 0 } = this.#form.plant;
      this.#form = mergeForm(this.#form, { plant: { staff: staff + 1 } });
    }
    this.#bump();
  }

  #bump(): void {
    this.row.version += 1;
    this.row.shared_version += 1;
  }

  #scoreSelf(items: number, until: number): void {
    this.own.scored = items;
    this.row.scores_at = iso(this.#world.random.int(this.#now, until));
  }

  #actor({ by }: LifecycleRow): UsersTable | null {
    const actors = { station: this.station, firstManager: this.#first, finalManager: this.finalManager };
    return by === 'system' ? null : actors[by];
  }

  #effect(effect: Effect): void {
    const at = iso(this.#now);
    switch (effect) {
      case 'submission':
        this.row.submitted_at = at;
        this.row.first_submitted_at ??= at;
        this.row.rules ??= JSON.stringify(RULES);
        this.submissions.push({ at, form: JSON.stringify(this.#form) });
        break;
      case 'archiveConclusions':
        this.panel.reopen('clear');
        break;
      case 'reopenConclusions':
        this.panel.reopen('keep');
        break;
      case 'dropUnconcluded':
        this.panel.dropUnconcluded();
        break;
      case 'conclude':
        this.row.concluded_at = at;
        break;
      case 'startValidity':
        this.row.valid_until = validUntil(at, RULES.validYears);
        break;
      case 'endValidity':
        this.row.valid_until = this.row.valid_until && revokedUntil(this.row.valid_until, at);
    }
  }

  /**
   * Assigns experts from other units than the station's; in the demo's county the last is the printed expert account.
   */
  #assign(at: number): void {
    const { random, people, sheets } = this.#world;
    const { station, scenario } = this.#episode;
    const own = [station.profile.name, station.profile.owner];
    const strangers = people.experts.filter(({ unit }) => !own.includes(unit));
    const [printed] = people.experts;
    const drawn: Expert[] = random.some(strangers, random.int(2, 3)).filter((expert) => expert !== printed);
    if (printed && (station.division === DEMO_COUNTY || drawn.length < 2)) drawn.push(printed);
    const passes = scenario.moves.includes('pass') || (!scenario.moves.includes('fail') && random.chance(0.8));
    this.panel.assign(drawn, ({ habit }) => sheets.drawBy(habit, passes ? qualityFor(scenario.level) : 'poor'), at);
    this.row.version += 1;
  }

  /** Reviews that run today are left incomplete. */
  #leaveHalfDone(): void {
    const { random, today } = this.#world;
    const until = random.int(this.#now, today);
    if (this.row.first_submitted_at === null) {
      this.#scoreSelf(this.own.scored, until);
      this.row.shared_updated_at = iso(until);
    } else if (this.row.status === 'reviewing') {
      const done = random.int(0, this.panel.seats.length - 1);
      this.panel.conclude(done, this.#now, until);
      for (const seat of this.panel.seats.slice(done)) {
        this.panel.score(seat, random.int(0, STANDARD_ITEMS - 1), this.#now, until);
      }
    } else return;
    this.row.updated_at = iso(until);
  }

  #facts(): AssessmentFacts {
    const { station, scenario } = this.#episode;
    return {
      station: station.row.id,
      division: station.division,
      level: scenario.level,
      status: this.row.status,
      everReturned: this.row.ever_returned === 1,
      rules: RULES,
      experts: this.panel.counting.map(({ expert, concludedAt }) => ({
        id: expert.row.id,
        concluded: concludedAt !== null,
      })),
      managerConclusion: this.row.manager_conclusion !== null,
      submission: () => {
        const lacking = shortfall(this.own.sheet.sum, scenario.level, thresholds);
        return [
          ...openingProblems(scenario.level, DEFAULT_SETTINGS),
          ...formProblems(this.#form),
          ...(lacking ? [{ part: 'score', code: 'belowThreshold', shortfall: lacking } as const] : []),
        ];
      },
      result: () => this.panel.result,
      fourEyes: () => ({
        createdAt: this.row.created_at,
        firstSubmittedAt: this.row.first_submitted_at,
        contributions: this.#contributions(),
        links: [],
        nameOf: (id) => ({ name: id, account: '' }),
        accounts: [],
      }),
      expertMakers: () => new Map(),
    };
  }

  #contributions(): Contribution[] {
    const of = (account: string | null, kind: ContributionKind) => (account === null ? [] : [{ account, kind }]);
    return [
      ...of(this.station.id, 'form'),
      ...of(this.station.id, 'selfScores'),
      ...this.panel.seats.flatMap(({ expert }) => of(expert.row.id, 'expertScores')),
      ...this.events.flatMap(({ status, by_id }) => [
        ...(status === 'submitted' ? of(by_id, 'submission') : []),
        ...(status === 'first_passed' ? of(by_id, 'firstReview') : []),
      ]),
    ];
  }

  #record(
    from: EventsTable['from_status'],
    by: UsersTable | null,
    description: string,
    remarks: readonly object[] = [],
  ) {
    const at = iso(this.#now);
    Object.assign(this.row, { updated_at: at, shared_updated_at: at, status_since: at });
    this.events.push({
      id: this.#world.random.id(this.#now),
      assessment_id: this.row.id,
      seq: this.events.length + 1,
      from_status: from,
      status: this.row.status,
      description,
      remarks: JSON.stringify(remarks),
      at,
      by_id: by?.id ?? null,
      by_name: by?.name ?? null,
      by_role: by?.role ?? null,
      hints: '[]',
      proposed_until: null,
    });
  }
}
