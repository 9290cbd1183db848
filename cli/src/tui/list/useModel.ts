import { useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../session.ts';
import type { ListDef, Query } from './definition.ts';
import type { ListModel } from './model.ts';

/** A list of the session, looked at: whoever shows it, or asks about its rows, is drawn again when it changes. */
export function useModel<R extends { id: string }>(make: () => ListDef<R>, name: string, first?: Query): ListModel<R> {
  const { models } = useSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list is the same as long as it has the same name
  const model = useMemo(() => models.of(make(), first), [models, name]);
  useSyncExternalStore(model.subscribe, model.snapshot);
  return model;
}
