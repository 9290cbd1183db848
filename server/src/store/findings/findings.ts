import type { Role } from '@shp/shared/domain/accounts/roles';
import type { Scope } from '@shp/shared/domain/accounts/scope';
import type { FindingState } from '@shp/shared/domain/findings/finding';
import { DAY, dayOf } from '@shp/shared/domain/lib/days';
import { batchesOf } from '../db/batches.ts';
import { newId } from '../db/ids.ts';
import { findingsIn } from '../lists/scope.ts';
import type { FindingEventsTable, FindingsTable } from '../schema/findings.ts';
import type { Db } from '../schema/schema.ts';

export type FindingRecord = FindingsTable;
type By = { id: string; name: string; role: Role } | null;

/** A new finding before it has a number. */
export type NewFinding = Pick<
  FindingRecord,
  'station_id' | 'division' | 'assessment_id' | 'source' | 'standard_version' | 'serial' | 'lost' | 'text' | 'advice'
> & { due: string | null };

/** A finding in the scope, by id or number. */
export async function findFinding(db: Db, scope: Scope, id: string): Promise<FindingRecord | undefined> {
  return db
    .selectFrom('findings')
    .selectAll('findings')
    .where((eb) => eb.or([eb('findings.id', '=', id), eb('findings.no', '=', id)]))
    .where((eb) => findingsIn(eb, scope))
    .executeTakeFirst();
}

/**
 * The number of a finding, `WT-YYYY-XXXXX-XXXXX`: random like its id, because consecutive numbers would tell a station
 * how many findings the others have.
 */
export function findingNumber(year: number, id: string): string {
  const drawn = id.slice(-10);
  return `WT-${year}-${drawn.slice(0, 5)}-${drawn.slice(5)}`.toUpperCase();
}

/** Inserts findings with their numbers and first events. `by` null is the system. */
export async function insertFindings(
  db: Db,
  findings: readonly NewFinding[],
  by: By,
  at: string,
): Promise<FindingRecord[]> {
  const year = Number(dayOf(at).slice(0, 4));
  const rows = findings.map((finding): FindingRecord => {
    const times = { created_at: at, updated_at: at, closed_at: null, days: null };
    const id = newId();
    return { ...finding, id, no: findingNumber(year, id), state: 'open', ...times };
  });
  for (const some of batchesOf(rows)) {
    await db.insertInto('findings').values(some).execute();
    await db
      .insertInto('finding_events')
      .values(some.map((row) => madeEvent(row, by)))
      .execute();
  }
  return rows;
}

/** The first event of a finding: its making. */
export function madeEvent({ id, text, due, created_at: at }: FindingRecord, by: By): FindingEventsTable {
  return eventRow(id, 1, { from: null, state: 'open', text, due, files: [], at, by });
}

/** One step of a finding as stored. */
type FindingAct = {
  from: FindingState | null;
  state: FindingState;
  text: string;
  due: string | null;
  files: readonly string[];
  at: string;
  by: By;
};

/** The row of an event. */
export function eventRow(id: string, seq: number, { from, by, files, ...act }: FindingAct): FindingEventsTable {
  const who = { by_id: by?.id ?? null, by_name: by?.name ?? null, by_role: by?.role ?? null };
  return { finding_id: id, seq, from_state: from, ...act, files: JSON.stringify(files), ...who };
}

/** What a step changes in a finding; `due` undefined leaves it. */
export function afterStep(row: FindingRecord, to: FindingState, due: string | undefined, at: string): FindingRecord {
  const closed =
    to === 'closed'
      ? { closed_at: at, days: Math.round(((Date.parse(at) - Date.parse(row.created_at)) / DAY) * 10) }
      : {};
  return { ...row, state: to, due: due ?? row.due, updated_at: at, ...closed };
}

/** Takes a step: changes the finding and appends the event. */
export async function stepFinding(
  db: Db,
  row: FindingRecord,
  act: { to: FindingState; text: string; due: string | undefined; files: readonly string[]; at: string; by: By },
): Promise<FindingRecord> {
  const { id, ...set } = afterStep(row, act.to, act.due, act.at);
  await db.updateTable('findings').set(set).where('id', '=', id).execute();
  const { last } = await db
    .selectFrom('finding_events')
    .select((eb) => eb.fn.max('seq').as('last'))
    .where('finding_id', '=', id)
    .executeTakeFirstOrThrow();
  const { text, files, at, by } = act;
  const event = eventRow(id, (last ?? 0) + 1, { from: row.state, state: act.to, text, due: set.due, files, at, by });
  await db.insertInto('finding_events').values(event).execute();
  return { id, ...set };
}

/** The events of a finding, oldest first. */
export async function listFindingEvents(db: Db, id: string): Promise<FindingEventsTable[]> {
  return db.selectFrom('finding_events').selectAll().where('finding_id', '=', id).orderBy('seq').execute();
}

/** Moves a station's findings to its new division. */
export async function moveFindings(db: Db, station: string, division: string): Promise<void> {
  await db.updateTable('findings').set({ division }).where('station_id', '=', station).execute();
}
