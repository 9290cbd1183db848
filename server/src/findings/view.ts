import type { Finding, FindingRow } from '@shp/shared/api/findings/objects';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import { type FindingSort, isOverdue } from '@shp/shared/domain/findings/finding';
import { type FindingPlace, findingSteps, mayAddEvidence } from '@shp/shared/domain/findings/steps';
import { dayOf } from '@shp/shared/domain/lib/days';
import { fromTenths } from '@shp/shared/domain/lib/rational';
import { findItem } from '@shp/shared/domain/standard/standard';
import { notFound } from '../httpError.ts';
import { type FindingRecord, findFinding, listFindingEvents } from '../store/findings/findings.ts';
import {
  assignedAmong,
  type FindingFilter,
  type FindingListRow,
  findingWithNames,
  listFindings,
} from '../store/findings/list.ts';
import { fileOf, listEvidenceOf } from '../store/repositories/files.ts';
import { standardOf } from '../store/repositories/standards.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller } from '../types.ts';

/** The query filter of the calls. */
export type WireFilter = Omit<FindingFilter, 'overdue'> & { overdue?: boolean | undefined };

/** The filter for the store. */
export function filterFor({ overdue, ...filter }: WireFilter, now: string): FindingFilter {
  return overdue === undefined ? filter : { ...filter, overdue: { is: overdue, today: dayOf(now) } };
}

/** The place of a finding, for the rules. */
export const placeOf = (row: Pick<FindingRecord, 'station_id' | 'division'>): FindingPlace => ({
  station: row.station_id,
  division: row.division,
});

/** A finding in the caller's scope. @throws HttpError `not_found` */
export async function findingInScope(db: Db, caller: Caller, id: string): Promise<FindingRecord> {
  const row = await findFinding(db, caller.scope, id);
  if (!row) throw notFound();
  return row;
}

/** Rows in wire form as the viewer sees them; an expert gets no reference to reviews without assignment. */
export async function rowsFor(
  db: Db,
  viewer: Pick<Caller, 'id' | 'role'>,
  rows: readonly FindingListRow[],
  now: string,
): Promise<FindingRow[]> {
  const reviews = rows.flatMap(({ assessment_id: id }) => id ?? []);
  const known = viewer.role === 'expert' ? await assignedAmong(db, viewer.id, [...new Set(reviews)]) : null;
  const wire = [];
  for (const row of rows) {
    const shown = row.assessment_id !== null && (known === null || known.has(row.assessment_id));
    wire.push(await rowOf(db, row, shown, dayOf(now)));
  }
  return wire;
}

async function rowOf(db: Db, row: FindingListRow, showsReview: boolean, today: string): Promise<FindingRow> {
  const item = row.serial === null ? undefined : findItem(await standardOf(db, row.standard_version), row.serial);
  return {
    id: row.id,
    no: row.no,
    station: {
      id: row.station_id,
      name: row.station_name,
      division: row.division,
      divisionName: divisionPath(row.division),
    },
    assessment:
      showsReview && row.assessment_id !== null ? { id: row.assessment_id, number: row.assessment_number ?? '' } : null,
    source: row.source,
    serial: row.serial,
    content: item?.content ?? null,
    ...(item?.contentEn && { contentEn: item.contentEn }),
    lost: row.lost === null ? null : fromTenths(row.lost),
    text: row.text,
    advice: row.advice,
    state: row.state,
    due: row.due,
    overdue: isOverdue(row, today),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    closedAt: row.closed_at,
  };
}

/** One page of findings as the caller sees them. */
export async function listFindingRows(
  db: Db,
  caller: Caller,
  { page, size, sortby, ...filter }: WireFilter & { page: number; size: number; sortby?: FindingSort | undefined },
  now: string,
): Promise<{ total: number; items: FindingRow[] }> {
  const { total, rows } = await listFindings(db, caller.scope, { ...filterFor(filter, now), page, size, sortby });
  return { total, items: await rowsFor(db, caller, rows, now) };
}

/** One finding with its steps and evidence. */
export async function wholeFinding(db: Db, caller: Caller, row: FindingRecord, now: string): Promise<Finding> {
  const [wire] = await rowsFor(db, caller, [await findingWithNames(db, row.id)], now);
  if (!wire) throw notFound();
  const place = placeOf(row);
  const events = await listFindingEvents(db, row.id);
  return {
    ...wire,
    events: events.map(({ from_state: from, state, text, due, files, at, by_id, by_name, by_role }) => ({
      from,
      state,
      text,
      due,
      files: JSON.parse(files) as string[],
      at,
      by: by_id === null || by_role === null ? null : { id: by_id, name: by_name ?? '', role: by_role },
    })),
    files: (await listEvidenceOf(db, row.id)).map(fileOf),
    actions: findingSteps(row.state, place, caller).map(({ to }) => to),
    mayAddFiles: mayAddEvidence(row.state, place, caller),
  };
}
