import type { Print } from '@shp/shared/api/objects';
import type { FindingState } from '@shp/shared/domain/findings/finding';
import { judgeFindingStep } from '@shp/shared/domain/findings/steps';
import { DAY, dayOf } from '@shp/shared/domain/lib/days';
import { allItems } from '@shp/shared/domain/standard/standard';
import { findingsOf } from '../findings/make.ts';
import { afterStep, eventRow, findingNumber, madeEvent, type NewFinding } from '../store/findings/findings.ts';
import type { AssessmentRecord } from '../store/repositories/assessments.ts';
import type { FindingEventsTable, FindingsTable } from '../store/schema/findings.ts';
import type { Db, UsersTable } from '../store/schema/schema.ts';
import { printedId } from './accounts.ts';
import { insertMany } from './bulkInsert.ts';
import type { Contents, DemoFile } from './files.ts';
import type { History } from './history.ts';
import { EXAMPLE } from './names.ts';
import type { People } from './people.ts';
import { DEMO_COUNTY } from './places.ts';
import type { Random } from './random.ts';
import { STANDARD } from './scores.ts';
import { iso } from './times.ts';

/** Older conclusions have no findings, as in a database from before there were any. */
const SPAN = 426 * DAY;
const BATCH = 2000;
/** One problem in this many has advice by the final manager. */
const ADVISED_OF = 3;
/** Days that a station has from the conclusion where the final manager sets a day. */
const GIVEN_DAYS = 60;

/** Days from today to the last days of the printed station's own findings. */
const OWN_DUE = [5, -3];

const TEXTS = {
  advice: '对照评审标准逐条完善，并留存整改记录（示例）',
  plan: [
    '补充完善记录并纳入月度检查，责任人：示例甲',
    '更换破损设施并复核，责任人：示例乙',
    '组织培训并考核，责任人：示例丙',
  ],
  done: ['已完成整改，记录已补齐（示例）', '已更换并验收合格（示例）', '已培训并考核合格（示例）'],
  sendBack: '证明材料不足，请补充整改后照片（示例）',
  closed: '现场核查，已整改到位（示例）',
  self: ['厂房照明部分损坏（示例）', '安全工器具检验标签缺失（示例）', '应急物资台账未更新（示例）'],
  inspection: ['尾水渠护栏锈蚀（示例）', '值班记录签字不全（示例）'],
} as const;

/** A concluded history with its printed problems. */
export type Concluded = { history: History; problems: Print['problems'] };

/** The problems of a demo review, some with advice and a day. */
export function withAdvice(
  { concluded_at: at }: AssessmentRecord,
  problems: Print['problems'],
  today: number,
): Print['problems'] {
  if (at === null || Date.parse(at) < today - SPAN) return problems;
  const due = dayOf(new Date(Date.parse(at) + GIVEN_DAYS * DAY));
  return problems.map((problem, place) =>
    place % ADVISED_OF === 0
      ? { ...problem, text: `${problem.reasons.join('；')}`, advice: TEXTS.advice, due }
      : problem,
  );
}

type Made = { row: FindingsTable; events: FindingEventsTable[]; files: DemoFile[] };
type Act = { by: UsersTable; text: string; due: string | undefined; proof: readonly DemoFile[]; now: number };
type Way = readonly Exclude<FindingState, 'open'>[];

/** Plays what became of the findings of the demo's newer reviews; the table of steps judges every step. */
export class Findings {
  constructor(
    private readonly random: Random,
    private readonly people: People,
    private readonly today: number,
    /** Null: without evidence. */
    private readonly contents: Contents | null,
  ) {}

  /** Inserts the findings of concluded reviews, and some of own checks and inspections. */
  async insert(db: Db, concluded: readonly Concluded[]): Promise<void> {
    const made: Made[] = [];
    for (const { history, problems } of concluded) {
      const { concluded: row, station, finalManager } = history;
      const at = Date.parse(row?.concluded_at ?? '');
      if (row === null || at < this.today - SPAN) continue;
      const unit = this.people.unitFor(row.division);
      for (const finding of findingsOf(row, problems)) made.push(this.live(finding, finalManager, station, unit, at));
      if (row.division !== DEMO_COUNTY && !this.random.chance(0.1)) continue;
      const later = this.random.int(at, this.today);
      for (const source of ['self', 'inspection'] as const) {
        const text = this.random.pick<string>(TEXTS[source]);
        const place = { station_id: station.id, division: row.division, assessment_id: null };
        const found = { source, serial: null, lost: null, text, advice: '', due: null };
        const finder = source === 'self' ? station : unit;
        made.push(this.live({ ...place, ...found, standard_version: STANDARD.version }, finder, station, unit, later));
      }
    }
    await this.write(db, made);
  }

  /** Inserts `count` more findings of own checks and inspections, of any station, item and day of three years. */
  async insertMore(db: Db, count: number): Promise<void> {
    const serials = allItems(STANDARD).map(({ serial }) => serial);
    for (let from = 0; from < count; from += BATCH) {
      const made = Array.from({ length: Math.min(BATCH, count - from) }, () => {
        const { row: station, division } = this.random.pick(this.people.stations);
        const unit = this.people.unitFor(division);
        const at = this.random.int(this.today - 3 * 365 * DAY, this.today - DAY);
        const source = this.random.pick(['self', 'inspection'] as const);
        const serial = this.random.pick(serials);
        const place = { station_id: station.id, division, assessment_id: null, standard_version: STANDARD.version };
        const text = this.random.pick<string>(TEXTS[source]);
        const finding = { ...place, source, serial, lost: null, text, advice: '', due: null };
        return this.live(finding, source === 'self' ? station : unit, station, unit, at);
      });
      await this.write(db, made);
    }
  }

