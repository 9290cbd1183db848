import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queries } from '../../core/assessmentQueries.ts';
import { objectOf } from '../../outbox/senders.ts';
import { useOutbox } from '../../outbox/useOutbox.ts';

/** The place of the manager's conclusion in the outbox. */
export const CONCLUSION_PLACE = 'text';

/** Not by the id in the second place, so that a step does not fetch it. */
const proposedKey = (id: string) => ['proposedConclusion', '', id] as const;

/** Sets the text that the page proposes; '' once the user has written: it does not come back. */
export function useProposing(id: string): (text: string) => void {
  const cache = useQueryClient();
  return (text) => void cache.setQueryData(proposedKey(id), text);
}

/** The text that the page proposes and that is not saved before the decision; undefined before there is one. */
export function useProposed(id: string): string | undefined {
  return useQuery<string>({ queryKey: proposedKey(id), enabled: false }).data;
}

/**
 * Whether the manager's conclusion is there: stored, on its way to the server, or proposed, and then the text to save
 * with the decision. Only pages with it ask for it.
 */
export function useIsConcluded(id: string): { isConcluded: boolean; toSave: string | null } {
  const outbox = useOutbox();
  const { data: stored } = useQuery({ ...queries.managerConclusion(id), enabled: false });
  const proposed = useProposed(id);
  const isPending = useSyncExternalStore(outbox.subscribe, () => {
    const entry = outbox.entryAt(objectOf('managerConclusion', id), CONCLUSION_PLACE);
    return entry === undefined ? null : entry.trouble === null && String(entry.value).trim() !== '';
  });
  const toSave = isPending === null && stored !== undefined && !stored?.conclusion && proposed ? proposed : null;
  return { isConcluded: toSave !== null || (isPending ?? Boolean(stored?.conclusion)), toSave };
}
