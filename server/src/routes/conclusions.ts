import type { conclusions } from '@shp/shared/api/conclusions';
import type { Profile } from '@shp/shared/domain/accounts/profiles';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import { isFinalManager } from '@shp/shared/domain/assessment/lifecycle';
import { mayScoreFor, permissions } from '@shp/shared/domain/assessment/permissions';
import { mayReadHints } from '@shp/shared/domain/assessment/steps';
import { scoreProblems } from '@shp/shared/domain/assessment/submission';
import { countScored, scoreSum } from '@shp/shared/domain/standard/scoring';
import { allItems } from '@shp/shared/domain/standard/standard';
import { isBlind } from '../assessments/blindness.ts';
import { bundleOf } from '../assessments/bundle.ts';
import { inScope } from '../assessments/inScope.ts';
import { counting, loadReview, rulesOf } from '../assessments/load.ts';
import { printFor } from '../assessments/print.ts';
import { incomplete, objectOf, refreshResult, refuseByStatus, takeAutomaticStep } from '../assessments/steps.ts';
import { expertsFor, wireScores } from '../assessments/visibility.ts';
import { changesBetween } from '../audit/append.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/router.ts';
import { conflict, HttpError } from '../httpError.ts';
import { notify } from '../notices/notify.ts';
import { lastMakers, type Maker } from '../store/repositories/accountMakers.ts';
import { type AssessmentRecord, expertsOf, updateAssessment } from '../store/repositories/assessments.ts';
import { assignExperts, storeConclusion, touchExpert, writeExpertConclusion } from '../store/repositories/review.ts';
import { expertScores, scoredExperts } from '../store/repositories/scores.ts';
import { readSettings } from '../store/repositories/settings.ts';
import { standardOf } from '../store/repositories/standards.ts';
import { findUser, profilesOf } from '../store/repositories/users.ts';
import type { Caller, Write } from '../types.ts';

/** A text as sent; `was`: what the caller saw before, if the request says it. */
type Conclusion = { readonly text: string; readonly was: string | undefined };

/** Never overwrite what another user has written meanwhile. */
function checkSeen({ text, was }: Conclusion, present: string): void {
  if (was === undefined || was.trim() === present || text === present) return;
  throw new HttpError('conflict', { current: { conclusion: present } });
}

/** An expert writes its own conclusion, and concludes unless it is a draft. */
async function concludeAsExpert(
  write: Write,
  caller: Caller,
  row: AssessmentRecord,
  conclusion: Conclusion,
  final: boolean,
): Promise<AssessmentRecord> {
  const { text } = conclusion;
  const { db, now } = write;
  const { facts, experts } = await loadReview(db, row, null);
  if (!mayScoreFor(facts, caller.id)) await refuseByStatus(write, caller, row);
  const before = experts.find(({ id }) => id === caller.id)?.conclusion ?? '';
  checkSeen(conclusion, before);
  const scores = await expertScores(db, row, caller.id);
  if (final) {
    const problems = scoreProblems(await standardOf(db, row.standard_version), scores);
    if (text === '') problems.push({ part: 'form', code: 'conclusionMissing' });
    if (problems.length > 0) throw incomplete(problems);
  }
  await writeExpertConclusion(db, row, caller.id, text, final ? now : null);
  await write.audit({
    object: objectOf(row),
    changes: changesBetween(
      { expertConclusion: before, concluded: false },
      { expertConclusion: text, concluded: final },
    ),
  });
  if (!final) return row;
  await touchExpert(db, row, caller.id, now);
  await storeConclusion(db, row, {
    kind: 'expert',
    by_id: caller.id,
    by_name: caller.name,
    text,
    scores: JSON.stringify(wireScores(scores, caller.id)),
    at: now,
  });
  return takeAutomaticStep(write, await refreshResult(write, row));
}

async function concludeAsManager(
  write: Write,
  caller: Caller,
  row: AssessmentRecord,
  conclusion: Conclusion,
): Promise<AssessmentRecord> {
  const { text } = conclusion;
  const place = { division: row.division, level: row.level };
  if (caller.role !== 'admin' && !isFinalManager(caller, place)) throw new HttpError('forbidden');
  const { facts } = await loadReview(write.db, row, null);
  if (!permissions(facts, caller).conclude) await refuseByStatus(write, caller, row);
  checkSeen(conclusion, row.manager_conclusion ?? '');
  const set =
    text === ''
      ? { manager_conclusion: null, manager_conclusion_by: null, manager_conclusion_at: null }
      : { manager_conclusion: text, manager_conclusion_by: caller.id, manager_conclusion_at: write.now };
  await write.audit({ object: objectOf(row), changes: { managerConclusion: [row.manager_conclusion, text] } });
  return updateAssessment(write.db, row, set, write.now, 'keep', 'notBlind');
}

/**
 * Replaces the assigned experts; refuses to remove one with scores. If the caller names the experts it saw, they must
 * be unchanged.
 */
