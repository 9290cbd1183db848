import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../session.ts';
import type { ListDef, Query } from './definition.ts';
import type { ListModel } from './model.ts';

/** Subscribes the component to a list of the session. */
export function useModel<R extends { id: string }>(make: () => ListDef<R>, name: string, first?: Query): ListModel<R> {
  const { models } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name identifies the list
  const model = useMemo(() => models.of(make(), first), [models, name]);
  useSyncExternalStore(model.subscribe, model.snapshot);
  return model;
}
