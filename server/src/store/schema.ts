import type { Role, UserRole } from '@shp/shared/domain/roles';
import type { Level, Status } from '@shp/shared/domain/statuses';
import type { Generated, Kysely } from 'kysely';

/** Times are ISO 8601 UTC texts of one length, so they sort as texts; flags are 0 or 1; scores are whole tenths. */
export type UsersTable = {
  id: string;
  role: UserRole;
  account: string;
  /** The account in lower case: unique whatever its case. */
  account_key: string;
  division: string | null;
  name: string;
  /** The name's pinyin, by which lists sort. */
  name_key: string;
  /** JSON of the profile. */
  profile: string;
  capacity: number | null;
  password_hash: string;
  must_change_password: number;
  is_deleted: number;
  created_at: string;
  updated_at: string;
  last_login_at: string | null;
  version: number;
};

/** Who made an account or set its password, and when: the four-eyes rule counts an account's deeds as theirs too. */
export type AccountHandsTable = { user_id: string; by_id: string; at: string };

export type SessionsTable = {
  id: string;
  token_hash: string;
  user_id: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  address: string;
  agent: string;
};

export type AccessTokensTable = {
  id: string;
  token_hash: string;
  user_id: string;
  name: string;
  /** Comma-separated. */
  scopes: string;
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
};

export type CaptchasTable = { key: string; code: string; expires_at: string };
export type LoginFailuresTable = { id: string; account_key: string; address: string; at: string };
export type HitsTable = { bucket: string; count: number; expires_at: string };
export type LinksTable = { supervisor_id: string; station_id: string };

export type AssessmentsTable = {
  id: string;
  number: string;
  station_id: string;
  /** The station's name, its pinyin and its division, kept here so that lists need no join. */
  station_name: string;
  station_key: string;
  division: string;
  level: Level;
  status: Status;
  /** The status's place in the order of statuses, by which lists sort. */
  stage: number;
  station_score: number | null;
  expert_score: number | null;
  created_at: string;
  submitted_at: string | null;
  first_submitted_at: string | null;
  concluded_at: string | null;
  valid_until: string | null;
  updated_at: string;
  version: number;
  is_deleted: number;
  standard_version: string;
  /** JSON of thresholds, minExperts and validYears, pinned at the first submission. */
  rules: string | null;
  /** JSON of the form. */
  form: string;
};

export type AssessmentExpertsTable = {
  assessment_id: string;
  expert_id: string;
  assigned_at: string;
  concluded_at: string | null;
};

export type EventsTable = {
  id: string;
  assessment_id: string;
  seq: number;
  from_status: Status | null;
  status: Status;
  description: string;
  /** JSON of the remarks. */
  remarks: string;
  at: string;
  by_id: string | null;
  by_name: string | null;
  by_role: Role | null;
};

export type CountersTable = { name: string; value: number };
export type SettingsTable = { id: number; value: string };
export type IdempotencyTable = {
  caller_id: string;
  key: string;
  call: string;
  body_digest: string;
  object_id: string;
  created_at: string;
};

export type AuditTable = {
  seq: Generated<number>;
  id: string;
  at: string;
  by_id: string | null;
  by_name: string | null;
  by_role: Role | null;
  action: string;
  object_kind: string;
  object_id: string;
  object_name: string;
  address: string;
  /** JSON: field → [before, after]. */
  changes: string;
  /** SM3 over the row before's digest and this row. */
  digest: string;
};

export type Schema = {
  users: UsersTable;
  account_hands: AccountHandsTable;
  sessions: SessionsTable;
  access_tokens: AccessTokensTable;
  captchas: CaptchasTable;
  login_failures: LoginFailuresTable;
  hits: HitsTable;
  links: LinksTable;
  assessments: AssessmentsTable;
  assessment_experts: AssessmentExpertsTable;
  events: EventsTable;
  counters: CountersTable;
  settings: SettingsTable;
  idempotency: IdempotencyTable;
  audit: AuditTable;
};

/** A connection or a transaction on it: what every function of the store takes first. */
export type Db = Kysely<Schema>;
