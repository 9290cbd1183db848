import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { useUser } from '../../../core/session.ts';
import { type Collected, type DraftRemark, Drafts } from './drafts.ts';

/** The drafts of this page, or null if it takes no remarks. */
export const DraftsContext = createContext<Drafts | null>(null);

/** Whether remarks can be added now; drafts typed earlier stay stored. */
export const AddingContext = createContext(true);

/** The remark that is being moved, and the function that begins or ends moving one. */
export const MovingContext = createContext<{
  readonly moving: DraftRemark | null;
  readonly setMoving: (remark: DraftRemark | null) => void;
}>({ moving: null, setMoving: () => undefined });

/** The current user's drafts for an assessment; the page provides them to its parts. */
export function useOwnDrafts(assessment: string): Drafts {
  const { id } = useUser();
  return useMemo(() => new Drafts(id, assessment), [id, assessment]);
}

const NOTHING: Collected = { remarks: [], descriptions: {} };
const nothing = () => NOTHING;
const never = () => () => undefined;

/** All drafts of this page. */
export function useCollected(): Collected {
  const drafts = useContext(DraftsContext);
  return useSyncExternalStore(drafts?.subscribe ?? never, drafts?.snapshot ?? nothing);
}

/** Number of remarks collected, for pages: typing in a remark does not render them. */
export function useCollectedCount(): number {
  const drafts = useContext(DraftsContext);
  return useSyncExternalStore(drafts?.subscribe ?? never, () => drafts?.snapshot().remarks.length ?? 0);
}

/** One remark; renders only when this remark changes. */
export function useDraftRemark(drafts: Drafts, key: string): DraftRemark | undefined {
  const find = () => drafts.snapshot().remarks.find((one) => one.key === key);
  return useSyncExternalStore(drafts.subscribe, find);
}
