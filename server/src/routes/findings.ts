import type { findings } from '@shp/shared/api/findings/calls';
import type { Parsed } from '@shp/shared/api/index';
import { dayOf } from '@shp/shared/domain/lib/days';
import { findItem } from '@shp/shared/domain/standard/standard';
import { inScope } from '../assessments/inScope.ts';
import { changesBetween } from '../audit/append.ts';
import type { Context } from '../context.ts';
import { objectOf, takeFindingStep } from '../findings/step.ts';
import { findingInScope, listFindingRows, wholeFinding } from '../findings/view.ts';
import type { Handlers } from '../http/router.ts';
import { conflict, HttpError, invalid, notFound } from '../httpError.ts';
import { createOnce } from '../idempotency.ts';
import { insertFindings } from '../store/findings/findings.ts';
import { currentStandard, standardOf } from '../store/repositories/standards.ts';
import { findUser, type UserRow } from '../store/repositories/users.ts';
import type { Caller, Write } from '../types.ts';

type Added = Parsed<'POST finding/add'>;

/** The station of a new finding: a station's own account, or the one that a unit names. @throws HttpError */
async function stationFor(
  { db }: Write,
  caller: Caller,
  id: string | undefined,
): Promise<UserRow & { division: string }> {
  if (id === undefined && caller.role !== 'station') throw invalid({ station: { code: 'required' } });
  const station = await findUser(db, caller.scope, id ?? caller.id, ['station']);
  if (!station || station.division === null) throw notFound();
  if (station.is_deleted === 1) throw conflict((text) => text.refused.deleted);
  return { ...station, division: station.division };
}

async function add(input: Added, context: Context<Caller>): Promise<{ id: string; no: string }> {
  const { caller } = context;
  return createOnce(
    context,
    input,
    async (write) => {
      const { db, now } = write;
      const station = await stationFor(write, caller, input.station);
      const review = input.assessment === undefined ? null : await inScope(db, caller, input.assessment);
      if (review && review.station_id !== station.id) throw notFound();
      const version = review?.standard_version ?? (await currentStandard(db));
      const { serial = null, text, advice, due = null } = input;
      if (serial !== null && !findItem(await standardOf(db, version), serial))
        throw invalid({ serial: { code: 'unknownSerial' } });
      if (due !== null && due < dayOf(now)) throw invalid({ due: { code: 'pastDay' } });
      const source = caller.role === 'station' ? 'self' : 'inspection';
      const place = { station_id: station.id, division: station.division, assessment_id: review?.id ?? null };
      const found = { source, serial, lost: null, text, advice: advice.trim(), due } as const;
      const [row] = await insertFindings(db, [{ ...place, ...found, standard_version: version }], caller, now);
      if (!row) throw new Error('no finding was made');
      const changes = changesBetween({}, { station: { id: station.id, name: station.name }, serial, text });
      await write.audit({ object: objectOf(row), changes });
      return { id: row.id, answer: { id: row.id, no: row.no } };
    },
    async (write, id) => {
      const row = await findingInScope(write.db, caller, id);
      await write.audit({ object: objectOf(row) });
      return { id, answer: { id, no: row.no } };
    },
  );
}

export const findingRoutes: Handlers<keyof typeof findings> = {
  async 'GET finding/query'(filter, { read, caller, now }) {
    return listFindingRows(read, caller, filter, now);
  },

  async 'GET finding/export'({ format, headings, ...filter }, context) {
    return context.services.exporter.open(context, { list: 'findings', filter }, { format, headings });
  },

  async 'GET finding'({ id }, { read, caller, now }) {
    return wholeFinding(read, caller, await findingInScope(read, caller, id), now);
  },

  'POST finding/add': add,

  async 'POST finding/step'({ id, events, ...step }, context) {
    const { caller } = context;
    return context.write(async (write) => {
      const row = await findingInScope(write.db, caller, id);
      if (events !== undefined) {
        const current = await wholeFinding(write.db, caller, row, write.now);
        if (current.events.length !== events) throw new HttpError('conflict', { current });
      }
      return wholeFinding(write.db, caller, await takeFindingStep(write, caller, row, step), write.now);
    });
  },
};
