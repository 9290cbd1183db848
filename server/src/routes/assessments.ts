import type { assessments } from '@shp/shared/api/assessments';
import { dayOf } from '@shp/shared/domain/days';
import { startForm } from '@shp/shared/domain/formEdits';
import { changesBetween } from '../audit/append.ts';
import type { Handlers } from '../dispatch.ts';
import { createOnce } from '../idempotent.ts';
import { conflict, notFound, Refusal } from '../refusal.ts';
import { CURRENT_STANDARD } from '../standards.ts';
import {
  appendEvent,
  findAssessment,
  hideAssessment,
  insertAssessment,
  nextNumber,
  openNumbers,
  stageOf,
} from '../store/assessments.ts';
import { newId } from '../store/ids.ts';
import { readSettings } from '../store/settings.ts';
import { findUser } from '../store/users.ts';
import { wholeAssessment } from '../views/assessment.ts';
import { listAssessmentRows } from '../views/list.ts';

export const assessmentRoutes: Handlers<keyof typeof assessments> = {
  async 'GET assessment/query'(filter, context) {
    return listAssessmentRows(context.read, context.caller, context.caller.scope, filter);
  },

  async 'GET assessment/export'({ format, headings, ...filter }, context) {
    return context.services.exporter.open(context, { list: 'assessments', filter }, { format, headings });
  },

  async 'GET assessment'({ id }, context) {
    const row = await findAssessment(context.read, context.caller.scope, id);
    if (!row) throw notFound();
    return wholeAssessment(context.read, context.caller, row);
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
        const settings = await readSettings(db);
        if (!settings.acceptApplications)
          throw new Refusal('incomplete', { message: (text) => text.conflicts.applicationsClosed });
        if (!settings.openLevels.includes(level))
          throw new Refusal('incomplete', {
            message: (text) => text.conflicts.levelClosed,
            fields: { level: (text) => text.conflicts.levelClosed },
          });
        const [open] = await openNumbers(db, caller.id);
        if (open !== undefined) throw conflict((text) => text.conflicts.alreadyOpen(open));
        const id = newId();
        const number = await nextNumber(db, Number(dayOf(now).slice(0, 4)));
        await insertAssessment(db, {
          id,
          number,
          station_id: station.id,
          station_name: station.name,
          station_key: station.name_key,
          division: station.division,
          level,
          status: 'draft',
          stage: stageOf('draft'),
          station_score: null,
          expert_score: null,
          created_at: now,
          submitted_at: null,
          first_submitted_at: null,
          concluded_at: null,
          valid_until: null,
          updated_at: now,
          version: 1,
          is_deleted: 0,
          standard_version: CURRENT_STANDARD,
          rules: null,
          form: JSON.stringify(startForm(JSON.parse(station.profile))),
        });
        await appendEvent(db, {
          id: newId(),
          assessment_id: id,
          seq: 1,
          from_status: null,
          status: 'draft',
          description: '',
          remarks: '[]',
          at: now,
          by_id: caller.id,
          by_name: caller.name,
          by_role: caller.role,
        });
        await audit({
          object: { kind: 'assessment', id, name: number },
          changes: changesBetween({}, { level, status: 'draft' }),
        });
        return { id, answer: { id } };
      },
      async (write, id) => {
        const row = await findAssessment(write.db, caller.scope, id);
        if (!row) throw notFound();
        await write.audit({ object: { kind: 'assessment', id, name: row.number } });
        return { id };
      },
    );
  },

  async 'POST assessment/delete'({ id }, context) {
    const { caller } = context;
    return context.write(async ({ db, now, audit }) => {
      const row = await findAssessment(db, caller.scope, id);
      if (!row) throw notFound();
      const neverSubmitted = row.status === 'draft' && row.first_submitted_at === null;
      const allowed = caller.role === 'admin' ? row.status === 'draft' || row.status === 'withdrawn' : neverSubmitted;
      if (!allowed)
        throw new Refusal('transition_not_allowed', {
          message: (text) => text.conflicts.notDeletable,
          fields: { status: (text) => text.statuses[row.status] },
        });
      await hideAssessment(db, id, now);
      await audit({ object: { kind: 'assessment', id, name: row.number }, changes: { isDeleted: [false, true] } });
      return {};
    });
  },
};
