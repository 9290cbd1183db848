import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { useUser } from '../../../core/session.ts';
import { type Collected, type DraftRemark, Drafts } from './drafts.ts';

/** What the person collects on this page; null where remarks cannot be made. */
export const DraftsContext = createContext<Drafts | null>(null);

/** Whether remarks can be added now; what was typed before stays where it is. */
export const AddingContext = createContext(true);

/** The drafts of the person at work for an assessment, for the page to hand down. */
export function useOwnDrafts(assessment: string): Drafts {
  const { id } = useUser();
  return useMemo(() => new Drafts(id, assessment), [id, assessment]);
}

const NOTHING: Collected = { remarks: [], descriptions: {} };
const nothing = () => NOTHING;
const never = () => () => undefined;

/** Everything collected so far. */
export function useCollected(): Collected {
  const drafts = useContext(DraftsContext);
  return useSyncExternalStore(drafts?.subscribe ?? never, drafts?.snapshot ?? nothing);
}

/** How many remarks are collected; for pages, which are not drawn again while one is typed. */
export function useCollectedCount(): number {
  const drafts = useContext(DraftsContext);
  return useSyncExternalStore(drafts?.subscribe ?? never, () => drafts?.snapshot().remarks.length ?? 0);
}

/** One of the remarks; it is drawn again only when that one changes. */
export function useDraftRemark(drafts: Drafts, key: string): DraftRemark | undefined {
  const find = () => drafts.snapshot().remarks.find((one) => one.key === key);
  return useSyncExternalStore(drafts.subscribe, find);
}
