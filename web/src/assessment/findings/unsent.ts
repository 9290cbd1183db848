import { useSyncExternalStore } from 'react';
import { isNoAnswer } from '../../core/client.ts';
import { useTakenSince } from '../../core/device.ts';
import type { Entries, Entry } from '../../outbox/entries.ts';
import type { NewFinding, StepOfFinding } from '../../outbox/findingSenders.ts';
import { objectOf, partsOf } from '../../outbox/senders.ts';
import { useOutbox } from '../../outbox/useOutbox.ts';

/** A finding's only place in the outbox. */
const PLACE = 'all';
/** `assessment` '': the page of all findings. */
const stepObject = (assessment: string, finding: string) => objectOf('findingStep', `${assessment}/${finding}`);

/** Makes a call; offline, puts it into the outbox instead and returns false. */
export function useCallOrKeep(): (made: () => Promise<void>, keep: () => Promise<void>) => Promise<boolean> {
  const since = useTakenSince();
  return async (made, keep) => {
    try {
      if (since === null) {
        await made();
        return true;
      }
    } catch (error) {
      if (!isNoAnswer(error)) throw error;
    }
    await keep();
    return false;
  };
}

/** Keeps a new finding, or a step, until there is a line. */
export function useKeep() {
  const outbox = useOutbox();
  return {
    finding: (assessment: string, key: string, value: NewFinding) =>
      outbox.edit({ object: objectOf('newFinding', `${assessment}/${key}`), place: PLACE, value, was: null }),
    step: (assessment: string, finding: string, value: StepOfFinding, events: number) =>
      outbox.edit({ object: stepObject(assessment, finding), place: PLACE, value, was: null, version: events }),
  };
}

/** The steps of findings that are kept on this device, by finding, whichever page they were taken on. */
export function useUnsentSteps(): ReadonlyMap<string, Entry> {
  const { subscribe, snapshot } = useOutbox();
  const entries = useSyncExternalStore(subscribe, () => snapshot().entries);
  return new Map(
    entries.flatMap((entry) => {
      const { kind, id } = partsOf(entry.object);
      return kind === 'findingStep' ? [[id.split('/')[1] ?? '', entry] as const] : [];
    }),
  );
}

/** The key of a new finding: it is sent under it, and its photographs wait for it. */
export const keyOfNew = ({ object }: Entry) => partsOf(object).id.split('/')[1] ?? '';

/** New findings that are not sent: of an assessment, or all. */
export function useUnsentFindings(assessment: string | undefined): Entries {
  const { subscribe, snapshot } = useOutbox();
  const entries = useSyncExternalStore(subscribe, () => snapshot().entries);
  return entries.filter(({ object }) => {
    const { kind, id } = partsOf(object);
    return kind === 'newFinding' && (assessment === undefined || id.startsWith(`${assessment}/`));
  });
}
