import type { assessments } from '@shp/shared/api/assessments';
import type { FileItem } from '@shp/shared/api/objects';
import { isAbsent } from '@shp/shared/domain/assessment/fields';
import type { Form } from '@shp/shared/domain/assessment/form';
import { mergeForm } from '@shp/shared/domain/assessment/formPatch';
import { mayDelete, permissions } from '@shp/shared/domain/assessment/permissions';
import { openingProblems } from '@shp/shared/domain/assessment/problems';
import { mayReadHints, steps } from '@shp/shared/domain/assessment/steps';
import { submissionChanges } from '@shp/shared/domain/assessment/submissionChanges';
import { dayOf } from '@shp/shared/domain/lib/days';
import type { ScoreItem } from '@shp/shared/domain/standard/scoreItems';
import { wireProblem } from '@shp/shared/text/problems';
import { rulesTexts } from '@shp/shared/text/rules';
import { inScope } from '../assessments/inScope.ts';
import { listAssessmentRows } from '../assessments/list.ts';
import { loadReview } from '../assessments/load.ts';
import { answerRemark, checkRemarks } from '../assessments/remarks.ts';
import { incomplete, objectOf, refuseByStatus, takeStep } from '../assessments/steps.ts';
import { checkVersion, wholeAssessment } from '../assessments/view.ts';
import { changesBetween } from '../audit/append.ts';
import type { Handlers } from '../http/router.ts';
import { conflict, HttpError, notFound } from '../httpError.ts';
import { createOnce } from '../idempotency.ts';
import { newId } from '../store/db/ids.ts';
import {
  hideAssessment,
  insertAssessment,
  newAssessment,
  nextNumber,
  openNumbers,
  updateAssessment,
} from '../store/repositories/assessments.ts';
import { appendEvent, listEvents } from '../store/repositories/events.ts';
import { recordContribution } from '../store/repositories/fourEyes.ts';
import { findSubmission, listSubmissions } from '../store/repositories/review.ts';
import { readSettings } from '../store/repositories/settings.ts';
import { currentStandard } from '../store/repositories/standards.ts';
import { findUser } from '../store/repositories/users.ts';

/** Characters of a stored form. Many times the size of a valid form, because a draft may hold invalid fields. */
const FORM_MOST = 200_000;

