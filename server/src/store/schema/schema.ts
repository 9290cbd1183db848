import type { Role, UserRole } from '@shp/shared/domain/accounts/roles';
import type { Level, Status } from '@shp/shared/domain/assessment/statuses';
import type { Lang } from '@shp/shared/domain/lib/lang';
import type { Ending } from '@shp/shared/domain/statistics/progress';
import type { Kysely } from 'kysely';
import type { AuditSchema } from './audit.ts';
import type { FindingsSchema } from './findings.ts';
import type { NoticesSchema } from './notices.ts';
import type { SignInSchema } from './signIn.ts';

/** Times are ISO 8601 UTC texts of equal length, so they sort as texts; flags are 0 or 1; scores are whole tenths. */
export type UsersTable = {
  id: string;
  role: UserRole;
  account: string;
  /** The account in lower case, unique. */
  account_key: string;
  division: string | null;
  /** Of an administrator, separated by commas; null: all of them. */
  duties: string | null;
  name: string;
  /** The name's pinyin, the sort key of lists. */
  name_key: string;
  /** JSON of the profile. */
  profile: string;
  capacity: number | null;
  password_hash: string;
  must_change_password: number;
  password_set_at: string | null;
  /** Since when the password must be changed; null if it need not be. */
  must_change_since: string | null;
  is_deleted: number;
  created_at: string;
  updated_at: string;
  last_login_at: string | null;
  version: number;
  /** The number of assessments that an expert has yet to conclude, updated by triggers (`counters/experts.ts`). */
  load: number;
};

/** Which account created an account or reset its password, and when: for the four-eyes rule. */
export type AccountHandsTable = { user_id: string; by_id: string; at: string };

export type HitsTable = { bucket: string; count: number; expires_at: string };
export type LinksTable = { supervisor_id: string; station_id: string };

export type AssessmentsTable = {
  id: string;
  number: string;
  station_id: string;
  /** Copies of the station's name, its pinyin and its division, so that lists need no join. */
  station_name: string;
  station_key: string;
  division: string;
  level: Level;
  status: Status;
  /** The position of the status when lists sort by status. */
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
  /** The same, without changes that blind experts and stations must not notice (`assessments/blindness.ts`). */
  shared_updated_at: string;
  shared_version: number;
  /** Time of the step to the present status. */
  status_since: string;
  is_deleted: number;
  standard_version: string;
  /** JSON of thresholds, minExperts and validYears, fixed at the first submission. */
  rules: string | null;
  ever_returned: number;
  /** When the station's scores last changed, and when their sum was saved as the self score. */
  scores_at: string | null;
  self_saved_at: string | null;
  /** JSON: the result's rate of each chapter in percent, null without one. */
  chapter_rates: string | null;
  manager_conclusion: string | null;
  manager_conclusion_by: string | null;
  manager_conclusion_at: string | null;
  /** The last day on which a decision to pass is shown as a proposal; null if none is. */
  proposed_until: string | null;
  /** The expert ids, comma-separated, in order of assignment; updated by triggers (`counters/experts.ts`). */
  experts: string;
};

/** The form of an assessment as JSON, in its own table because it is longer than everything that lists read. */
export type FormsTable = { assessment_id: string; form: string };
/** The content of a printed conclusion, stored when the review is concluded: canonical JSON and its SM3 digest. */
export type PrintsTable = {
  assessment_id: string;
  json: string;
  digest: string;
  /** JSON of the signed bundle (`trust/bundle.ts`); null until it is signed. */
  bundle: string | null;
};

/** Updated by triggers (`counters/assessments.ts`); `sent` is 1 if ever submitted. */
export type AssessmentTotalsTable = { division: string; status: Status; level: Level; sent: number; count: number };
/**
 * Updated by triggers (`counters/assessments.ts`). `division`: '' for the region, a city's first four digits, or a division.
 */
export type AssessmentDaysTable = Omit<AssessmentTotalsTable, 'sent'> & { day: string };

/** Updated by triggers (`counters/months.ts`). `month`: of the first submission. */
export type AssessmentMonthsTable = { division: string; month: string; level: Level; ending: Ending; count: number };

/** JSON of each concluded review's figures for statistics (`statistics/reviewSums.ts`). */
export type ReviewFiguresTable = { assessment_id: string; scores: string; experts: string };
/** The items at which a concluded review lost points (`shared/domain/statistics/lostItems`). */
export type LostItemsTable = {
  station_id: string;
  version: string;
  assessment_id: string;
  level: Level;
  concluded_at: string;
  items: string;
};
/** JSON of sums over concluded reviews; `place`: '' for the region, or a city's first four digits. */
export type ScoreSumsTable = { place: string; month: string; level: Level; version: string; sums: string };
/** Sums over an expert's concluded reviews; `days`: comma-separated tenths of days. */
export type ExpertSumsTable = {
  place: string;
  expert_id: string;
  month: string;
  concluded: number;
  panels: number;
  sum: number;
  squares: number;
  days: string;
};

/** Updated by triggers (`counters/ratings.ts`). */
export type RatingsTable = { station_id: string; level: number; until: string };
export type RatingEndsTable = { level: number; until: string; count: number };

export type AssessmentExpertsTable = {
  assessment_id: string;
  expert_id: string;
  assigned_at: string;
  /** The expert's own text, a draft until `concluded_at`. */
  conclusion: string;
  concluded_at: string | null;
  /** 1: the review ended without this expert, who no longer counts. */
  dropped: number;
  /** When this expert was last assigned, scored or concluded. */
  updated_at: string;
};

