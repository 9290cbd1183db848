import type { Contribution } from '@shp/shared/domain/assessment/fourEyes';
import type { UnitAccount } from '@shp/shared/domain/assessment/stepUnits';
import type { ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import type { Standard } from '@shp/shared/domain/standard/standard';
import { allUnitAccounts, contributionsTo } from '../repositories/fourEyes.ts';
import { scoreOf } from '../repositories/scores.ts';
import { standardOf } from '../repositories/standards.ts';
import type {
  AccountHandsTable,
  AssessmentExpertsTable,
  AssessmentsTable,
  Db,
  EscalationsTable,
  EventsTable,
  PrintsTable,
  RemarkAnswersTable,
  ReviewFiguresTable,
  SubmissionsTable,
} from '../schema/schema.ts';

/** One assessment with all its recorded history. */
export type Recorded = {
  row: AssessmentsTable;
  /** Undefined if lost. */
  form: string | undefined;
  print: PrintsTable | undefined;
  standard: Standard;
  events: readonly EventsTable[];
  answers: readonly RemarkAnswersTable[];
  experts: readonly AssessmentExpertsTable[];
  submissions: readonly Pick<SubmissionsTable, 'no' | 'at'>[];
  stationScores: readonly ScoreItem[];
  expertScores: (expert: string) => readonly ScoreItem[];
  /** Its stored figures for statistics. */
  figures: ReviewFiguresTable | undefined;
  /** The accounts' contributions, with the earliest time of each. */
  contributions: readonly (Contribution & { at: string })[];
  escalation: EscalationsTable | undefined;
  /** Every active account that takes steps for a unit. */
  unitAccounts: readonly UnitAccount[];
  /** Ids of its present and former files. */
  files: ReadonlySet<string>;
  /** The records of an account's creation and password resets. */
  handsOn: (account: string) => readonly AccountHandsTable[];
};

const BATCH_SIZE = 100;

/** Every assessment, including deleted ones, page by page, so that a large database fits into memory. */
export async function* walkRecorded(db: Db): AsyncGenerator<Recorded> {
  const unitAccounts = await allUnitAccounts(db);
  const hands = grouped(await db.selectFrom('account_hands').selectAll().execute(), ({ user_id }) => user_id);
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('assessments')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const partsOf = await loadParts(
      db,
      rows.map(({ id }) => id),
    );
    for (const row of rows) {
      const standard = await standardOf(db, row.standard_version);
      yield { row, standard, ...partsOf(row.id), handsOn: hands, unitAccounts };
    }
  }
}

async function loadParts(db: Db, ids: string[]) {
  const events = await db.selectFrom('events').selectAll().where('assessment_id', 'in', ids).orderBy('seq').execute();
  const submissions = await db
    .selectFrom('submissions')
    .select(['assessment_id', 'no', 'at'])
    .where('assessment_id', 'in', ids)
    .orderBy('no')
    .execute();
  const files = await db
    .selectFrom('files')
    .select(['id', 'assessment_id'])
    .where('assessment_id', 'in', ids)
    .execute();
  const forms = await db.selectFrom('forms').selectAll().where('assessment_id', 'in', ids).execute();
  const prints = await db.selectFrom('prints').selectAll().where('assessment_id', 'in', ids).execute();
  const experts = await db.selectFrom('assessment_experts').selectAll().where('assessment_id', 'in', ids).execute();
  const stationScores = await db.selectFrom('station_scores').selectAll().where('assessment_id', 'in', ids).execute();
  const expertScores = await db.selectFrom('expert_scores').selectAll().where('assessment_id', 'in', ids).execute();
  const figures = await db.selectFrom('review_figures').selectAll().where('assessment_id', 'in', ids).execute();
  const answers = await db.selectFrom('remark_answers').selectAll().where('assessment_id', 'in', ids).execute();
  const contributions = await contributionsTo(db, ids);
  const escalations = await db.selectFrom('escalations').selectAll().where('assessment_id', 'in', ids).execute();
  const parts = {
    forms: ofAssessment(forms),
    prints: ofAssessment(prints),
    figures: ofAssessment(figures),
    events: ofAssessment(events),
    answers: ofAssessment(answers),
    submissions: ofAssessment(submissions),
    files: ofAssessment(files),
    experts: ofAssessment(experts),
    stationScores: ofAssessment(stationScores),
    expertScores: grouped(expertScores, (row) => row.assessment_id + row.expert_id),
    escalations: ofAssessment(escalations),
  };
  return (id: string) => ({
    form: parts.forms(id)[0]?.form,
    print: parts.prints(id)[0],
    figures: parts.figures(id)[0],
    events: parts.events(id),
    answers: parts.answers(id),
    submissions: parts.submissions(id),
    files: new Set(parts.files(id).map((file) => file.id)),
    experts: parts.experts(id),
    stationScores: parts.stationScores(id).map(scoreOf),
    expertScores: (expert: string) => parts.expertScores(id + expert).map(scoreOf),
    contributions: contributions.get(id) ?? [],
    escalation: parts.escalations(id)[0],
  });
}

function ofAssessment<R extends { assessment_id: string | null }>(rows: readonly R[]): (id: string) => readonly R[] {
  return grouped(rows, (row) => row.assessment_id ?? '');
}

function grouped<R>(rows: readonly R[], keyOf: (row: R) => string): (key: string) => readonly R[] {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return (key) => groups.get(key) ?? [];
}
