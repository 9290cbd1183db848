import { DAY, dayOf, HOUR } from '@shp/shared/domain/lib/days';
import { FINDING_DAYS, NEWS_DAYS } from '@shp/shared/domain/notices/kinds';
import { noticesAbout, noticesOfFinding, noticesOfStep } from '../notices/notify.ts';
import { isNewOccasion, unannouncedDueFindings } from '../store/notices/due.ts';
import type { NewNotice } from '../store/notices/notices.ts';
import type { Db } from '../store/schema/schema.ts';
import { insertMany } from './bulkInsert.ts';
import type { History } from './history.ts';
import { DEMO_COUNTY } from './places.ts';
import type { Random } from './random.ts';
import { iso } from './times.ts';

/** Notices are kept for a year. */
const KEPT_MS = 365 * DAY;
/** Assessments outside the demo county that get notices. */
const NEWEST = 120;
const FINDINGS = 200;
/** Every account has left the newest third of its notices unread. */
const UNREAD_OF = 3;
const READ_HOURS = 48;

/** Collects the assessments of the last year, and tells of them as their steps would have. */
export class Notices {
  readonly #shown: History[] = [];
  #newest: History[] = [];

  readonly #from: number;

  constructor(
    private readonly random: Random,
    private readonly today: number,
  ) {
    this.#from = today - KEPT_MS;
  }

  /** Takes histories in the order of their creation. */
  take(histories: readonly History[]): void {
    const recent = histories.filter(({ row }) => Date.parse(row.updated_at) >= this.#from);
    this.#shown.push(...recent.filter(({ row }) => row.division === DEMO_COUNTY));
    this.#newest = [...this.#newest, ...recent.filter(({ row }) => row.division !== DEMO_COUNTY)].slice(-NEWEST);
  }

  /** Writes the notices, after everything that they are about; the older ones are read. */
  async write(db: Db): Promise<void> {
    const made: NewNotice[] = [];
    for (const history of [...this.#shown, ...this.#newest]) made.push(...(await ofHistory(db, history)));
    made.push(...(await ofFindings(db, this.today)));
    const ordered = made
      .filter(({ at }) => Date.parse(at) >= this.#from)
      .sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
    const left = new Map<string, number>();
    for (const { user_id } of ordered) left.set(user_id, (left.get(user_id) ?? 0) + 1);
    const unread = new Map([...left].map(([user, count]) => [user, Math.ceil(count / UNREAD_OF)]));
    const rows = ordered.map((notice, index) => {
      const { user_id, at } = notice;
      const later = left.get(user_id) ?? 0;
      left.set(user_id, later - 1);
      const read = Math.min(Date.parse(at) + this.random.int(1, READ_HOURS) * HOUR, this.today);
      const read_at = later > (unread.get(user_id) ?? 0) ? iso(read) : null;
      return { ...notice, id: this.random.id(Date.parse(at)), seq: index + 1, read_at };
    });
    await insertMany(db, 'notices', rows);
  }
}

/** The notices of the steps and assignments of an assessment. */
async function ofHistory(db: Db, { row, taken, panel, finalManager }: History): Promise<NewNotice[]> {
  const notices: NewNotice[] = [];
  for (const { step, at, status, by } of taken)
    notices.push(...(await noticesOfStep({ db, now: at }, { ...row, status }, step, by)));
  for (const { expert, assignedAt } of panel.seats) {
    const named = { by: finalManager.id, named: [expert.row.id] };
    notices.push(...(await noticesAbout({ db, now: iso(assignedAt) }, 'assigned', row, {}, named)));
  }
  return notices;
}

/** The notices of findings whose last day is near; their occasions are stored, so that the server does not write them again. */
async function ofFindings(db: Db, today: number): Promise<NewNotice[]> {
  const now = iso(today);
  const day = (more: number) => dayOf(new Date(today + more * DAY));
  const kinds = [
    ['findingDue', { from: day(0), to: day(FINDING_DAYS) }],
    ['findingOverdue', { from: day(-NEWS_DAYS), to: day(-1) }],
  ] as const;
  const notices: NewNotice[] = [];
  for (const [kind, days] of kinds)
    for (const finding of await unannouncedDueFindings(db, kind, days, FINDINGS))
      if (await isNewOccasion(db, finding.occasion, now))
        notices.push(...(await noticesOfFinding({ db, now }, kind, finding)));
  return notices;
}