async function assign(
  context: Context<Caller>,
  id: string,
  experts: readonly string[],
  was: readonly string[] | undefined,
) {
  const { caller } = context;
  return context.write(async (write) => {
    const { db, now } = write;
    const row = await inScope(db, caller, id);
    if (caller.role !== 'admin' && !isFinalManager(caller, row)) throw new HttpError('forbidden');
    const review = await loadReview(db, row, null);
    const wanted = [...new Set(experts)];
    const before = review.experts;
    const names = new Map(before.map(({ id: expert, name }) => [expert, name]));
    const add = wanted.filter((one) => !names.has(one));
    for (const one of add) {
      const expert = await findUser(db, { kind: 'all' }, one, ['expert']);
      if (!expert || expert.is_deleted === 1)
        throw new HttpError('invalid', {
          fields: { [`experts.${experts.indexOf(one)}`]: (text) => text.refused.notAnExpert },
        });
      names.set(one, expert.name);
    }
    if (!permissions(review.facts, caller).assign) await refuseByStatus(write, caller, row);
    const present = before.map((expert) => expert.id);
    if (was !== undefined && !sameIds(was, present) && !sameIds(wanted, present))
      throw new HttpError('conflict', {
        current: { experts: before.map(({ id: expert, name }) => ({ id: expert, name })) },
      });
    const remove = before.filter((expert) => !wanted.includes(expert.id));
    const scored = await scoredExperts(db, row);
    const stuck = remove.filter((expert) => scored.has(expert.id));
    if (stuck.length > 0)
      throw conflict((text) => text.refused.expertScored(stuck.map(({ name }) => name).join(', ')), 'experts');
    await assignExperts(
      db,
      row,
      add,
      remove.map((expert) => expert.id),
      now,
    );
    const named = (ids: readonly string[]) => ids.map((expert) => ({ id: expert, name: names.get(expert) }));
    const changed = add.length + remove.length > 0;
    const bumped = changed ? await updateAssessment(db, row, {}, now, 'bump', 'notBlind') : row;
    await write.audit({ object: objectOf(row), changes: { experts: [named(present), named(wanted)] } });
    await notify(write, 'assigned', row, {}, { by: caller.id, named: add });
    await notify(write, 'takenOff', row, {}, { by: caller.id, named: remove.map((expert) => expert.id) });
    if (changed) await takeAutomaticStep(write, await refreshResult(write, bumped));
    const after = (await expertsOf(db, [id])).get(id) ?? [];
    return { experts: after.map(({ id: expert, name }) => ({ id: expert, name })) };
  });
}

const madeBy = (maker: Maker | null | undefined) => (maker ? { id: maker.id, name: maker.name } : null);

function sameIds(some: readonly string[], others: readonly string[]): boolean {
  const [a, b] = [new Set(some), new Set(others)];
  return a.size === b.size && [...a].every((one) => b.has(one));
}

export const conclusionRoutes: Handlers<keyof typeof conclusions> = {
  'POST assessment/assign_experts': ({ id, experts, was }, context) => assign(context, id, experts, was),

  async 'GET assessment/experts'({ id }, context) {
    const { read: db, caller } = context;
    const row = await inScope(db, caller, id);
    const shown = await expertsFor(db, caller, row);
    const profiles = await profilesOf(
      db,
      shown.map((expert) => expert.id),
    );
    const items = allItems(await standardOf(db, row.standard_version));
    const ids = shown.map((expert) => expert.id);
    const makers = mayReadHints(caller.role) ? await lastMakers(db, ids) : null;
    const answer = [];
    for (const expert of shown) {
      answer.push({
        id: expert.id,
        name: expert.name,
        profile: profiles.get(expert.id) ?? ({ name: expert.name } satisfies Profile),
        scored: countScored(items, await expertScores(db, row, expert.id)),
        items: items.length,
        concluded: expert.concludedAt !== null,
        ...(makers && { madeBy: madeBy(makers.get(expert.id)) }),
      });
    }
    return answer;
  },

  async 'POST assessment/update_conclusion'({ id, conclusion, final, was }, context) {
    const { caller } = context;
    return context.write(async (write) => {
      const row = await inScope(write.db, caller, id);
      const written = { text: isAbsent(conclusion) ? '' : conclusion.trim(), was };
      const after =
        caller.role === 'expert'
          ? await concludeAsExpert(write, caller, row, written, final)
          : await concludeAsManager(write, caller, row, written);
      return { status: after.status };
    });
  },

  async 'GET assessment/experts_conclusion'({ id }, context) {
    const { read: db, caller } = context;
    const row = await inScope(db, caller, id);
    const experts = await expertsFor(db, caller, row);
    const { thresholds } = rulesOf(row, await readSettings(db));
    const standard = await standardOf(db, row.standard_version);
    const shown = counting(experts).filter(
      (expert) => expert.concludedAt !== null || (expert.id === caller.id && expert.conclusion !== ''),
    );
    const answer = [];
    for (const expert of shown) {
      const { score100 } = scoreSum(standard, await expertScores(db, row, expert.id), thresholds);
      answer.push({
        expertId: expert.id,
        name: expert.name,
        conclusion: expert.conclusion,
        score100,
        at: expert.concludedAt,
      });
    }
    return answer;
  },

  async 'GET assessment/manager_conclusion'({ id }, context) {
    const { read: db, caller } = context;
    const row = await inScope(db, caller, id);
    const { manager_conclusion: conclusion, manager_conclusion_by: by, manager_conclusion_at: at } = row;
    if (isBlind(caller, row.status) || conclusion === null || by === null || at === null) return null;
    const writer = await findUser(db, { kind: 'all' }, by);
    return { conclusion, by: { id: by, name: writer?.name ?? '' }, at };
  },

  async 'GET assessment/print'({ id }, context) {
    const print = await printFor(context.read, await inScope(context.read, context.caller, id), context.caller);
    return { ...print, bundle: print.digest === null ? null : await bundleOf(context.services, id) };
  },
};
