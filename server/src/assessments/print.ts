import { createHash } from 'node:crypto';
import type { Print } from '@shp/shared/api/objects';
import { divisionPath } from '@shp/shared/domain/accounts/divisions';
import type { Form } from '@shp/shared/domain/assessment/form';
import { canonicalJson } from '@shp/shared/domain/lib/canonicalJson';
import { fromTenths, toTenths } from '@shp/shared/domain/lib/rational';
import type { ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import { reviewResult, scoreSum, spread } from '@shp/shared/domain/standard/scoring';
import { findItem, type Standard } from '@shp/shared/domain/standard/standard';
import type { AssessmentRecord } from '../store/repositories/assessments.ts';
import { findPrint } from '../store/repositories/printedConclusions.ts';
import { expertScores } from '../store/repositories/scores.ts';
import { readSettings } from '../store/repositories/settings.ts';
import { standardOf } from '../store/repositories/standards.ts';
import { findUser } from '../store/repositories/users.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller } from '../types.ts';
import { isBlind } from './blindness.ts';
import { counting, rulesOf } from './load.ts';
import { expertsFor } from './visibility.ts';

/**
 * The content of the printed conclusion, stored when the review is concluded: canonical JSON and its SM3 digest, and
 * its problems. `wordedBy`: adds what the final manager wrote about them.
 */
export async function wholePrint(
  db: Db,
  row: AssessmentRecord,
  wordedBy: (problems: Print['problems']) => Print['problems'] = (problems) => problems,
): Promise<{ stored: { json: string; digest: string }; problems: Print['problems'] }> {
  const print = await makePrint(db, row, null);
  const problems = wordedBy(print.problems);
  const json = canonicalJson({ ...print, problems });
  return { stored: { json, digest: createHash('sm3').update(json).digest('hex') }, problems };
}

/** The print for a caller: after the conclusion the stored print, before it a draft of what the caller may see. */
export async function printFor(
  db: Db,
  row: AssessmentRecord,
  caller: Caller,
): Promise<Print & { digest: string | null }> {
  const stored = await findPrint(db, row);
  if (stored) return { ...(JSON.parse(stored.json) as Print), digest: stored.digest };
  return { ...(await makePrint(db, row, caller)), number: null, digest: null };
}

async function makePrint(db: Db, row: AssessmentRecord, caller: Caller | null): Promise<Print> {
  const rules = rulesOf(row, await readSettings(db));
  const blind = caller !== null && isBlind(caller, row.status);
  const experts = await expertsFor(db, caller, row);
  const counted = counting(experts).filter((expert) => blind || expert.concludedAt !== null);
  const standard = await standardOf(db, row.standard_version);
  const given = await Promise.all(counted.map((expert) => expertScores(db, row, expert.id)));
  const result = reviewResult(
    given.map((scores) => scoreSum(standard, scores, rules.thresholds)),
    rules.thresholds,
  );
  const form = JSON.parse(row.form) as Form;
  const manager =
    blind || row.manager_conclusion_by === null
      ? undefined
      : await findUser(db, { kind: 'all' }, row.manager_conclusion_by);
  return {
    number: row.number,
    level: row.level,
    status: row.status,
    division: divisionPath(row.division),
    unit: form.unit,
    plant: form.plant,
    selfScore: row.station_score === null ? null : fromTenths(row.station_score),
    score: result?.score100 ?? null,
    experts: counted.map(({ name }) => name),
    chapters: (result?.sections ?? []).map(({ serial, title, full, missing, got, rate }) => ({
      serial,
      title,
      full,
      missing,
      lost: fromTenths(toTenths(full) - toTenths(missing) - toTenths(got)),
      got,
      rate,
    })),
    ...findings(standard, given),
    expertConclusions: counted.map(({ name, conclusion }) => ({ name, conclusion })),
    managerConclusion: blind ? null : row.manager_conclusion,
    manager: manager?.name ?? null,
    concludedAt: row.concluded_at,
    validUntil: row.valid_until,
  };
}

/** Items that an expert marked as missing, and items that lost points, with the experts' reasons. */
function findings(
  standard: Standard,
  given: readonly (readonly ScoreItem[])[],
): Pick<Print, 'missingItems' | 'problems'> {
  const missingItems: Print['missingItems'] = [];
  const problems: Print['problems'] = [];
  for (const { serial, missing, mean } of spread(standard, [], given)) {
    const item = findItem(standard, serial);
    if (!item) continue;
    const own = given.flatMap((scores) => scores.find((score) => score.serial === serial) ?? []);
    const reasons = (wanted: (score: ScoreItem) => boolean) => [
      ...new Set(own.filter(wanted).flatMap(({ reason }) => reason.trim() || [])),
    ];
    const { content } = item;
    if (missing > 0)
      missingItems.push({ serial, content, score: item.score, reasons: reasons((score) => score.missing) });
    if (mean !== null && mean < item.score) {
      problems.push({
        serial,
        content,
        lost: fromTenths(toTenths(item.score) - toTenths(mean)),
        reasons: reasons((score) => !score.missing),
      });
    }
  }
  return { missingItems, problems };
}
