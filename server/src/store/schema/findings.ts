import type { Role } from '@shp/shared/domain/accounts/roles';
import type { FindingSource, FindingState } from '@shp/shared/domain/findings/finding';

/** A finding; `lost` in tenths of a point. */
export type FindingsTable = {
  id: string;
  no: string;
  station_id: string;
  /** A copy of the station's division, so that lists need no join. */
  division: string;
  assessment_id: string | null;
  source: FindingSource;
  standard_version: string;
  serial: string | null;
  lost: number | null;
  text: string;
  advice: string;
  state: FindingState;
  due: string | null;
  created_at: string;
  updated_at: string;
  closed_at: string | null;
  /** Tenths of days from its making to its closing, for statistics; null until it is closed. */
  days: number | null;
};

/** A step of a finding, never changed; the first row is its making. `files`: JSON of the ids of its evidence. */
export type FindingEventsTable = {
  finding_id: string;
  seq: number;
  from_state: FindingState | null;
  state: FindingState;
  text: string;
  due: string | null;
  files: string;
  at: string;
  by_id: string | null;
  by_name: string | null;
  by_role: Role | null;
};

/** Updated by triggers (`counters/findings.ts`). `day` empty: all days. */
export type FindingTotalsTable = { division: string; day: string; state: FindingState; count: number };

export type FindingsSchema = {
  findings: FindingsTable;
  finding_events: FindingEventsTable;
  finding_totals: FindingTotalsTable;
};
