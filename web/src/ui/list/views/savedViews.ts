import type { ListName } from '@shp/shared/domain/addresses/listFields';
import { useState } from 'react';
import { isObject, readStoredJson, writeStored } from '../../../core/browserStorage.ts';
import { useUser } from '../../../core/session.ts';

/** A list's address under a name. */
export type View = { readonly name: string; readonly search: string };

const isView = (value: unknown): value is View =>
  isObject(value) && typeof value.name === 'string' && typeof value.search === 'string';
const isViews = (value: unknown): value is View[] => Array.isArray(value) && value.every(isView);

const placeOf = (account: string, list: ListName) => `shp.views.${account}.${list}`;

/** The views of a list that an account has saved in this browser. */
export function viewsOf(account: string, list: ListName): readonly View[] {
  return readStoredJson(placeOf(account, list), isViews) ?? [];
}

/** The views of a list that an account has saved in this browser; a second one of a name replaces the first. */
export function useSavedViews(list: ListName) {
  const { id } = useUser();
  const [views, setViews] = useState(() => viewsOf(id, list));
  const store = (change: (stored: readonly View[]) => readonly View[]) => {
    // Another tab may have saved one since.
    const next = change(viewsOf(id, list));
    writeStored(placeOf(id, list), JSON.stringify(next));
    setViews(next);
  };
  const without = (stored: readonly View[], name: string) => stored.filter((one) => one.name !== name);
  return {
    views,
    save: (view: View) => store((stored) => [...without(stored, view.name), view]),
    remove: (name: string) => store((stored) => without(stored, name)),
  };
}
