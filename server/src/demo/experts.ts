import type { Thresholds } from '@shp/shared/domain/settings';
import { type ReviewResult, reviewResult } from '@shp/shared/domain/standard/scoring';
import type { Judge } from '@shp/shared/domain/statistics/review';
import type { AssessmentExpertsTable } from '../store/schema/schema.ts';
import type { Expert } from './people.ts';
import type { Random } from './random.ts';
import { EXPERT_CONCLUSION } from './sampleTexts.ts';
import { type Sheet, STANDARD_ITEMS } from './scores.ts';
import { iso } from './times.ts';

/** An expert assigned to one assessment; the first `scored` items of the sheet are done. */
export type Seat = {
  expert: Expert;
  sheet: Sheet;
  scored: number;
  scoredAt: number;
  assignedAt: number;
  concludedAt: number | null;
  dropped: boolean;
  conclusion: string;
};
export type Concluded = { seat: Seat; at: number; text: string };

/** The experts of one assessment. */
export class Panel {
  readonly seats: Seat[] = [];
  /** All conclusions, including reopened ones. */
  readonly given: Concluded[] = [];
  readonly #random: Random;
  readonly #thresholds: Thresholds;
  /** Cached until an expert concludes or conclusions reopen: each step reads it. */
  #result: { value: ReviewResult | null } | null = null;

  constructor(random: Random, thresholds: Thresholds) {
    this.#random = random;
    this.#thresholds = thresholds;
  }

  assign(experts: readonly Expert[], sheetOf: (expert: Expert) => Sheet, at: number): void {
    for (const expert of experts) {
      const unscored = { scored: 0, scoredAt: at, assignedAt: at, concludedAt: null, dropped: false, conclusion: '' };
      this.seats.push({ expert, sheet: sheetOf(expert), ...unscored });
    }
  }

  /** The first `count` experts conclude between `from` and `to`, one of them exactly at `to`. */
  conclude(count: number, from: number, to: number): void {
    for (const [index, seat] of this.seats.slice(0, count).entries()) {
      const at = index === count - 1 ? to : this.#random.int(from, to);
      this.score(seat, STANDARD_ITEMS, from, at);
      seat.concludedAt = at;
      seat.conclusion = EXPERT_CONCLUSION;
      this.given.push({ seat, at, text: seat.conclusion });
    }
    this.#result = null;
  }

  /** Never lowers the number of scored items. */
  score(seat: Seat, items: number, from: number, to: number): void {
    if (seat.scored >= items) return;
    seat.scored = items;
    seat.scoredAt = this.#random.int(from, to);
  }

  /** The review continues: clears every conclusion mark and dropped mark. */
  reopen(texts: 'keep' | 'clear'): void {
    for (const seat of this.seats) {
      seat.concludedAt = null;
      seat.dropped = false;
      if (texts === 'clear') seat.conclusion = '';
    }
    this.#result = null;
  }

  dropUnconcluded(): void {
    for (const seat of this.seats) seat.dropped = seat.concludedAt === null;
  }

  get counting(): Seat[] {
    return this.seats.filter(({ dropped }) => !dropped);
  }

  /** The mean over the experts who concluded. */
  get result(): ReviewResult | null {
    const concluded = this.seats.filter(({ concludedAt }) => concludedAt !== null);
    this.#result ??= {
      value: reviewResult(
        concluded.map(({ sheet }) => sheet.sum),
        this.#thresholds,
      ),
    };
    return this.#result.value;
  }

  /** The experts' ids in the order of assignment, as the database stores them with the assessment. */
  get ids(): string {
    return this.#inOrder.map(({ expert }) => expert.row.id).join(',');
  }

  /** The experts who concluded and count, in the order of assignment. */
  get judges(): Judge[] {
    return this.#inOrder.flatMap(({ expert, sheet, assignedAt, concludedAt, dropped }) =>
      concludedAt === null || dropped
        ? []
        : { expert: expert.row.id, assignedAt: iso(assignedAt), concludedAt: iso(concludedAt), ...sheet },
    );
  }

  get #inOrder(): Seat[] {
    const ofOneTime = (one: Seat, other: Seat) => (one.expert.row.id < other.expert.row.id ? -1 : 1);
    return this.seats.toSorted((one, other) => one.assignedAt - other.assignedAt || ofOneTime(one, other));
  }

  rows(assessment: string): AssessmentExpertsTable[] {
    return this.seats.map(({ expert, assignedAt, scoredAt, concludedAt, dropped, conclusion }) => ({
      assessment_id: assessment,
      expert_id: expert.row.id,
      assigned_at: iso(assignedAt),
      conclusion,
      concluded_at: concludedAt === null ? null : iso(concludedAt),
      dropped: dropped ? 1 : 0,
      updated_at: iso(Math.max(assignedAt, scoredAt, concludedAt ?? 0)),
    }));
  }
}