export const assessmentRoutes: Handlers<keyof typeof assessments> = {
  async 'GET assessment/query'(filter, context) {
    return listAssessmentRows(context.read, context.caller, context.caller.scope, filter, context.now);
  },

  async 'GET assessment/export'({ format, headings, ...filter }, context) {
    return context.services.exporter.open(context, { list: 'assessments', filter }, { format, headings });
  },

  async 'GET assessment'({ id }, context) {
    return wholeAssessment(context.read, context.caller, await inScope(context.read, context.caller, id));
  },

  async 'POST assessment/add_assessment'(input, context) {
    const { caller } = context;
    const { level } = input;
    return createOnce(
      context,
      input,
      async ({ db, now, audit }) => {
        const station = await findUser(db, caller.scope, caller.id, ['station']);
        if (!station || station.division === null) throw notFound();
        const problems = openingProblems(level, await readSettings(db));
        if (problems.length > 0) throw incomplete(problems);
        const [open] = await openNumbers(db, caller.id);
        if (open !== undefined) throw conflict((text) => text.refused.alreadyOpen(open));
        const number = await nextNumber(db, Number(dayOf(now).slice(0, 4)));
        const standard = await currentStandard(db);
        const row = newAssessment({
          id: newId(),
          number,
          station: { ...station, division: station.division },
          level,
          standard,
          at: now,
        });
        await insertAssessment(db, row);
        await appendEvent(db, row, { from: null, status: 'draft', description: '', remarks: [], at: now, by: caller });
        await audit({ object: objectOf(row), changes: changesBetween({}, { level, status: 'draft' }) });
        return { id: row.id, answer: { id: row.id } };
      },
      async (write, id) => {
        const row = await inScope(write.db, caller, id);
        await write.audit({ object: objectOf(row) });
        return { id, answer: { id } };
      },
    );
  },

  async 'POST assessment/delete'({ id }, context) {
    const { caller } = context;
    return context.write(async ({ db, now, audit }) => {
      const row = await inScope(db, caller, id);
      if (!mayDelete({ status: row.status, submittedAt: row.first_submitted_at }, caller)) {
        throw new HttpError('transition_not_allowed', {
          message: (text) => text.conflicts.notDeletable,
          fields: { status: (text) => text.statuses[row.status] },
        });
      }
      await hideAssessment(db, id, now);
      await audit({ object: objectOf(row), changes: { isDeleted: [false, true] } });
      return {};
    });
  },

  async 'POST assessment/update_form'({ id, form: change, version }, context) {
    const { caller } = context;
    return context.write(async (write) => {
      const row = await inScope(write.db, caller, id);
      const { facts } = await loadReview(write.db, row, null);
      if (!permissions(facts, caller).editForm) await refuseByStatus(write, caller, row);
      await checkVersion(write.db, caller, row, version);
      const before = JSON.parse(row.form) as Form;
      const form = mergeForm(before, change);
      const text = JSON.stringify(form);
      if (text.length > FORM_MOST) throw new HttpError('too_large');
      const changes = changesBetween(before, form);
      const changed = Object.keys(changes).length > 0;
      const after = changed ? await updateAssessment(write.db, row, { form: text }, write.now, 'bump') : row;
      if (changed) await recordContribution(write.db, row, 'form', caller.id, write.now);
      await write.audit({ object: objectOf(row), changes });
      return wholeAssessment(write.db, caller, after);
    });
  },

  async 'POST assessment/add_event'({ id, status, description, remarks, version, findings }, context) {
    const { caller } = context;
    return context.write(async (write) => {
      const row = await inScope(write.db, caller, id);
      await checkRemarks(write.db, row, remarks);
      const after = await takeStep(write, caller, row, status, { description, remarks, version, findings });
      return wholeAssessment(write.db, caller, after);
    });
  },

  async 'POST assessment/answer_remark'({ id, eventId, remark, text, was }, context) {
    const { caller } = context;
    return context.write(async (write) => {
      const row = await inScope(write.db, caller, id);
      const given = { eventId, remark, text: isAbsent(text) ? '' : text.trim(), was };
      return { answers: await answerRemark(write, caller, row, given) };
    });
  },

  async 'GET assessment/events'({ id }, context) {
    const events = await listEvents(context.read, await inScope(context.read, context.caller, id));
    // Hints name accounts. Stations must not see experts' accounts, and experts must not know of each other.
    const shown = mayReadHints(context.caller.role);
    return events.map((event) => ({
      ...event,
      hints: shown ? event.hints.map((hint) => wireProblem(hint, rulesTexts[context.lang])) : [],
    }));
  },

  async 'GET assessment/next_steps'({ id }, context) {
    const row = await inScope(context.read, context.caller, id);
    const { facts } = await loadReview(context.read, row, context.caller);
    const text = rulesTexts[context.lang];
    return steps(facts, context.caller).map(({ to, allowed, problems, hints }) => ({
      to,
      allowed,
      problems: problems.map((problem) => wireProblem(problem, text)),
      hints: hints.map((hint) => wireProblem(hint, text)),
    }));
  },

  async 'GET assessment/submissions'({ id }, context) {
    const rows = await listSubmissions(context.read, await inScope(context.read, context.caller, id));
    const copies = rows.map((row) => ({
      form: JSON.parse(row.form) as Form,
      scores: JSON.parse(row.scores) as ScoreItem[],
      files: (JSON.parse(row.files) as { id: string }[]).map((file) => file.id),
    }));
    return rows.map((row, index) => {
      const copy = copies[index];
      return {
        no: row.no,
        at: row.at,
        changed: copy ? submissionChanges(copies[index - 1] ?? null, copy) : { form: [], serials: [], files: [] },
      };
    });
  },

  async 'GET assessment/submission'({ id, no }, context) {
    const row = await inScope(context.read, context.caller, id);
    const copy = await findSubmission(context.read, row, no);
    if (!copy) throw notFound();
    return {
      no: copy.no,
      at: copy.at,
      form: JSON.parse(copy.form) as Form,
      scores: JSON.parse(copy.scores) as ScoreItem[],
      files: JSON.parse(copy.files) as FileItem[],
    };
  },
};
