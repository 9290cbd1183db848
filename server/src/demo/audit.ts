import type { Role } from '@shp/shared/domain/accounts/roles';
import type { Changes } from '../audit/append.ts';
import { digestOf, rowText } from '../audit/rows.ts';
import type { AuditTable } from '../store/schema/audit.ts';
import type { Db, UsersTable } from '../store/schema/schema.ts';
import { insertMany } from './bulkInsert.ts';
import type { History } from './history.ts';
import type { Random } from './random.ts';
import { iso } from './times.ts';

/** From the address range reserved for documentation. */
const ADDRESS = '192.0.2.1';

type By = Pick<UsersTable, 'id' | 'name'> & { role: Role };
type Noted = { at: string; action: string; by: By | undefined; changes: Changes };
/** An audit row not yet in the chain. */
export type AuditRow = Omit<AuditTable, 'seq' | 'id' | 'digest'>;

/** The audit entries of one assessment: its steps, assignments and conclusions. */
function notedOf({ row, events, panel, station, finalManager }: History): Noted[] {
  const noted: Noted[] = [];
  if (row.self_saved_at !== null && row.station_score !== null) {
    const changes: Changes = { stationScore: [null, row.station_score / 10] };
    noted.push({ at: row.self_saved_at, action: 'assessment/save_station_score', by: station, changes });
  }
  const [first] = panel.seats;
  if (first) {
    const changes: Changes = {
      experts: [[], panel.seats.map(({ expert: { row } }) => ({ id: row.id, name: row.name }))],
    };
    noted.push({ at: iso(first.assignedAt), action: 'assessment/assign_experts', by: finalManager, changes });
  }
  for (const { seat, at, text } of panel.given) {
    const changes: Changes = { expertConclusion: ['', text], concluded: [false, true] };
    noted.push({ at: iso(at), action: 'assessment/update_conclusion', by: seat.expert.row, changes });
  }
  if (row.manager_conclusion_at !== null) {
    const changes: Changes = { managerConclusion: [null, row.manager_conclusion] };
    noted.push({ at: row.manager_conclusion_at, action: 'assessment/update_conclusion', by: finalManager, changes });
  }
  for (const { at, from_status, status, by_id, by_name, by_role } of events) {
    const changes: Changes = {
      ...(from_status === null && { level: [null, row.level] }),
      status: [from_status, status],
    };
    if (by_id !== null && by_name !== null && by_role !== null) {
      const action = from_status === null ? 'assessment/add_assessment' : 'assessment/add_event';
      noted.push({ at, action, by: { id: by_id, name: by_name, role: by_role }, changes });
    } else {
      // An automatic step belongs to the call of the last expert to conclude.
      const by = panel.given.find((one) => iso(one.at) === at)?.seat.expert.row;
      noted.push({ at, action: 'assessment/update_conclusion', by, changes });
    }
  }
  return noted;
}

/** The audit rows of a history. */
export function auditOf(history: History): AuditRow[] {
  const { id, number } = history.row;
  return notedOf(history).map(({ at, action, by, changes }) => ({
    at,
    by_id: by?.id ?? null,
    by_name: by?.name ?? null,
    by_role: by?.role ?? null,
    action,
    object_kind: 'assessment',
    object_id: id,
    object_name: number,
    address: ADDRESS,
    changes: JSON.stringify(changes),
  }));
}

/** Starts the audit with the rows of all assessments, chained in time order. */
export async function insertAudit(db: Db, random: Random, rows: readonly AuditRow[]): Promise<void> {
  let previous = '';
  const chained = rows
    .toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
    .map((row) => {
      const known = { id: random.id(Date.parse(row.at)), ...row };
      previous = digestOf(previous, rowText(known));
      return { ...known, digest: previous };
    });
  await insertMany(db, 'audit', chained);
  const { seq } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow();
  await db
    .updateTable('audit_end')
    .set({ count: chained.length, seq: Number(seq), digest: previous })
    .execute();
}