  private async write(db: Db, made: readonly Made[]): Promise<void> {
    await insertMany(
      db,
      'findings',
      made.map(({ row }) => row),
    );
    await insertMany(
      db,
      'finding_events',
      made.flatMap(({ events }) => events),
    );
    await this.contents?.keep(
      db,
      made.flatMap(({ files }) => files),
    );
  }

  /** One finding from its making until today. */
  private live(finding: NewFinding, finder: UsersTable, station: UsersTable, unit: UsersTable, at: number): Made {
    const { random } = this;
    const times = { created_at: iso(at), updated_at: iso(at), closed_at: null, days: null };
    const id = random.id(at);
    const no = findingNumber(Number(dayOf(iso(at)).slice(0, 4)), id);
    const row: FindingsTable = { ...finding, id, no, state: 'open', ...times };
    const made: Made = { row, events: [madeEvent(row, finder)], files: [] };
    let now = at;
    for (const to of this.way(at)) {
      now += random.int(2, 20) * DAY + random.int(0, DAY);
      if (now >= this.today) break;
      const backs = made.row.state === 'done' && to === 'planned';
      const by = to === 'closed' || backs ? unit : station;
      const due = to === 'planned' && !backs ? dayOf(new Date(now + random.int(20, 90) * DAY)) : undefined;
      const text = backs ? TEXTS.sendBack : to === 'closed' ? TEXTS.closed : this.textOf(to);
      const proof = to === 'done' && random.chance(0.1) ? this.proof(row, now) : [];
      this.step(made, to, { by, text, due, proof, now });
    }
    return made;
  }

  /** Takes a step, if the table of steps allows it. */
  private step(made: Made, to: Way[number], { by, text, due, proof, now }: Act): void {
    const { row, events, files } = made;
    const place = { station: row.station_id, division: row.division };
    const verdict = judgeFindingStep(
      row.state,
      place,
      { id: by.id, role: by.role, division: by.division },
      { to, text, due },
      dayOf(iso(now)),
    );
    if (!verdict.ok) throw new Error(`finding ${row.state} → ${to} is refused: ${JSON.stringify(verdict)}`);
    files.push(...proof);
    made.row = afterStep(row, to, due, iso(now));
    const named = proof.map((file) => file.row.id);
    const act = { from: row.state, state: to, text, due: made.row.due, files: named, at: iso(now), by };
    events.push(eventRow(row.id, events.length + 1, act));
  }

  /** Findings of the printed station's own check: one is due soon, one overdue. */
  async insertOwn(db: Db): Promise<void> {
    const station = this.people.stations.find(({ row }) => row.id === printedId('station'));
    if (!station) return;
    const { row: account, division } = station;
    const made = OWN_DUE.map((days, place) => {
      const at = this.today - (40 + place) * DAY;
      const id = this.random.id(at);
      const finding = {
        ...{ station_id: account.id, division, assessment_id: null, source: 'self' as const, serial: null, lost: null },
        ...{ standard_version: STANDARD.version, text: this.random.pick<string>(TEXTS.self), advice: '', due: null },
        ...{ id, no: findingNumber(Number(dayOf(iso(at)).slice(0, 4)), id), state: 'open' as const },
        ...{ created_at: iso(at), updated_at: iso(at), closed_at: null, days: null },
      };
      const one: Made = { row: finding, events: [madeEvent(finding, account)], files: [] };
      const due = dayOf(new Date(this.today + days * DAY));
      this.step(one, 'planned', { by: account, text: this.textOf('planned'), due, proof: [], now: at + DAY });
      return one;
    });
    await this.write(db, made);
  }

  private textOf(to: 'planned' | 'done'): string {
    return this.random.pick<string>(to === 'planned' ? TEXTS.plan : TEXTS.done);
  }

  /** How far a finding gets: the older it is, the further. */
  private way(at: number): Way {
    const age = (this.today - at) / DAY;
    const drawn = this.random.between(0, 1) + Math.min(age / 1200, 0.3);
    if (drawn < 0.45) return [];
    if (drawn < 0.7) return ['planned'];
    if (drawn < 0.85) return ['planned', 'done'];
    return drawn < 0.95 ? ['planned', 'done', 'planned', 'done', 'closed'] : ['planned', 'done', 'closed'];
  }

  private proof(row: FindingsTable, at: number): DemoFile[] {
    if (this.contents === null) return [];
    const content = `picture-${this.random.int(0, 11)}.png`;
    const file = {
      id: this.random.id(at),
      kind: 'finding' as const,
      assessment_id: null,
      finding_id: row.id,
      category: null,
      serial: null,
      title: `整改后照片${EXAMPLE}`,
      roles: '',
      uploaded_at: iso(at),
      by_id: row.station_id,
      by_name: '',
    };
    return [{ row: this.contents.row(file, content), content }];
  }
}
