import { DAY, dayOf } from '@shp/shared/domain/lib/days';
import { FINDING_DAYS, NEWS_DAYS, RATING_DAYS } from '@shp/shared/domain/notices/kinds';
import { STAGES } from '@shp/shared/domain/statistics/progress';
import { transact } from '../context.ts';
import type { Database } from '../store/db/types.ts';
import { isNewOccasion, unannouncedDueFindings, unannouncedEndings, unannouncedOverdue } from '../store/notices/due.ts';
import { readSettings } from '../store/repositories/settings.ts';
import type { Db } from '../store/schema/schema.ts';
import { notify, notifyOfFinding } from './notify.ts';

/** Assessments in one transaction at most, so that no call waits long. */
const BATCH_SIZE = 20;

/**
 * Sends the notices of dates: overdue stages, ratings about to end, findings. Several servers may do this in parallel.
 */
export async function notifyOfDue(database: Database): Promise<void> {
  const now = database.now();
  const { stageDays } = await readSettings(database.read);
  for (const status of STAGES) {
    const until = now - stageDays[status] * DAY;
    const since = { after: iso(until - NEWS_DAYS * DAY), until: iso(until) };
    await tellAll(
      database,
      () => unannouncedOverdue(database.read, status, since, BATCH_SIZE),
      (write, row) => notify(write, 'overdue', row, { status: row.status }, { by: null }),
    );
  }
  const today = (more: number) => dayOf(new Date(now + more * DAY));
  for (const days of RATING_DAYS) {
    const ending = { from: today(days - NEWS_DAYS), to: today(days), days };
    await tellAll(
      database,
      () => unannouncedEndings(database.read, ending, BATCH_SIZE),
      (write, row) => notify(write, 'ratingEnds', row, { until: row.valid_until ?? '' }, { by: null }),
    );
  }
  const findings = {
    findingDue: { from: today(0), to: today(FINDING_DAYS) },
    findingOverdue: { from: today(-NEWS_DAYS), to: today(-1) },
  };
  for (const kind of ['findingDue', 'findingOverdue'] as const)
    await tellAll(
      database,
      () => unannouncedDueFindings(database.read, kind, findings[kind], BATCH_SIZE),
      (write, row) => notifyOfFinding(write, kind, row),
    );
}

type Tell<F> = (write: { db: Db; now: string }, row: F) => Promise<void>;

async function tellAll<F extends { occasion: string }>(
  database: Database,
  find: () => Promise<F[]>,
  tell: Tell<F>,
): Promise<void> {
  for (;;) {
    const found = await find();
    if (found.length === 0) return;
    await transact(database, { by: null, address: '', action: '' }, async ({ db, now }) => {
      for (const row of found) if (await isNewOccasion(db, row.occasion, now)) await tell({ db, now }, row);
    });
  }
}

const iso = (ms: number) => new Date(ms).toISOString();
