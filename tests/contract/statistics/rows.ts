import type { Contract } from '../../support/contract.ts';

export type AssessmentRow = {
  id: string;
  station_id: string;
  division: string;
  level: number;
  status: string;
  status_since: string;
  first_submitted_at: string | null;
  concluded_at: string | null;
  valid_until: string | null;
  standard_version: string;
  is_deleted: number;
};
export type StationRow = { id: string; division: string; capacity: number | null; is_deleted: number };

/** The rows that statistics are about, read behind the server. */
export async function readRows({ rawDatabase }: Contract) {
  return {
    assessments: await rawDatabase.sql<AssessmentRow>('SELECT * FROM assessments'),
    stations: await rawDatabase.sql<StationRow>(
      "SELECT id, division, capacity, is_deleted FROM users WHERE role = 'station'",
    ),
    links: await rawDatabase.sql<{ supervisor_id: string; station_id: string }>('SELECT * FROM links'),
    now: new Date(),
  };
}
export type Rows = Awaited<ReturnType<typeof readRows>>;

/** Who asks: an account of the demonstration, and which divisions and stations it may see. */
export type Viewer = { division: string | null; supervisor: string | null };

const digits = (code: string) => code.replace(/(00)+$/, '');
export const isIn = (code: string, division: string) => division.startsWith(digits(code));

/** Whether a viewer's statistics include a station. */
export function sees(rows: Rows, { division, supervisor }: Viewer, station: string, of: string): boolean {
  if (supervisor !== null)
    return rows.links.some((link) => link.supervisor_id === supervisor && link.station_id === station);
  return division === null || isIn(division, of);
}

export type Filter = { division?: string; level?: number[] };

export function selected(rows: Rows, viewer: Viewer, { division, level }: Filter): AssessmentRow[] {
  return rows.assessments.filter(
    (row) =>
      row.is_deleted === 0 &&
      sees(rows, viewer, row.station_id, row.division) &&
      (division === undefined || isIn(division, row.division)) &&
      (level === undefined || level.includes(row.level)),
  );
}

/** The day in China of an instant, with nothing of the product. */
export const chinaDay = (time: string | Date) => CHINA.format(new Date(time));
const CHINA = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' });

/** The filters that are set. */
export function present<T extends object>(filter: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as never;
}