/** The station's own scores, and each expert's. `by_id` is the author: the owner or an administrator. */
export type StationScoresTable = {
  assessment_id: string;
  serial: string;
  score: number | null;
  missing: number;
  reason: string;
  by_id: string;
  at: string;
};
export type ExpertScoresTable = StationScoresTable & { expert_id: string };

/** Which accounts contributed to an assessment, and when first, for the four-eyes rule. */
export type ContributionsTable = {
  assessment_id: string;
  kind: 'form' | 'selfScores' | 'expertScores';
  user_id: string;
  at: string;
};

/** Assessments that wait for another unit than the usual one (`repositories/escalations.ts`); '' means no division. */
export type EscalationsTable = {
  assessment_id: string;
  from_role: Role;
  from_division: string;
  to_role: Role;
  to_division: string;
};

/** A read-only copy of each submission: JSON of form, station scores and files. */
export type SubmissionsTable = {
  assessment_id: string;
  no: number;
  at: string;
  form: string;
  scores: string;
  files: string;
};

/** A conclusion as given: an expert's with a copy of its scores, a manager's without. */
export type ConclusionsTable = {
  id: string;
  assessment_id: string;
  kind: 'expert' | 'manager';
  by_id: string;
  by_name: string;
  text: string;
  /** JSON of an expert's scores. */
  scores: string;
  at: string;
};

/** Files of an application, evidence of an item or a finding, documents: one row per stored file. */
export type FilesTable = {
  id: string;
  kind: 'file' | 'evidence' | 'finding' | 'document';
  assessment_id: string | null;
  finding_id: string | null;
  category: string | null;
  serial: string | null;
  title: string;
  extension: string;
  size: number;
  sha256: string;
  /** CRC-32 of the bytes, for archives: a ZIP can then be sent from any offset without reading what comes before. */
  crc32: number;
  /** Comma-separated roles that may read a document; '' means every role. */
  roles: string;
  uploaded_at: string;
  by_id: string;
  by_name: string;
  is_deleted: number;
};

/** An upload in progress or just completed; its file gets the same id. The part store has its bytes and offset. */
export type UploadsTable = {
  id: string;
  owner_id: string;
  kind: 'file' | 'evidence' | 'finding' | 'document';
  assessment_id: string | null;
  finding_id: string | null;
  category: string | null;
  serial: string | null;
  roles: string;
  filename: string;
  size: number;
  created_at: string;
  touched_at: string;
  expires_at: string;
  finished: number;
};

/** A token to download one file, or the archive of one assessment. */
export type DownloadTokensTable = {
  token_hash: string;
  kind: 'file' | 'evidence' | 'finding' | 'document' | 'archive';
  object_id: string;
  /** The language of an archive's folder names. */
  lang: Lang;
  user_id: string;
  /** The session or access token that requested the download; it must still exist for later ranges. */
  session_id: string;
  created_at: string;
  /** The download must begin before this time. */
  begin_by: string;
  expires_at: string;
  begun: number;
};

export type StandardsTable = {
  version: string;
  title: string;
  body: string;
  is_current: number;
  imported_at: string;
  by_id: string | null;
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
  /** JSON of the hints shown before the step; null for steps before hints existed. */
  hints: string | null;
  /** The last day of the proposal that began with this event. */
  proposed_until: string | null;
};

/** JSON of the findings of a proposed decision, as the final manager worded them. */
export type ProposalsTable = { assessment_id: string; findings: string };

/** The station's answer to a remark of an event. */
export type RemarkAnswersTable = {
  assessment_id: string;
  event_id: string;
  /** Index of the remark in its event. */
  remark: number;
  /** Number of the submission that it goes with. */
  submission: number;
  text: string;
  at: string;
  by_id: string;
  by_name: string;
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

export type Schema = {
  users: UsersTable;
  account_hands: AccountHandsTable;
  hits: HitsTable;
  links: LinksTable;
  assessments: AssessmentsTable;
  forms: FormsTable;
  prints: PrintsTable;
  assessment_experts: AssessmentExpertsTable;
  assessment_totals: AssessmentTotalsTable;
  assessment_days: AssessmentDaysTable;
  assessment_months: AssessmentMonthsTable;
  review_figures: ReviewFiguresTable;
  lost_items: LostItemsTable;
  score_sums: ScoreSumsTable;
  expert_sums: ExpertSumsTable;
  ratings: RatingsTable;
  rating_ends: RatingEndsTable;
  station_scores: StationScoresTable;
  expert_scores: ExpertScoresTable;
  contributions: ContributionsTable;
  escalations: EscalationsTable;
  submissions: SubmissionsTable;
  conclusions: ConclusionsTable;
  files: FilesTable;
  uploads: UploadsTable;
  download_tokens: DownloadTokensTable;
  standards: StandardsTable;
  events: EventsTable;
  proposals: ProposalsTable;
  remark_answers: RemarkAnswersTable;
  counters: CountersTable;
  settings: SettingsTable;
  idempotency: IdempotencyTable;
} & SignInSchema &
  FindingsSchema &
  NoticesSchema &
  AuditSchema;

/** A connection or a transaction: the first parameter of every store function. */
export type Db = Kysely<Schema>;
