import type { Event } from '@shp/shared/api/objects';
import type { Remark } from '@shp/shared/api/remarkObjects';
import type { Role } from '@shp/shared/domain/accounts/roles';
import type { Problem } from '@shp/shared/domain/assessment/problems';
import type { Status } from '@shp/shared/domain/assessment/statuses';
import { newId } from '../db/ids.ts';
import type { Db } from '../schema/schema.ts';
import type { AssessmentRecord } from './assessments.ts';
import { answerKey, listAnswers } from './remarkAnswers.ts';

type Assessment = Pick<AssessmentRecord, 'id'>;
type By = { id: string; name: string; role: Role } | null;

/** The events of an assessment with the answers to their remarks, oldest first; hints are not translated yet. */
export async function listEvents(
  db: Db,
  of: Assessment,
): Promise<(Omit<Event, 'hints'> & { hints: readonly Problem[] })[]> {
  const rows = await db.selectFrom('events').selectAll().where('assessment_id', '=', of.id).orderBy('seq').execute();
  const answers = await listAnswers(db, of);
  return rows.map((row) => ({
    id: row.id,
    from: row.from_status,
    status: row.status,
    description: row.description,
    remarks: (JSON.parse(row.remarks) as Remark[]).map((remark, index) => {
      const given = answers.get(answerKey({ eventId: row.id, remark: index }));
      return given ? { ...remark, answers: given } : remark;
    }),
    at: row.at,
    by:
      row.by_id === null || row.by_role === null ? null : { id: row.by_id, name: row.by_name ?? '', role: row.by_role },
    hints: JSON.parse(row.hints ?? '[]') as Problem[],
    ...(row.proposed_until !== null && { proposedUntil: row.proposed_until }),
  }));
}

/** Appends an event; events never change. `by` null is the system. */
export async function appendEvent(
  db: Db,
  of: Assessment,
  event: {
    from: Status | null;
    status: Status;
    description: string;
    remarks: readonly Remark[];
    at: string;
    by: By;
    hints?: readonly Problem[];
    proposedUntil?: string | null;
  },
): Promise<void> {
  const { last } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.max('seq').as('last'))
    .where('assessment_id', '=', of.id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('events')
    .values({
      id: newId(),
      assessment_id: of.id,
      seq: (last ?? 0) + 1,
      from_status: event.from,
      status: event.status,
      description: event.description,
      remarks: JSON.stringify(event.remarks),
      at: event.at,
      by_id: event.by?.id ?? null,
      by_name: event.by?.name ?? null,
      by_role: event.by?.role ?? null,
      hints: JSON.stringify(event.hints ?? []),
      proposed_until: event.proposedUntil ?? null,
    })
    .execute();
}

/** The last finished round of experts: when it opened, and when it was sent back or concluded. */
export async function lastRound(db: Db, of: Assessment): Promise<{ from: string; until: string } | undefined> {
  const events = db
    .selectFrom('events')
    .select(['seq', 'at'])
    .where('assessment_id', '=', of.id)
    .orderBy('seq', 'desc');
  const end = await events
    .where('from_status', '=', 'reviewed')
    // A proposal begins and ends in the same status, and says nothing to the station of the round.
    .where('status', 'not in', ['reviewing', 'reviewed'])
    .limit(1)
    .executeTakeFirst();
  if (!end) return undefined;
  const opened = await events
    .where('status', '=', 'reviewing')
    .where('seq', '<', end.seq)
    .limit(1)
    .executeTakeFirstOrThrow();
  return { from: opened.at, until: end.at };
}
