import type { Print } from '@shp/shared/api/objects';
import { FINDING_STEPS } from '@shp/shared/domain/findings/steps';
import { dayOf } from '@shp/shared/domain/lib/days';
import { sql } from 'kysely';
import { afterStep, findingNumber } from '../findings/findings.ts';
import type { FindingEventsTable, FindingsTable } from '../schema/findings.ts';
import type { Db } from '../schema/schema.ts';

/** A finding with its steps and the ids of its evidence. */
type RecordedFinding = {
  row: FindingsTable;
  events: readonly FindingEventsTable[];
  files: ReadonlySet<string>;
  /** The division of its station now. */
  division: string | null;
};

/** The rules for every finding (docs/spec/domain.md#findings), by name. */
export const FINDING_RULES: Record<string, (recorded: RecordedFinding) => boolean> = {
  /** The steps follow each other by the table, and the finding is as the last one left it. */
  findingSteps({ row, events }) {
    const [made, ...steps] = events;
    if (made?.from_state !== null || made.state !== 'open' || made.at !== row.created_at) return false;
    let after: FindingsTable = {
      ...row,
      state: 'open',
      due: made.due,
      updated_at: made.at,
      closed_at: null,
      days: null,
    };
    for (const [index, { seq, from_state, state, due, at }] of steps.entries()) {
      const known = FINDING_STEPS.some(({ from, to }) => from === after.state && to === state);
      if (!known || seq !== index + 2 || from_state !== after.state || at < after.updated_at) return false;
      after = afterStep(after, state, due ?? undefined, at);
    }
    const same = (key: 'state' | 'due' | 'updated_at' | 'closed_at' | 'days') => after[key] === row[key];
    return same('state') && same('due') && same('updated_at') && same('closed_at') && same('days');
  },
  findingEvidence: ({ events, files }) =>
    events.every((event) => (JSON.parse(event.files) as string[]).every((id) => files.has(id))),
  findingPlace: ({ row, division }) => row.division === division,
  findingOfItsKind: ({ row }) =>
    row.source === 'review'
      ? row.assessment_id !== null && row.serial !== null && row.lost !== null
      : row.lost === null,
};

const BATCH_SIZE = 500;

/** Every finding, page by page. */
export async function* walkFindingsRecorded(db: Db): AsyncGenerator<RecordedFinding> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('findings')
      .innerJoin('users', 'users.id', 'findings.station_id')
      .selectAll('findings')
      .select('users.division as of_station')
      .where('findings.id', '>', after)
      .orderBy('findings.id')
      .limit(BATCH_SIZE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const ids = rows.map(({ id }) => id);
    const events = await db
      .selectFrom('finding_events')
      .selectAll()
      .where('finding_id', 'in', ids)
      .orderBy('seq')
      .execute();
    const files = await db.selectFrom('files').select(['id', 'finding_id']).where('finding_id', 'in', ids).execute();
    const eventsOf = new Map<string, FindingEventsTable[]>(ids.map((id) => [id, []]));
    for (const event of events) eventsOf.get(event.finding_id)?.push(event);
    const filesOf = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]));
    for (const { id, finding_id } of files) filesOf.get(finding_id ?? '')?.add(id);
    for (const { of_station: division, ...row } of rows)
      yield { row, events: eventsOf.get(row.id) ?? [], files: filesOf.get(row.id) ?? new Set(), division };
  }
}

/** Rules over many findings: each query returns the ids that break one. */
export const FINDING_QUERIES: Record<string, (db: Db) => Promise<string[]>> = {
  /** A concluded review has a finding of each printed problem, or none if it was concluded before findings existed. */
  async findingsOfReviews(db) {
    const made = await db
      .selectFrom('findings')
      .innerJoin('prints', 'prints.assessment_id', 'findings.assessment_id')
      .select(['findings.assessment_id as id', sql<string>`min(prints.json)`.as('json')])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('findings.source', '=', 'review')
      .groupBy('findings.assessment_id')
      .execute();
    return made.flatMap(({ id, json, count }) =>
      id !== null && (JSON.parse(json) as Print).problems.length !== Number(count) ? [id] : [],
    );
  },
  async findingNumbers(db) {
    const rows = await db.selectFrom('findings').select(['id', 'no', 'created_at']).execute();
    return rows.flatMap(({ id, no, created_at }) =>
      no === findingNumber(Number(dayOf(created_at).slice(0, 4)), id) ? [] : [id],
    );
  },
};
