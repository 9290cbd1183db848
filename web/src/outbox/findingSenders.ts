import type { Finding } from '@shp/shared/api/findings/objects';
import type { Input } from '@shp/shared/api/index';
import { canonicalJson } from '@shp/shared/domain/lib/canonicalJson';
import { HOUR } from '@shp/shared/domain/lib/days';
import { callServer, client } from '../core/client.ts';
import { readSession } from '../core/session.ts';
import { storedPhotos } from '../files/upload/uploadStore.ts';
import { isPhotoUnderWay, uploadsOf } from '../files/upload/useUploads.ts';
import type { Same } from './entries.ts';
import { outcomeOf, type Sender, withTimeout } from './sending.ts';

export type NewFinding = Input<'POST finding/add'>;
export type StepOfFinding = Pick<Input<'POST finding/step'>, 'to' | 'text' | 'due'> & {
  /** What the user took the step of, for lists of unsent edits; not sent. Absent in entries of earlier versions. */
  readonly of?: { readonly no: string; readonly text: string };
};

const same: Same = (a, b) => canonicalJson(a ?? null) === canonicalJson(b ?? null);

/** The server forgets idempotency keys after a day; this is earlier, for a clock that is wrong. */
const KEY_MS = 20 * HOUR;

/** A finding of an own check or of an inspection. */
export const newFinding: Sender = {
  same,
  async send(id, batch) {
    const [entry] = batch;
    if (!entry) return { kind: 'saved', answer: null, version: null };
    const input = entry.value as NewFinding;
    const idempotencyKey = keyOf(id);
    const isLate = entry.sent.length > 0 && Date.now() - entry.edit > KEY_MS;
    try {
      const answer =
        (isLate && (await (await import('./addedBefore.ts')).addedBefore(input, entry.edit))) ||
        (await withTimeout((signal) => client.call('POST finding/add', input, { idempotencyKey, signal })));
      // Before the entry goes: killed in between, it is sent again under its key, with the same answer.
      await ownUploads().findingAdded(idempotencyKey, answer.id);
      return { kind: 'saved', answer, version: null };
    } catch (error) {
      return outcomeOf(error, batch, { placeOf: () => entry.place });
    }
  },
  discard: (id) => ownUploads().findingDiscarded(keyOf(id)),
};

const keyOf = (id: string) => id.split('/')[1] ?? '';
const ownUploads = () => uploadsOf(readSession().user?.id ?? '');

/** Whether photographs of a finding are not sent yet, from this tab or another one. */
async function hasPhotosOf(account: string, finding: string): Promise<boolean> {
  if (
    uploadsOf(account)
      .list()
      .some((upload) => isPhotoUnderWay(upload) && upload.assessment === finding)
  )
    return true;
  const stored = await storedPhotos(account);
  return stored.some(({ assessment, refused }) => assessment === finding && !refused);
}

/**
 * A step of a finding, with the user's evidence that no step names yet; its photographs are sent before it. `version`:
 * the number of the finding's events when the user took the step.
 */
export const findingStep: Sender = {
  same,
  async send(id, batch) {
    const [entry] = batch;
    if (!entry) return { kind: 'saved', answer: null, version: null };
    const [, finding = ''] = id.split('/');
    const events = entry.version ?? 1;
    const { of, ...step } = entry.value as StepOfFinding;
    const user = readSession().user?.id ?? '';
    if (await hasPhotosOf(user, finding)) return { kind: 'waits' };
    try {
      const present = await withTimeout((signal) => callServer('GET finding', { id: finding }, { signal }));
      const named = new Set(present.events.flatMap(({ files }) => files));
      const files = present.files
        .filter(({ id: file, by }) => by.id === user && !named.has(file))
        .map((file) => file.id);
      const input = { id: finding, events, ...step, ...(files.length > 0 && { files }) };
      const answer = await withTimeout((signal) => client.call('POST finding/step', input, { signal }));
      return { kind: 'saved', answer, version: answer.events.length };
    } catch (error) {
      return outcomeOf(error, batch, {
        current: (current) => {
          const { state, events: known } = current as Finding;
          const next = known[events];
          // The step was taken, and only its answer was lost.
          const taken = next?.state === step.to && next.text === step.text && next.by?.id === user;
          const now = taken ? entry.value : { to: state, text: known.at(-1)?.text ?? '' };
          return { kind: 'outdated', current: new Map([[entry.place, now]]), version: known.length };
        },
        placeOf: () => entry.place,
      });
    }
  },
};
