import { statSync } from 'node:fs';
import type { AssessmentRow, User } from '@shp/shared/api/objects';
import { USER_KINDS, type UserKind } from '@shp/shared/domain/accounts/roles';
import { journalOf, readJournal } from '../../bulk/journal/journal.ts';
import { shownPath } from '../../lib/userFile.ts';
import { formatCount } from '../format.ts';
import { onlySteps, resumeJob } from '../jobs/assign.ts';
import { exportJob } from '../jobs/export.ts';
import { ASSESSMENT_EXPORT } from '../jobs/exportAssessments.ts';
import { userExport } from '../jobs/exportUsers.ts';
import { importJob } from '../jobs/import.ts';
import type { JobSpec } from '../jobs/jobs.ts';
import { forgetAssignment, unfinishedAssignments } from '../jobs/resumableAssignments.ts';
import {
  deleteJobFile,
  isPostponed,
  postpone,
  type ResumableJob,
  type ResumableWork,
  resumable,
  resumableJobs,
  selectionOf,
} from '../jobs/resumableJobs.ts';
import type { CutOff, Session } from '../session.ts';
import type { Texts } from '../texts.ts';
import { assessmentList } from './AssessmentsTab.tsx';
import { userList } from './UsersTab.tsx';

/** Work that was cut off and can go on. */
export type Unfinished = CutOff & {
  /** Whether it is not offered at the start any more. */
  readonly postponed: boolean;
  line(texts: Texts): string;
  /** What is lost if it is given up. */
  lost(texts: Texts): string;
  spec(texts: Texts): JobSpec;
  postpone(): void;
  forget(): void;
};
type Doing = Pick<Session, 'context' | 'me' | 'models'>;

/** The work of this account on this server that was cut off and can go on. */
export async function unfinishedWork(doing: Doing): Promise<Unfinished[]> {
  const { context, me } = doing;
  const [assignments, jobs] = await Promise.all([unfinishedAssignments(context, me), resumableJobs(doing)]);
  return [
    ...assignments.map(({ report, done, rows, startedAt, plan }): Unfinished => {
      const path = journalOf(report);
      const steps = onlySteps(plan);
      return {
        key: path,
        postponed: isPostponed(path),
        title: ({ tui, acts }) => (steps ? acts.advance : tui.assign).title,
        counts: { done, rows },
        startedAt,
        line: ({ tui, acts }) => (steps ? acts.advance : tui.assign).cutOff(formatCount(done), formatCount(rows)),
        lost: ({ acts }) => acts.resumable.lost.assignment(formatCount(rows - done)),
        spec: (texts) => resumeJob({ context, me, texts }, report),
        postpone: () => postpone(path),
        forget: () => {
          deleteJobFile(path);
          forgetAssignment(report);
        },
      };
    }),
    ...jobs.map(({ path, work }: ResumableJob): Unfinished => {
      const counts = countsOf(work);
      return {
        key: path,
        postponed: isPostponed(path),
        title: (texts) => titleOf(work, texts),
        counts,
        // The file was written when the run began.
        startedAt: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now(),
        line: (texts) => lineOf(work, counts, texts),
        lost: ({ acts }) => acts.resumable.lost[work.kind],
        spec: (texts) => resumable(doing, work, specOf(doing, work, texts), path),
        postpone: () => postpone(path),
        forget: () => deleteJobFile(path),
      };
    }),
  ];
}

/** How far an import came, by its own journal. */
function countsOf(work: ResumableWork): CutOff['counts'] {
  if (work.kind !== 'import') return null;
  const journal = readJournal<string, string>(journalOf(work.file));
  return journal === null ? null : { done: journal.done.size, rows: journal.start.rows };
}

function titleOf(work: ResumableWork, { tui, common }: Texts): string {
  return work.kind === 'export' ? tui.export.job(shownPath(work.file)) : tui.import.job(common.kinds[work.users]);
}

function lineOf(work: ResumableWork, counts: CutOff['counts'], { acts, common }: Texts): string {
  const file = shownPath(work.file);
  if (work.kind === 'export') return acts.resumable.export(file);
  return acts.resumable.import(
    common.kinds[work.users],
    file,
    formatCount(counts?.done ?? 0),
    counts === null ? '?' : formatCount(counts.rows),
  );
}

function specOf({ context, me, models }: Doing, work: ResumableWork, texts: Texts): JobSpec {
  if (work.kind === 'import') return importJob(context, work.users, work.file, work.onDuplicate, texts);
  const { file } = work;
  const how = { role: me.role, file, context };
  if (isUserKind(work.list)) {
    const model = models.of(userList(work.list));
    return exportJob(userExport(work.list), { ...how, model, target: selectionOf<User>(work.target) }, texts);
  }
  const model = models.of(assessmentList(me.role));
  return exportJob(ASSESSMENT_EXPORT, { ...how, model, target: selectionOf<AssessmentRow>(work.target) }, texts);
}

function isUserKind(list: string): list is UserKind {
  return (USER_KINDS as readonly string[]).includes(list);
}
