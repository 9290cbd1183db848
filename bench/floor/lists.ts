import type { Database } from 'better-sqlite3';
import type { Work } from './serve.ts';

export const COLUMNS = `id, number, station_id, station_name, division, level, status, station_score, expert_score, created_at,
  submitted_at, concluded_at, valid_until, updated_at, version`;

export type Row = { id: string };
export type Expert = { assessment_id: string; id: string; name: string };

/** Rows with the experts of each. */
export function withExperts(rows: Row[], experts: Expert[]): object[] {
  const byRow = new Map<string, { id: string; name: string }[]>(rows.map(({ id }) => [id, []]));
  for (const { assessment_id, id, name } of experts) byRow.get(assessment_id)?.push({ id, name });
  return rows.map((row) => ({ ...row, experts: byRow.get(row.id) }));
}

/** A page of assessments, its exact total and the experts of its rows, by four prepared statements. */
export function listWork(db: Database): Work {
  const session = db.prepare('SELECT user_id FROM sessions WHERE token_hash = ?');
  const experts = db.prepare(`SELECT ae.assessment_id, u.id, u.name FROM assessment_experts ae JOIN users u
    ON u.id = ae.expert_id WHERE ae.assessment_id IN (SELECT value FROM json_each(?)) ORDER BY ae.assigned_at, u.id`);
  const narrow = 'is_deleted = 0 AND status IN (SELECT value FROM json_each(?)) AND division >= ? AND division < ?';
  const wide = 'is_deleted = 0';
  const page = (where: string, order: string) => ({
    total: db.prepare(`SELECT count(*) AS total FROM assessments WHERE ${where}`),
    rows: db.prepare(
      `SELECT ${COLUMNS} FROM assessments WHERE ${where} ORDER BY ${order} DESC, id DESC LIMIT 20 OFFSET ?`,
    ),
  });
  const pages = { narrow: page(narrow, 'submitted_at'), wide: page(wide, 'created_at') };
  return (query) => {
    session.get('unknown');
    const status = query.getAll('status');
    const city = (query.get('city') ?? '').slice(0, 4);
    const filter = status.length > 0 ? [JSON.stringify(status), city, `${city}~`] : [];
    const { total, rows } = status.length > 0 ? pages.narrow : pages.wide;
    const found = rows.all(...filter, (Number(query.get('page') ?? 1) - 1) * 20) as Row[];
    const ids = JSON.stringify(found.map(({ id }) => id));
    return { ...(total.get(...filter) as object), items: withExperts(found, experts.all(ids) as Expert[]) };
  };
}
