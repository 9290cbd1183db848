import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queries } from '../../core/assessmentQueries.ts';
import { objectOf } from '../../outbox/senders.ts';
import { useOutbox } from '../../outbox/useOutbox.ts';

/** The place of the manager's conclusion in the outbox. */
export const CONCLUSION_PLACE = 'text';

/** Whether the manager's conclusion is written: stored, or on its way to the server. Only pages with it ask for it. */
export function useIsConcluded(id: string): boolean {
  const outbox = useOutbox();
  const { data: stored } = useQuery({ ...queries.managerConclusion(id), enabled: false });
  const isPending = useSyncExternalStore(outbox.subscribe, () => {
    const entry = outbox.entryAt(objectOf('managerConclusion', id), CONCLUSION_PLACE);
    return entry === undefined ? null : entry.trouble === null && String(entry.value).trim() !== '';
  });
  return isPending ?? Boolean(stored?.conclusion);
}
