import type { Input } from '@shp/shared/api/index';
import type { FindingState } from '@shp/shared/domain/findings/finding';
import { judgeFindingStep } from '@shp/shared/domain/findings/steps';
import { dayOf } from '@shp/shared/domain/lib/days';
import { HttpError, invalid } from '../httpError.ts';
import { type FindingRecord, listFindingEvents, stepFinding } from '../store/findings/findings.ts';
import { listEvidenceOf } from '../store/repositories/files.ts';
import type { Db } from '../store/schema/schema.ts';
import type { Caller, Write } from '../types.ts';
import { placeOf } from './view.ts';

/** The object of an audit row. */
export const objectOf = (row: FindingRecord) => ({ kind: 'finding', id: row.id, name: row.no });

/** 409 `transition_not_allowed`: names the present state and the possible next ones. */
export function notAllowed(state: FindingState, allowed: readonly FindingState[]): HttpError {
  return new HttpError('transition_not_allowed', {
    fields: {
      state: (text, { findingStates }) =>
        text.refused.statusIs(
          findingStates[state],
          allowed.map((one) => findingStates[one]),
        ),
    },
  });
}

/** Takes a step of a finding. @throws HttpError if the table of steps does not allow it. */
export async function takeFindingStep(
  write: Write,
  caller: Caller,
  row: FindingRecord,
  { to, text, due, files = [] }: Omit<Input<'POST finding/step'>, 'id' | 'events'>,
): Promise<FindingRecord> {
  const { db, now } = write;
  const verdict = judgeFindingStep(row.state, placeOf(row), caller, { to, text, due }, dayOf(now));
  if (!verdict.ok) {
    if (verdict.code === 'transition_not_allowed') throw notAllowed(row.state, verdict.allowed);
    const { faults } = verdict;
    throw new HttpError('incomplete', {
      fields: Object.fromEntries(
        Object.entries(faults).map(([key, code]) => [key, code === 'unwanted' ? { code: 'unknownKey' } : { code }]),
      ),
    });
  }
  const named = [...new Set(files)];
  const free = new Set((await unattachedEvidence(db, row.id)).map(({ id }) => id));
  const unknown = named.findIndex((id) => !free.has(id));
  if (unknown !== -1) throw invalid({ [`files.${files.indexOf(named[unknown] ?? '')}`]: { code: 'invalid' } });
  const by = { id: caller.id, name: caller.name, role: caller.role };
  const after = await stepFinding(db, row, { to, text: text.trim(), due, files: named, at: now, by });
  await write.audit({
    object: objectOf(row),
    changes: { state: [row.state, after.state], ...(row.due !== after.due && { due: [row.due, after.due] }) },
  });
  return after;
}

/** The evidence of a finding that no step names yet. */
export async function unattachedEvidence(db: Db, id: string) {
  const events = await listFindingEvents(db, id);
  const used = new Set(events.flatMap(({ files }) => JSON.parse(files) as string[]));
  return (await listEvidenceOf(db, id)).filter((file) => !used.has(file.id));
}
